# SPDX-License-Identifier: GPL-3.0-or-later
# The packages that this project needs on Debian 12 and 13 and Ubuntu 24.04, and a function that
# installs them. Sourced by ./run and ./check; docs/dependencies.md says what each package is for.

# For building, starting and packaging the program (CPack uses `file` to find which libraries are
# needed).
packages_to_run=(
    build-essential cmake ninja-build ccache pkg-config
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libgl1-mesa-dev qt6-qpa-plugins qt6-translations-l10n fonts-dejavu-core tzdata
    libsqlitecpp-dev libsqlite3-dev libsimdjson-dev libexpected-dev libqcustomplot-dev
    libcpp-httplib-dev nlohmann-json3-dev libssl-dev libfontconfig-dev
    qtkeychain-qt6-dev libsecret-1-0 # which QtKeychain loads when it is used
    libqrencode-dev
    libxlsxwriter-dev
    libminizip-dev # which libxlsxwriter links too
    file
)

# For testing it as well, and for running the benchmarks.
packages_to_check=(
    clang libclang-rt-dev llvm # llvm names the functions in the sanitizers' reports
    git clang-format clang-tidy python3 openssl curl xvfb xauth sqlite3 strace
    desktop-file-utils appstream python3-openpyxl mold lintian
    mandoc zsh fish # which read the manual pages and the completions
    gnome-keyring dbus libsecret-tools
    tinyproxy-bin squid microsocks # two HTTP proxies and a SOCKS5 proxy
)

# For packing and trying the program for Linux (packaging/linux).
packages_for_linux=(
    qt6-wayland patchelf xz-utils lintian rpm rpmlint mandoc python3
    mmdebstrap xvfb xauth x11-utils xdotool imagemagick weston # for packaging/linux/try
)

# For building and trying the program for Windows (packaging/windows).
packages_for_windows=(
    g++-mingw-w64-x86-64-posix libz-mingw-w64-dev dpkg-dev tcl nsis zip unzip
    wine64 wine xvfb xauth xdotool openssl python3 curl osslsigncode
)

# install_missing PACKAGE...
# Installs the packages that are missing, without asking; prints nothing if there are none.
install_missing() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "This script installs missing packages with apt-get, which was not found. See" \
             "packaging/README.md for how to build on other systems." >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing: ${missing[*]}. Run this script as root, or install" \
                 "sudo." >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} packages: ${missing[*]}"
    local env=(env DEBIAN_FRONTEND=noninteractive)
    "${as_root[@]}" "${env[@]}" apt-get update -qq &&
        "${as_root[@]}" "${env[@]}" apt-get install -y -qq --no-install-recommends \
            -o Dpkg::Use-Pty=0 "${missing[@]}"
}
