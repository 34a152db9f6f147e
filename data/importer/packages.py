"""The pinned packages, and how their files are read into memory."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from importer.failure import ImportFailure


@dataclass(frozen=True)
class Package:
    """A pinned package: its source and the digest that it must have."""

    name: str
    version: str
    kind: str
    sha256: str
    part: str
    licence: str

    def fetch_command(self, folder: Path) -> list[str]:
        """Returns the command that downloads the package file into `folder`."""
        match self.kind:
            case "Debian":
                return ["apt-get", "download", f"{self.name}={self.version}"]
            case "PyPI":
                pinned = f"{self.name}=={self.version}"
                options = "--quiet --no-deps --only-binary :all: --dest".split()
                return ["pip", "download", *options, str(folder), pinned]
            case "npm":
                return ["npm", "pack", "--silent", f"{self.name}@{self.version}"]
        raise ValueError(f"no client for {self.kind}")

    def where_else(self) -> str:
        """Says where a Debian package is when the mirror has moved on to another version."""
        archive = f"https://snapshot.debian.org/package/{self.name}/{self.version.partition(':')[2] or self.version}/"
        return f"run `apt-get update` first; if the mirror has another version, put the file from {archive} into --work"


SCOWL = Package(
    name="scowl",
    version="2020.12.07-2",
    kind="Debian",
    sha256="de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    part="words, tiers, possessives, clipped words",
    licence="licences/scowl.txt",
)
WORDNET = Package(
    name="wordnet-base",
    version="1:3.0-37",
    kind="Debian",
    sha256="61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    part="headwords, categories",
    licence="licences/wordnet.txt",
)
WORDNET_SENSES = Package(
    name="wordnet-sense-index",
    version="1:3.0-37",
    kind="Debian",
    sha256="b22c7d3100470d90f812acc224718e4bd362d7ca427766fa3e11013c8c7895cf",
    part="index.sense: how often each sense is used in tagged texts",
    licence="licences/wordnet.txt",
)
WORDFREQ = Package(
    name="wordfreq",
    version="3.1.1",
    kind="PyPI",
    sha256="4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    part="large_en: how often people write a word; the second witness of the tiers",
    licence="licences/wordfreq.txt",
)
PYINFLECT = Package(
    name="pyinflect",
    version="0.5.1",
    kind="PyPI",
    sha256="94f052d48939bd4748942d807b2b87f15dcb94acb32b99d7162dba5d37188ea8",
    part="infl.csv (AGID): plurals, verb forms, lemmas",
    licence="licences/agid.txt, licences/pyinflect.txt",
)
CUSS = Package(
    name="cuss",
    version="2.2.0",
    kind="npm",
    sha256="66b19c6086d3fb3eac3769daf97dd695290ecc24b0fddbc30688418c629b776f",
    part="seed of the mark profane",
    licence="licences/cuss.txt",
)
GCIDE = Package(
    name="dict-gcide",
    version="0.48.5+nmu2",
    kind="Debian",
    sha256="7b0af5cfde3cbdef5e9d6e78f92ec335ced7c2790f37a40f49bebc6f7347ac0f",
    part="headwords: which terms are written with a hyphen or a space",
    licence="",
)

MISCFILES = Package(
    name="miscfiles",
    version="1.5+dfsg-4",
    kind="Debian",
    sha256="b29fdc907760ded52adbc1b4322da22b94108cd124caf0b23da8c23cc3578a28",
    part="Webster's Second: which words a second source has",
    licence="",
)
FRENCH = Package(
    name="wfrench",
    version="1.2.7-2",
    kind="Debian",
    sha256="a5cbe63b988adbdb973983aab5b76fe2b715e9a37b012f31ad1e925b1a4b4c29",
    part="words that may be foreign",
    licence="",
)
GERMAN = Package(
    name="wngerman",
    version="20161207-11",
    kind="Debian",
    sha256="9053a69641bcf59233055f1b3ca341046751534b2b32d1e32c67b23ab9b98fec",
    part="words that may be foreign",
    licence="",
)
ITALIAN = Package(
    name="witalian",
    version="1.10",
    kind="Debian",
    sha256="dc6eb1423726ce838332936db078406b646d0f3773701a5b1566a68495ddf076",
    part="words that may be foreign",
    licence="",
)
SPANISH = Package(
    name="wspanish",
    version="1.0.30",
    kind="Debian",
    sha256="a2b7504fb8c12deaf6c4e868f749a3d05a42caee348f0f5bb006238e925cde18",
    part="words that may be foreign",
    licence="",
)
PACKAGES = (SCOWL, WORDNET, WORDNET_SENSES, PYINFLECT, CUSS, WORDFREQ)
"""The sources of the lexicon. The other packages only choose which words a reader gets to see."""
CONSULTED = (GCIDE,)
"""The packages that the importer consults to ask a reader for decisions; nothing of them is in the lexicon."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def package_file(package: Package, folder: Path) -> Path:
    """Finds the package in `folder` by its digest, or downloads it there.

    Raises `ImportFailure` if the download fails or has another digest.
    """

    def candidates() -> Iterator[Path]:
        return (path for path in sorted(folder.glob(f"{package.name}[-_]*")) if path.is_file())

    def pinned() -> Path | None:
        return next((path for path in candidates() if sha256(path.read_bytes()) == package.sha256), None)

    kept = pinned()
    if kept is not None:
        return kept
    command = package.fetch_command(folder)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        hint = f" ({package.where_else()})" if package.kind == "Debian" else ""
        raise ImportFailure(f"{' '.join(command)} failed{hint}: {done.stderr.strip()}")
    fetched = pinned()
    if fetched is None:
        found = {path.name: sha256(path.read_bytes()) for path in candidates()}
        raise ImportFailure(f"{package.name} {package.version}: expected sha256 {package.sha256}, found {found}")
    return fetched


def unpack(package: Package, folder: Path) -> dict[str, bytes]:
    """Reads every file of the package into memory, by its path inside the package."""
    path = package_file(package, folder)
    if package.kind == "PyPI":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    if package.kind == "Debian":
        content = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(path)], capture_output=True, check=True).stdout
    else:
        content = path.read_bytes()
    files = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        for member in tar:
            if member.isfile():
                handle = tar.extractfile(member)
                assert handle is not None
                files[member.name.removeprefix("./")] = handle.read()
    return files
