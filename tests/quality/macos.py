#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what can be tested of the bundle for macOS on other systems: its property lists, its icon,
and that every file that they and the script name exists.

    macos.py ROOT
"""
import pathlib
import plistlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True


def main():
    root = pathlib.Path(sys.argv[1])
    folder = root / "packaging/macos"
    sys.path.insert(0, str(folder))
    import icns  # noqa: E402

    version = (root / "VERSION").read_text(encoding="utf-8").strip()
    text = (folder / "Info.plist.in").read_text(encoding="utf-8")
    text = text.replace("${PROJECT_VERSION}", version)
    text = text.replace("${MACOSX_BUNDLE_EXECUTABLE_NAME}", "relaybook")
    if "${" in text:
        sys.exit("Info.plist.in has a variable that this test does not know")
    info = plistlib.loads(text.encode("utf-8"))
    expected = {"CFBundleIdentifier": "org.relaybook.Relaybook", "CFBundleExecutable": "relaybook",
                "CFBundlePackageType": "APPL", "CFBundleShortVersionString": version,
                "CFBundleVersion": version, "NSHighResolutionCapable": True}
    for key, value in expected.items():
        if info.get(key) != value:
            sys.exit(f"Info.plist: {key} is {info.get(key)!r}, not {value!r}")
    entitlements = (folder / "relaybook.entitlements").read_bytes()
    if b"<!--" in entitlements:
        sys.exit("the entitlements have a comment, which codesign may refuse")
    entitlements = plistlib.loads(entitlements)
    if entitlements != {"com.apple.security.cs.allow-jit": True}:
        sys.exit(f"more is allowed than is needed: {entitlements}")

    script = (folder / "build").read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", folder / "build"], check=True)
    minimum = info["LSMinimumSystemVersion"]
    if f"CMAKE_OSX_DEPLOYMENT_TARGET={minimum}" not in script:
        sys.exit(f"the program is not built for macOS {minimum}, which Info.plist names")
    for name in re.findall(r'"\$(?:here|root)/([\w./-]+\w)"', script):
        if not (folder / name).exists() and not (root / name).exists():
            sys.exit(f"packaging/macos/build names {name}, which does not exist")

    icon = icns.read((root / "resources/app" / info["CFBundleIconFile"]).read_bytes())
    wanted = {kind: side for side, kinds in icns.TYPES.items() for kind in kinds}
    sizes = {kind: icns.side_of(png) for kind, png in icon.items()}
    if sizes != wanted:
        sys.exit(f"the icon has {sizes}, not {wanted}")


if __name__ == "__main__":
    main()
