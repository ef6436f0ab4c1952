"""Writes a wheel of what `tools/packaging/tree` has made.

  python3 tools/packaging/wheel.py TREE FOLDER NAME VERSION

The program and its files are the wheel's scripts and data, so pip puts them where it puts those of
every package: `bin` and `share` of an environment. The module is for `pipx run` and `python -m`.
"""

import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

MODULE = '''"""Starts the program flowrun, which this package has installed."""

import os
import sys
import sysconfig


def main():
    program = os.path.join(sysconfig.get_path("scripts"), "flowrun")
    os.execv(program, ["flowrun", *sys.argv[1:]])
'''


def needed_glibc(program):
    """The newest version of glibc that a symbol of the program is from."""
    symbols = subprocess.run(
        ["objdump", "-T", program], check=True, capture_output=True, text=True
    ).stdout
    if "GLIBC_ABI" in symbols:
        sys.exit("package-wheel: the program has compact relocations, which glibc 2.35 cannot read")
    versions = re.findall(r"GLIBC_([\d.]+)", symbols)
    return max(tuple(map(int, version.split("."))) for version in versions)[:2]


def main():
    tree, folder, name, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    module = re.sub(r"[-_.]+", "_", name).lower()
    # The oldest that the name promises; nothing older was tried.
    major, minor = max(needed_glibc(tree / "bin/flowrun"), (2, 35))
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    info, data = f"{module}-{version}.dist-info", f"{module}-{version}.data"
    files = {
        f"{module}/__init__.py": MODULE.encode(),
        f"{module}/__main__.py": b"from . import main\n\nmain()\n",
        f"{data}/scripts/flowrun": (tree / "bin/flowrun").read_bytes(),
    }
    for path in tree.glob("share/**/*"):
        if path.is_file():
            files[f"{data}/data/{path.relative_to(tree)}"] = path.read_bytes()
    files[f"{info}/METADATA"] = f"""Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Use cases that run: checks, runs and shows the step tables of product teams
Requires-Python: >=3.7
Description-Content-Type: text/markdown

`flowrun` reads use cases that product teams write as step tables, finds what is missing in them,
and runs them: `flowrun studio` shows them in the browser, `flowrun --help` names all commands.
""".encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: flowrun\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    files[f"{info}/entry_points.txt"] = f"[pipx.run]\n{name} = {module}:main\n".encode()
    record = []
    for path in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=")
        record.append(f"{path},sha256={digest.decode()},{len(files[path])}\n")
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()
    wheel = folder / f"{module}-{version}-{tag}.whl"
    for old in folder.glob(f"{module}-*.whl"):
        old.unlink()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # RECORD is the last, as the format wants it.
        for path in sorted(files, key=lambda path: (path.startswith(info), "RECORD" in path, path)):
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
            archive.writestr(entry, files[path])
    print(wheel)


main()
