#!/bin/bash
# Downloads the sources that pins.txt names, and checks every digest. Existing files are only checked.
#
# usage: fetch.sh FOLDER
#   FOLDER  takes the files; its content is the archive of sources that a release offers
# DEBIAN_MIRROR is an address with the folders debian and debian-security (default: http://deb.debian.org). A version
# that Debian has replaced is in the archive of sources of an earlier release: unpack that archive into FOLDER first.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org}

main() {
  local name files
  sed -e '/^#/d' "$here/pins.txt" | while read -r name files; do
    # shellcheck disable=SC2086 # The pairs of a line are words.
    fetch_package "$name" $files
  done
  cp "$here/pins.txt" "$folder/"
}

# fetch_package NAME (FILE DIGEST)...
fetch_package() {
  local pool file digest
  pool=$(pool_of "$1")
  shift
  while [ $# -gt 0 ]; do
    fetch_file "$pool" "$1" "$2"
    case $1 in
      *.dsc)
        # The section of SHA-256 digests has one line per file: digest, size, name.
        sed -n '/^Checksums-Sha256:/,/^[^ ]/s/^ //p' "$folder/$1" | while read -r digest _ file; do
          case $file in
            *.asc) ;;
            *) fetch_file "$pool" "$file" "$digest" ;;
          esac
        done
        ;;
    esac
    shift 2
  done
}

# Debian's pool has a folder for each first letter, and for the first four letters of libraries.
pool_of() {
  case $1 in
    lib*) echo "$(echo "$1" | cut -c1-4)/$1" ;;
    *) echo "$(echo "$1" | cut -c1)/$1" ;;
  esac
}

# fetch_file POOL FILE DIGEST
fetch_file() {
  local target=$folder/$2 base
  if [ ! -e "$target" ]; then
    rm -f "$target.part"
    for base in "$mirror/debian/pool/main" "$mirror/debian-security/pool/updates/main"; do
      # Mirrors can require that the plus sign is encoded.
      if curl -fsSL --retry 3 -o "$target.part" "$base/$1/${2//+/%2b}"; then break; fi
      rm -f "$target.part"
    done
    if [ ! -e "$target.part" ]; then
      echo "$2 could not be downloaded from $mirror. If Debian has deleted this version, unpack the archive of sources of an earlier release into $folder." >&2
      exit 1
    fi
    mv "$target.part" "$target"
  fi
  check_digest "$target" "$3"
}

check_digest() {
  local found
  found=$(digest_of "$1")
  if [ "$found" != "$2" ]; then
    rm -f "$1"
    echo "$1 had the SHA-256 $found instead of the pinned $2, and was deleted." >&2
    exit 1
  fi
}

# macOS has no sha256sum.
digest_of() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

main
