"""Builds the wheel with the standard library: python3 build_wheel.py FOLDER. Also the build backend of pip (PEP 517)."""

import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "scenewright"
# The time of every file, so that equal sources give equal bytes. It is the earliest time that ZIP supports.
EPOCH = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into a folder and returns its name."""
    version = _version()
    name = f"{PACKAGE}-{version}-py3-none-any.whl"
    info = f"{PACKAGE}-{version}.dist-info"
    files = {f"{PACKAGE}/{file}": _read(PACKAGE, file) for file in sorted(os.listdir(os.path.join(HERE, PACKAGE)))
             if file.endswith(".py") or file == "py.typed"}
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: scenewright\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/licenses/LICENSE"] = _read("LICENSE")
    lines = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = ("\n".join([*lines, f"{info}/RECORD,,"]) + "\n").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("There is only a wheel.")


def _metadata(version):
    # Replace links to other files of the repository by their text, because the package does not contain these files.
    readme = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", _read("README.md").decode())
    fields = [
        "Metadata-Version: 2.1",
        f"Name: {PACKAGE}",
        f"Version: {version}",
        "Summary: A typed client of the Scenewright media service",
        "License: MIT",
        "Requires-Python: >=3.9",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(fields) + "\n\n" + readme).encode()


def _version():
    return re.search(r'^VERSION = "([^"]+)"$', _read(PACKAGE, "_calls.py").decode(), re.MULTILINE)[1]


def _read(*path):
    with open(os.path.join(HERE, *path), "rb") as file:
        return file.read()


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
