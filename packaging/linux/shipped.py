# SPDX-License-Identifier: GPL-3.0-or-later
"""Which libraries a program needs, from which packages of Debian or Fedora they are, under which
licences, and the list of all of that (SBOM, SPDX 2.3). Used by `portable` and by both `sbom`.
What is about Fedora was never run."""
import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

COMMON_LICENSES = pathlib.Path("/usr/share/common-licenses")

HAS_RPM = not pathlib.Path("/var/lib/dpkg/status").is_file()

# What is compiled in from headers, and so is in no list of libraries; package -> what it is.
COMPILED_IN = {
    "expected-devel" if HAS_RPM else "libexpected-dev": "tl::expected",
    "json-devel" if HAS_RPM else "nlohmann-json3-dev": "nlohmann-json",
}

# What is loaded by name while the program runs, as far as it is not a plugin of Qt.
LOADED_LATER = {
    "libssl.so.3": "TLS, by Qt",
    "libcrypto.so.3": "TLS, by Qt",
    "libsecret-1.so.0": "the keychain, by QtKeychain",
}


def run(*argv):
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path):
    """The names of the libraries that a program or library names itself."""
    return re.findall(r"^ +NEEDED +(\S+)$", run("objdump", "-p", str(path)), re.M)


@functools.lru_cache(maxsize=None)
def places():
    """name -> path of every library of this computer's architecture."""
    found = {}
    machine = "x86-64" if os.uname().machine == "x86_64" else os.uname().machine.replace("_", "-")
    for name, kind, path in re.findall(r"^\s+(\S+) \(([^)]*)\) => (\S+)$",
                                       run("/sbin/ldconfig", "-p"), re.M):
        if machine.lower() in kind.lower():
            found.setdefault(name, pathlib.Path(path))
    return found


def libraries(files, left_out=frozenset()):
    """All libraries that these files need, directly or not; name -> path. What is left out is not
    followed either."""
    found = {}
    waiting = list(files)
    while waiting:
        for name in needed(waiting.pop()):
            if name in found or name in left_out:
                continue
            found[name] = places()[name]
            waiting.append(found[name])
    return found


@functools.lru_cache(maxsize=None)
def owners():
    """path -> package of every installed library, plugin and translation. `dpkg -S` reads all of
    this for each question."""
    found = {}
    for listing in pathlib.Path("/var/lib/dpkg/info").glob("*.list"):
        package = listing.name.removesuffix(".list").split(":")[0]
        with open(listing, encoding="utf-8") as file:
            for line in file:
                if ".so" in line or ".qm" in line:
                    found[line.rstrip("\n")] = package
    return found


def package_of(path):
    """The package that has installed this file."""
    real = str(pathlib.Path(path).resolve())
    if HAS_RPM:
        return run("rpm", "-qf", "--qf", r"%{NAME}\n", real).splitlines()[0]
    # dpkg knows the places from before /lib became a link to /usr/lib.
    for name in (real, real.removeprefix("/usr")):
        if name in owners():
            return owners()[name]
    raise SystemExit(f"no package has installed {real}")


@functools.lru_cache(maxsize=None)
def facts_of(package):
    """version, source package, its version, homepage, architecture."""
    form = "${Version}\t${source:Package}\t${source:Version}\t${Homepage}\t${Architecture}\n"
    return run("dpkg-query", "-W", "-f", form, package).splitlines()[0].split("\t")


def copyright_of(package):
    path = pathlib.Path("/usr/share/doc") / package / "copyright"
    if not path.is_file():
        raise SystemExit(f"{path} is missing: what is shipped needs its licence")
    return path


def copy_licences(packages, folder):
    """The copyright file of each package, and the licences that these only name."""
    named = set()
    for package in sorted(packages):
        path = copyright_of(package)
        shutil.copyfile(path, folder / f"{package}.txt")
        text = path.read_text(encoding="utf-8", errors="replace")
        named |= set(re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text))
    for name in sorted(named):
        if (COMMON_LICENSES / name).is_file():
            shutil.copyfile(COMMON_LICENSES / name, folder / f"common-{name}.txt")


def short_licences(package):
    """The names of licences in a copyright file of the machine-readable form; they are Debian's,
    which are not all SPDX's, so they are given as a comment."""
    text = copyright_of(package).read_text(encoding="utf-8", errors="replace")
    return sorted({name.strip() for name in re.findall(r"^License: *(\S.*)$", text, re.M)})


