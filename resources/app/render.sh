#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Renders the program icon to the sizes that packages need. Needs librsvg2-bin.
set -e
cd "$(dirname "$0")"
for size in 16 22 24 32 48 64 128 256 512; do
    rsvg-convert -w "$size" -h "$size" relaybook.svg -o "relaybook-$size.png"
done
