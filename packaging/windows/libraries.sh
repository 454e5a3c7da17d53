# SPDX-License-Identifier: GPL-3.0-or-later
# How each library is built for Windows, from Debian's source packages. Sourced by ./build, which
# sets `cache` (where all of it goes), `prefix` (where libraries are installed) and `jobs`.
#
# A library is a function library_NAME, run in a folder of its own, $cache/NAME. A finished one has
# a stamp of its recipe: the function and the toolchain. One that was interrupted goes on where it
# stopped; one whose recipe changed is built anew. A new source is taken when $cache/NAME is removed.

# Debian's source packages, from a list of sources that only these commands read: the system's own
# lists are not changed.
apt_for_sources() { # COMMAND...: apt-get or apt-cache
    local command=$1
    shift
    "$command" -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$cache/apt/sources" \
        -o Dir::State::Lists="$cache/apt/lists" -o Dir::Cache="$cache/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

debian_mirror() { # that of the packages, unless another one is named
    local mirror
    mirror=${RELAYBOOK_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' \
        'Created-By: Packages' 'Codename: bookworm' | head -n 1)}
    echo "${mirror%/}"
}

prepare_sources() {
    mkdir -p "$cache"/apt/{sources,lists/partial,cache/archives/partial} "$cache/sources"
    [ -e "$cache/apt/ready" ] && return 0
    cat >"$cache/apt/sources/relaybook.sources" <<SOURCES
Types: deb-src
URIs: $(debian_mirror)
Suites: bookworm trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    apt_for_sources apt-get update
    touch "$cache/apt/ready"
}

# unpack PACKAGE: downloads a source package, which apt checks, and unpacks it with Debian's patches
# as ./source, unless it is there.
unpack() {
    [ -e source/.unpacked ] && return 0
    rm -rf source
    (
        cd "$cache/sources"
        apt_for_sources apt-get source --download-only "$1/bookworm" || upstream_file "$1"
    )
    if ! dpkg-source --no-check -x "$cache/sources/$1"_*.dsc source >/dev/null 2>&1; then
        echo "$1: upstream's files alone, without Debian's patches"
        mkdir -p source
        tar -xf "$cache/sources/$1"_*.orig.tar.* -C source --strip-components=1
    fi
    touch source/.unpacked
}

# A mirror may lack a file of a source package. Then upstream's file alone is taken, Debian 12's or
# the newer one of Debian 13, if its checksum is the one in Debian's signed lists.
upstream_file() { # PACKAGE
    local folder sum file
    while read -r folder sum file; do
        curl -fsSL -o "$file" "$(debian_mirror)/$folder/$file" &&
            sha256sum --check --quiet <<<"$sum  $file" && return 0
        rm -f "$file"
    done < <(apt_for_sources apt-cache showsrc "$1" | awk '
        /^[^ ]/ { sums = $1 == "Checksums-Sha256:" }
        sums && $3 ~ /\.orig\.tar\.[a-z0-9]+$/ { sum = $1; file = $3 }
        /^Version:/ { version = $2 }
        /^Directory:/ { folder = $2 }
        /^$/ { print version, folder, sum, file }' | sort -V | cut -d" " -f2-)
    return 1
}

configure() { # SOURCE ARGUMENT...: into ./build
    local source=$1
    shift
    cmake -S "$source" -B build -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DCMAKE_INSTALL_PREFIX="$prefix" "$@"
}

compile() { # TARGET...: of ./build
    cmake --build build -j "$jobs" --target "$@"
}

# Without what Relaybook does not use; TLS is Windows' own (Schannel), with its certificates.
# Debian's source has neither Wintab nor SQLite, and the libraries that it takes from Debian are
# taken from Qt's own copies. QtTest is for the tests, the offscreen platform for the pictures.
# Direct2D stays: Qt's fonts (DirectWrite) are compiled only with it, and the windows plugin does not
# link without.
# GCC on Windows destroys the variables of a thread after it has freed their memory. Qt has one,
# of its regular expressions that are compiled to machine code, and crashed when such a thread
# ended; without the compiling it is never used.
library_qtbase() {
    unpack qt6-base
    sed -i 's/CONDITION QNX OR UIKIT/CONDITION WIN32 OR QNX OR UIKIT/' \
        source/src/3rdparty/pcre2/CMakeLists.txt
    [ -e build/.configured ] || configure source \
        -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR="$host_cmake" \
        -DQT_QMAKE_TARGET_MKSPEC=win32-g++ -DBUILD_SHARED_LIBS=ON \
        -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF -DQT_BUILD_BENCHMARKS=OFF \
        -DFEATURE_sql=OFF -DFEATURE_dbus=OFF -DFEATURE_xml=OFF -DFEATURE_concurrent=OFF \
        -DINPUT_opengl=no -DFEATURE_vulkan=OFF -DFEATURE_tabletevent=OFF \
        -DFEATURE_openssl=OFF -DFEATURE_schannel=ON -DFEATURE_dtls=OFF \
        -DFEATURE_icu=OFF -DFEATURE_glib=OFF -DFEATURE_brotli=OFF -DFEATURE_zstd=OFF \
        -DFEATURE_jpeg=OFF -DFEATURE_system_zlib=OFF -DFEATURE_system_pcre2=OFF \
        -DFEATURE_system_doubleconversion=OFF -DFEATURE_system_freetype=OFF \
        -DFEATURE_system_harfbuzz=OFF -DFEATURE_system_png=OFF \
        -DFEATURE_androiddeployqt=OFF
    touch build/.configured
    compile all
    compile install
}

# One file, with FTS5 and the limits of Debian's own package.
library_sqlite() {
    unpack sqlite3
    mkdir -p build
    (
        cd build
        [ -e sqlite3.c ] || { ../source/configure >configure.log && make sqlite3.c >make.log; }
        x86_64-w64-mingw32-gcc-posix -O2 -ffunction-sections -fdata-sections -c sqlite3.c \
            -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_COLUMN_METADATA \
            -DSQLITE_SECURE_DELETE -DSQLITE_OMIT_LOOKASIDE=1 -DSQLITE_ENABLE_UNLOCK_NOTIFY \
            -DSQLITE_LIKE_DOESNT_MATCH_BLOBS -DSQLITE_ENABLE_MATH_FUNCTIONS \
            -DSQLITE_USE_URI=1 -DSQLITE_MAX_SCHEMA_RETRY=25 -DSQLITE_MAX_VARIABLE_NUMBER=250000
        x86_64-w64-mingw32-ar rcs libsqlite3.a sqlite3.o
        install -D -m 644 -t "$prefix/lib" libsqlite3.a
        install -D -m 644 -t "$prefix/include" sqlite3.h ../source/src/sqlite3ext.h
    )
}

library_sqlitecpp() {
    unpack sqlitecpp
    configure source -DBUILD_SHARED_LIBS=OFF -DSQLITECPP_INTERNAL_SQLITE=OFF \
        -DSQLITECPP_USE_STACK_PROTECTION=OFF -DSQLITECPP_RUN_CPPLINT=OFF \
        -DSQLITECPP_RUN_CPPCHECK=OFF
    compile install
}

library_simdjson() {
    unpack simdjson
    configure source -DBUILD_SHARED_LIBS=OFF -DSIMDJSON_DEVELOPER_MODE=OFF
    compile install
}

# Its zlib, from Debian's package for mingw, is linked into it; a linker would prefer zlib's DLL.
library_libxlsxwriter() {
    unpack libxlsxwriter
    configure source -DBUILD_SHARED_LIBS=OFF \
        -DZLIB_LIBRARY=/usr/x86_64-w64-mingw32/lib/libz.a \
        -DZLIB_INCLUDE_DIR=/usr/x86_64-w64-mingw32/include
    compile install
    install -m 644 /usr/x86_64-w64-mingw32/lib/libz.a "$prefix/lib"
    mkdir -p "$prefix/lib/pkgconfig"
    cat >"$prefix/lib/pkgconfig/xlsxwriter.pc" <<PC
Name: libxlsxwriter
Description: Writes XLSX files
Version: 1.1.4
Libs: -L$prefix/lib -lxlsxwriter -lz
Cflags: -I$prefix/include
PC
}

# From zlib's sources, without what opens files: the program writes archives to memory. Its zlib is
# that of libxlsxwriter.
library_minizip() {
    unpack zlib
    mkdir -p build
    (
        cd build
        for file in ioapi zip unzip; do
            x86_64-w64-mingw32-gcc-posix -O2 -ffunction-sections -fdata-sections -DNOCRYPT \
                -DNOUNCRYPT -I/usr/x86_64-w64-mingw32/include -c "../source/contrib/minizip/$file.c"
        done
        x86_64-w64-mingw32-ar rcs libminizip.a ioapi.o zip.o unzip.o
    )
    install -D -m 644 -t "$prefix/lib" build/libminizip.a /usr/x86_64-w64-mingw32/lib/libz.a
    install -D -m 644 -t "$prefix/include/minizip" source/contrib/minizip/{ioapi,zip,unzip}.h
    install -D -m 644 -t "$prefix/include" /usr/x86_64-w64-mingw32/include/{zlib,zconf}.h
    mkdir -p "$prefix/lib/pkgconfig"
    cat >"$prefix/lib/pkgconfig/minizip.pc" <<PC
Name: minizip
Description: Writes ZIP archives
Version: 1.2.13
Libs: -L$prefix/lib -lminizip -lz
Cflags: -I$prefix/include
PC
}

library_libqrencode() {
    unpack qrencode
    configure source -DBUILD_SHARED_LIBS=OFF -DWITH_TOOLS=OFF -DWITHOUT_PNG=ON
    compile install
}

library_qcustomplot() {
    unpack qcustomplot
    mkdir -p project
    cat >project/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.23)
project(qcustomplot LANGUAGES CXX)
set(CMAKE_AUTOMOC ON)
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
add_library(qcustomplot STATIC ../source/qcustomplot.cpp ../source/qcustomplot.h)
target_link_libraries(qcustomplot PUBLIC Qt6::Widgets Qt6::PrintSupport)
install(TARGETS qcustomplot)
install(FILES ../source/qcustomplot.h TYPE INCLUDE)
CMAKE
    configure project -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR="$host_cmake"
    compile install
}

library_qtkeychain() {
    unpack qtkeychain
    # 0.15 gives an option of Visual C++ to every compiler.
    find source -name CMakeLists.txt -exec sed -i 's,/utf-8,,' {} +
    configure source -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR="$host_cmake" \
        -DBUILD_WITH_QT6=ON -DBUILD_SHARED_LIBS=OFF -DBUILD_TEST_APPLICATION=OFF \
        -DBUILD_TRANSLATIONS=OFF
    compile install
}

# Debian's package is compiled, and with OpenSSL; this is the header alone. Without OpenSSL the
# sandbox speaks only http, which is all that it does on any system.
library_httplib() {
    unpack cpp-httplib
    configure source -DHTTPLIB_USE_OPENSSL_IF_AVAILABLE=OFF -DHTTPLIB_USE_ZLIB_IF_AVAILABLE=OFF \
        -DHTTPLIB_USE_BROTLI_IF_AVAILABLE=OFF
    compile install
}

# Libraries that are headers only, from this system's own packages.
library_headers() {
    mkdir -p "$prefix/include" "$prefix/share/cmake"
    cp -a /usr/include/tl /usr/include/nlohmann "$prefix/include"
    cp -a /usr/share/cmake/tl-expected /usr/share/cmake/nlohmann_json "$prefix/share/cmake"
}

# For the certificates of the tests only; nothing that users get has it.
library_openssl() {
    unpack openssl
    mkdir -p build
    (
        cd build
        [ -e Makefile ] || ../source/Configure mingw64 --cross-compile-prefix=x86_64-w64-mingw32- \
            --prefix="$prefix" --libdir=lib no-shared no-tests no-engine no-dso \
            no-legacy CC=gcc-posix >configure.log
        make -j "$jobs" build_libs >make.log
        make install_dev >>make.log
    )
}

# In this order; `name:source package` where the names differ.
libraries=(qtbase sqlite sqlitecpp simdjson libxlsxwriter minizip libqrencode qcustomplot qtkeychain
    httplib headers openssl)

# build_library NAME: builds it unless it is there.
build_library() {
    local name=$1 recipe started=$SECONDS
    recipe=$({ declare -f "library_$name"; grep -v '^ *#' "$here/toolchain.cmake"; } |
        sha256sum | cut -d' ' -f1)
    [ "$(cat "$cache/$name/done" 2>/dev/null)" = "$recipe" ] && return 0
    if [ "$(cat "$cache/$name/recipe" 2>/dev/null)" != "$recipe" ]; then
        rm -rf "${cache:?}/$name/build" "$cache/$name/done"
    fi
    mkdir -p "$cache/$name"
    echo "$recipe" >"$cache/$name/recipe"
    # Beside, because a function that is tested would not end at its first error.
    (cd "$cache/$name" && "library_$name") >"$cache/$name/log" 2>&1 &
    if ! wait $!; then
        tail -n 40 "$cache/$name/log" >&2
        echo "Building $name failed; the whole of it is in $cache/$name/log." >&2
        return 1
    fi
    echo "$recipe" >"$cache/$name/done"
    printf '%5d s  %s\n' $((SECONDS - started)) "$name"
}