def now():
    """The time of SOURCE_DATE_EPOCH, so that the same sources give the same list."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.datetime.now(datetime.timezone.utc) if seconds is None else \
        datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def distribution():
    with open("/etc/os-release", encoding="utf-8") as file:
        fields = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    return fields["ID"].strip('"'), fields.get("VERSION_ID", "").strip('"')


def spdx_id(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def debian_part(package, relation):
    """A Debian package of this computer as a part of the list."""
    system, release = distribution()
    installed, source, source_version, homepage, architecture = facts_of(package)
    url = f"pkg:deb/{system}/{package}@{installed}?arch={architecture}&distro={system}-{release}"
    return {
        "relation": relation, "name": package, "versionInfo": installed,
        "supplier": "Organization: Debian" if system == "debian" else "NOASSERTION",
        "sourceInfo": f"built from the source package {source} {source_version}",
        "licenseComments": "In Debian's words: " + "; ".join(short_licences(package)),
        **({"homepage": homepage} if homepage else {}), "purl": url,
    }


def rpm_part(package, relation):
    """An RPM package of this computer as a part of the list. Fedora's licences are in SPDX's words,
    but some refer to texts that such a list would have to contain: so they are a comment too."""
    form = r"%{VERSION}-%{RELEASE}\t%{EPOCH}\t%{SOURCERPM}\t%{URL}\t%{ARCH}\t%{LICENSE}\n"
    installed, epoch, source, homepage, architecture, licence = \
        run("rpm", "-q", "--qf", form, package).splitlines()[0].split("\t")
    system, release = distribution()
    return {
        "relation": relation, "name": package, "versionInfo": installed,
        "supplier": "Organization: Fedora Project" if system == "fedora" else "NOASSERTION",
        "sourceInfo": f"built from the source package {source}",
        "licenseComments": f"In Fedora's words: {licence}",
        **({"homepage": homepage} if homepage != "(none)" else {}),
        "purl": f"pkg:rpm/{system}/{package}@{installed}?arch={architecture}"
                f"&distro={system}-{release}" + ("" if epoch == "(none)" else f"&epoch={epoch}"),
    }


def installed_part(package, relation):
    return (rpm_part if HAS_RPM else debian_part)(package, relation)


def source_part(source, version, relation):
    """What was built from a Debian source package."""
    return {
        "relation": relation, "name": source, "versionInfo": version,
        "supplier": "NOASSERTION",
        "sourceInfo": f"built by this project from Debian's source package {source} {version}",
        "purl": f"pkg:deb/debian/{source}@{version}?arch=source",
    }


def sbom(name, version, parts, files):
    """The list in SPDX 2.3. The relation of a part is CONTAINS for what is in the package that users
    get, DYNAMIC_LINK or RUNTIME_DEPENDENCY_OF for what their system has, STATIC_LINK for what is
    compiled in. `files` are the shipped files, name -> path."""
    own = spdx_id(name)
    packages = [{
        "SPDXID": own, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "GPL-3.0-or-later",
        "licenseDeclared": "GPL-3.0-or-later", "copyrightText": "2026 The Relaybook authors",
    }]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": own}]
    for part in sorted(parts, key=lambda each: each["name"]):
        part = dict(part)
        relation, purl = part.pop("relation"), part.pop("purl")
        part_id = spdx_id(part["name"])
        packages.append({
            "SPDXID": part_id, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION",
            "copyrightText": "NOASSERTION", **part,
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": purl.replace("+", "%2B").replace("~", "%7E").replace("^", "%5E")}],
        })
        reverse = relation.endswith("_OF")
        relations.append({"spdxElementId": part_id if reverse else own,
                          "relationshipType": relation,
                          "relatedSpdxElement": own if reverse else part_id})
    listed = []
    for file, path in sorted(files.items()):
        content = pathlib.Path(path).read_bytes()
        listed.append({
            "SPDXID": spdx_id("File-" + file), "fileName": "./" + file,
            "checksums": [{"algorithm": kind, "checksumValue": hashlib.new(kind, content).hexdigest()}
                          for kind in ("SHA1", "SHA256")],
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
        })
        relations.append({"spdxElementId": own, "relationshipType": "CONTAINS",
                          "relatedSpdxElement": spdx_id("File-" + file)})
    content = json.dumps([packages, listed], sort_keys=True)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}",
        "documentNamespace": "https://spdx.org/spdxdocs/"
                             f"{name}-{version}-{hashlib.sha256(content.encode()).hexdigest()}",
        "creationInfo": {"created": now(), "creators": ["Tool: relaybook/packaging/linux/shipped.py"]},
        "packages": packages, "files": listed, "relationships": relations,
    }
    return json.dumps(document, indent=1, sort_keys=True) + "\n"
