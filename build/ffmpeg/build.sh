#!/bin/bash
# Builds ffmpeg and ffprobe for this Linux from the pinned sources, in a Debian 12 that is unpacked into a folder: its libc
# (2.36) is the oldest that the packages promise. The packages of the machine stay as they are.
#
# usage, as root: build.sh FOLDER
#   FOLDER  takes the sources, the build root, and the results in `result`. A later run continues after the last complete
#           package
# needs: mmdebstrap, curl, debian-archive-keyring
# DEBIAN_MIRROR is an address with the folder debian (default: http://deb.debian.org). Nothing else is downloaded.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
root=$folder/root
mirror=${DEBIAN_MIRROR:-http://deb.debian.org}
packages=gcc,g++,make,nasm,cmake,meson,ninja-build,pkg-config,patch,xz-utils,bzip2,perl
# libva-dev has headers only: late-va.c replaces the library. The autotools are for zimg.
packages=$packages,libva-dev,autoconf,automake,libtool

"$here/fetch.sh" "$folder/sources"

# A frozen mirror is older than the date in its list, hence Check-Valid-Until. Signatures are still checked.
if [ ! -e "$root/.complete" ]; then
  rm -rf --one-file-system "$root"
  mmdebstrap --variant=apt --mode=root --include="$packages" \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    bookworm "$root" "deb $mirror/debian bookworm main"
  touch "$root/.complete"
fi

mkdir -p "$root/build/sources" "$root/build/recipe"
# The folder can also contain the recipe, for the archive of a release.
find "$folder/sources" -maxdepth 1 -type f -exec cp -u {} "$root/build/sources/" \;
cp "$here"/compile.sh "$here"/pins.txt "$here"/configure-options.txt "$here"/late-va.c "$here"/frames.patch \
  "$root/build/recipe/"
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/build BUILD_JOBS="${BUILD_JOBS:-$(nproc)}" \
  /build/recipe/compile.sh /build linux
rm -rf "$folder/result"
cp -a "$root/build/result" "$folder/result"
