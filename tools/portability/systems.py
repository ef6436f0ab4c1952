"""The systems of tools/check-portability, and the headers of their C libraries."""
import os
import re
import shutil
import subprocess
import sys
import zipfile

WORK = ".build/portability"
HEADERS = "0.15.2"  # of Zig, whose package carries them
LINUX = "x86_64-unknown-linux-gnu"
# What an app gets, and what builds an app. The rest of the program on macOS only.
KIT = ["FlowKit", "FlowProof"]
APP = KIT + ["AppDriver", "HotelApp", "Screen", "ScreenTest", "Wizard"]


class System:
    """A system: `module` names its C library; `folder` and `name` are where Swift looks for the
    modules of its library, and `named` takes the place of Linux's name in them, with as many bytes.
    """

    def __init__(self, module, target, folder, name, named, roots, headers, whole):
        self.module, self.target, self.folder, self.name = module, target, folder, name
        self.named, self.roots, self.headers, self.whole = named, roots, headers, whole


def oldest(system):
    with open("Package.swift", encoding="utf-8") as file:
        return re.search(rf"\.{system}\(\.v(\d+)\)", file.read())[1]


def systems():
    mac, ios = oldest("macOS"), oldest("iOS")
    linux_headers = ["any-linux-any", "x86-linux-any"]
    return {
        "ios": System("Darwin", f"arm64-apple-ios{ios}.0", "iphoneos", "arm64-apple-ios",
                      f"arm64-apple-ios{ios}.".ljust(24, "0"), APP, ["any-macos-any"], True),
        "macos": System("Darwin", f"x86_64-apple-macosx{mac}.0", "macosx", "x86_64-apple-macos",
                        f"x86_64-apple-macosx{mac}.".ljust(24, "0"), ["flowrun", "flowrun-swift"],
                        ["any-macos-any"], True),
        "musl": System("Musl", "x86_64-swift-linux-musl", "linux-static",
                       "x86_64-swift-linux-musl", LINUX, KIT + ["FlowFolder"],
                       ["x86_64-linux-musl", "generic-musl", *linux_headers], False),
        "android": System("Android", "x86_64-unknown-linux-android28", "android",
                          "x86_64-unknown-linux-android", LINUX, KIT, [], False),
        "wasi": System("WASILibc", "wasm32-unknown-wasip1", "wasi", "wasm32-unknown-wasip1",
                       "wasm32-unknown-wasi-wasm", KIT, ["wasm-wasi-musl", "generic-musl"], False),
    }


def fetch_headers():
    """The headers of the systems' C libraries, from Zig's package."""
    folder = f"{WORK}/headers-{HEADERS}"
    if os.path.exists(folder):
        return folder
    subprocess.run(["tools/setup", "python3-venv"], check=True)
    shutil.rmtree(f"{WORK}/wheel", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", f"{WORK}/python"], check=True)
    subprocess.run([f"{WORK}/python/bin/pip", "download", "--quiet", "--no-deps",
                    "--disable-pip-version-check", "--only-binary", ":all:", "--dest",
                    f"{WORK}/wheel", f"ziglang=={HEADERS}"], check=True)
    wanted = {name for system in systems().values() for name in system.headers}
    (wheel,) = os.listdir(f"{WORK}/wheel")
    with zipfile.ZipFile(f"{WORK}/wheel/{wheel}") as archive:
        for name in archive.namelist():
            parts = name.split("/")
            if parts[1:4] == ["lib", "libc", "include"] and parts[4] in wanted:
                path = "/".join([folder + ".new", *parts[4:]])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(archive.read(name))
    shutil.rmtree(f"{WORK}/wheel")
    os.rename(folder + ".new", folder)
    return folder


def make_libraries():
    """The headers of the C libraries that the program uses, without those of Linux beside them."""
    libraries = f"{WORK}/libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    for name in ["yaml.h", "openssl", "curl", "sqlite3.h", "microhttpd.h", "PCSC", "zlib.h",
                 "zconf.h"]:
        for source in ["/usr/include", f"/usr/include/{os.uname().machine}-linux-gnu"]:
            path = f"{source}/{name}"
            if os.path.isdir(path):
                os.makedirs(f"{libraries}/{name}", exist_ok=True)
                for header in os.listdir(path):
                    os.symlink(f"{path}/{header}", f"{libraries}/{name}/{header}")
            elif os.path.exists(path):
                os.makedirs(libraries, exist_ok=True)
                os.symlink(path, f"{libraries}/{name}")
    return libraries
