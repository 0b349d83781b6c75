#!/bin/bash
# Builds svg-drawer.wasm from Debian's packages alone: compiler, crates, and linker come from one Debian suite. The suite
# is unpacked into a folder (about 1.6 GB); the packages of the machine stay as they are.
#
# usage, as root: build.sh FOLDER [SUITE]
#   FOLDER  takes the suite, the build, and the results; a second run only compiles
#   SUITE   sid (the default, resvg 0.48) or trixie (resvg 0.45)
# needs: mmdebstrap
# The mirror is the one in the package list of the machine. Nothing else is downloaded.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
suite=${2:-sid}
root=$folder/$suite
mirror=${DEBIAN_MIRROR:-$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)}
packages=rustc,cargo,libstd-rust-dev-wasm32,lld,binaryen,librust-resvg-dev,librust-usvg-dev,librust-tiny-skia-dev

# A frozen mirror is older than the date in its list, hence Check-Valid-Until. Signatures are still checked.
if [ ! -e "$root/usr/bin/cargo" ]; then
  rm -rf --one-file-system "$root"
  mmdebstrap --variant=apt --mode=root --include="$packages" \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    "$suite" "$root" "deb $mirror $suite main"
fi

rm -rf "$root/build/src" "$root/build/target" "$root/build/Cargo.lock"
mkdir -p "$root/build/.cargo"
cp -r "$here/Cargo.toml" "$here/src" "$root/build/"
# Cargo.lock pins the crates: a newer version in the suite is an error.
if [ -e "$here/Cargo.lock.$suite" ]; then cp "$here/Cargo.lock.$suite" "$root/build/Cargo.lock"; fi
cp "$here/cargo-config.toml" "$root/build/.cargo/config.toml"
chroot "$root" env CARGO_HOME=/build/.cargo-home sh -c 'cd /build && cargo build --release --offline'

built=$root/build/target/wasm32-unknown-unknown/release/svg_drawer.wasm
# wasm-opt makes the file smaller and is deterministic; the names and producers sections are removed.
chroot "$root" wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-bulk-memory-opt --enable-sign-ext \
  --enable-mutable-globals --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types \
  --strip-debug --strip-producers --strip-target-features -o /build/svg-drawer.wasm "${built#"$root"}"
cp "$root/build/svg-drawer.wasm" "$folder/svg-drawer.$suite.wasm"
cp "$root/build/Cargo.lock" "$folder/Cargo.lock.$suite"
# The license texts of the crates in Cargo.lock, each text once.
chroot "$root" sh -c 'for name in $(sed -n "s/^name = \"\(.*\)\"/\1/p" /build/Cargo.lock | tr _ - | sort -u); do
  for file in /usr/share/doc/librust-$name-dev/copyright /usr/share/doc/librust-$name-[0-9]*-dev/copyright; do
    if [ -e "$file" ]; then printf "%s\n\n" "$name"; cat "$file"; printf "\n%s\n\n" "$(printf "%080d" 0 | tr 0 -)"; fi
  done
done' >"$folder/licenses.$suite.txt"
chroot "$root" dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' 'librust-*' rustc cargo lld binaryen |
  sed -n 's/^ii *//p' >"$folder/versions.$suite.txt"
sha256sum "$folder/svg-drawer.$suite.wasm"
