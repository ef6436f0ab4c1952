"""Builds the site of the documentation: see tools/docs-site.

  python3 tools/packaging/site.py WORK FLOWRUN REPOSITORY ADDRESS
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import site_pages

work, flowrun, repository, address = Path(sys.argv[1]), *sys.argv[2:]
root = Path.cwd()
stage = work / "stage"
site_pages.lay_out(root, stage, repository)
shutil.copy("Integrations/site/live.md", stage / "live.md")
assets = stage / "assets"
shutil.copytree("Integrations/site/assets", assets)
# A page of a file may not load modules.
component = Path("Integrations/web/flow-table.mjs").read_text().replace("export class", "class")
(assets / "flow-table.js").write_text(component)
for name, flows in (("hotel", "Examples/Hotel/Flows"), ("documents", "Flows")):
    subprocess.run(
        [flowrun, "site", flows, "-o", str(stage / "live" / name)],
        check=True,
        stdout=subprocess.DEVNULL,
    )

shutil.rmtree(work / "overrides", ignore_errors=True)
shutil.copytree("Integrations/site/overrides", work / "overrides")
shutil.copy("tools/packaging/site_hooks.py", work / "site_hooks.py")
rules = sorted(path.name for path in (root / "docs/rules").glob("*.md") if path.name != "README.md")
config = Path("Integrations/site/mkdocs.yml").read_text()
names = ", ".join(["rules/README.md", *(f"rules/{name}" for name in rules)])
config = config.replace("[RULES]", f"[{names}]")
if address:
    config += f"site_url: {address.rstrip('/')}/\n"
(work / "mkdocs.yml").write_text(config)
# The tree of an archive has no date of its own, and two builds give the same bytes.
date = subprocess.run(
    ["git", "log", "-1", "--format=%ct"], capture_output=True, text=True
).stdout.strip()
environment = {"NO_MKDOCS_2_WARNING": "1", **os.environ, "SOURCE_DATE_EPOCH": date or "0"}
done = subprocess.run(
    [sys.executable, "-B", "-m", "mkdocs", "build", "-s", "-q", "-f", work / "mkdocs.yml"],
    env=environment,
)
if done.returncode:
    sys.exit(done.returncode)
site = work / "site"
count = len(list(site.rglob("*.html")))
size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
print(f"docs-site: {site}/index.html, {count} pages, {size / 1e6:.1f} MB")
