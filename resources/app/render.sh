#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Renders the program icon to the sizes that packages need. Needs librsvg2-bin, and python3 for the
# icon of macOS.
set -e
cd "$(dirname "$0")"
for size in 16 22 24 32 48 64 128 256 512; do
    rsvg-convert -w "$size" -h "$size" relaybook.svg -o "relaybook-$size.png"
done
large=$(mktemp --suffix .png)
rsvg-convert -w 1024 -h 1024 relaybook.svg -o "$large"
python3 ../../packaging/macos/icns.py relaybook.icns relaybook-32.png relaybook-64.png \
    relaybook-128.png relaybook-256.png relaybook-512.png "$large"
rm "$large"
