#!/bin/bash
# Compiles the codecs and FFmpeg from the files that fetch.sh downloads. build.sh runs it in a Debian 12 (Linux); on macOS
# and in MSYS2 (Windows), the workflow runs it. Runs on bash 3.2, the version of macOS.
#
# usage: compile.sh WORK SYSTEM
#   WORK    has a folder `sources`; takes the build and the results in `result`. A later run continues after the last
#           complete package: a package is built again only if its pin or a function for it changes
#   SYSTEM  linux, mac, or win
# needs: a C and C++ compiler, make, nasm (on x86), cmake, meson, ninja, pkg-config, patch, perl
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$1" && pwd)
system=$2
machine=$(uname -m)
prefix=$work/prefix
jobs=${BUILD_JOBS:-$(getconf _NPROCESSORS_ONLN)}

export PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
# FFmpeg searches some codecs without pkg-config. These variables are not in its configure line, which users see.
export CPATH=$prefix/include LIBRARY_PATH=$prefix/lib
export LC_ALL=C SOURCE_DATE_EPOCH=1
hardening="-fstack-protector-strong -D_FORTIFY_SOURCE=2"
case $system in
  linux) CFLAGS="-O3 -g0 -fPIC $hardening" ;;
  mac)
    CFLAGS="-O3 -g0 -fPIC $hardening"
    # The oldest macOS of the packages.
    export MACOSX_DEPLOYMENT_TARGET=12.0
    ;;
  win) CFLAGS="-O3 -g0" ;;
esac
export CFLAGS CXXFLAGS=$CFLAGS

main() {
  local name pins
  mkdir -p "$work/stamps" "$prefix/lib/pkgconfig" "$prefix/include" "$work/result"
  sed -e '/^#/d' "$here/pins.txt" | while read -r name pins; do
    if ! has "$name" || [ "$(cat "$work/stamps/$name" 2>/dev/null)" = "$(stamp_of "$name" "$pins")" ]; then continue; fi
    echo "== $name"
    rm -rf "$work/src/$name"
    # shellcheck disable=SC2086 # The pairs of a line are words.
    unpack "$name" $pins
    (cd "$work/src/$name" && "build_$(echo "$name" | tr - _)") </dev/null
    collect_licenses "$name"
    stamp_of "$name" "$pins" >"$work/stamps/$name"
  done
  write_result
}

# has NAME: whether this system has the package. VPL is Intel's interface for hardware encoders on PCs.
has() {
  case $1 in
    onevpl) [ "$system" != mac ] && [ "$machine" = x86_64 ] ;;
    nv-codec-headers) [ "$system" != mac ] ;;
    *) true ;;
  esac
}

# FFmpeg contains all other packages, so its stamp depends on all pins.
stamp_of() {
  echo "$2 $CFLAGS"
  declare -f unpack files_of build_meson build_cmake "build_$(echo "$1" | tr - _)"
  if [ "$1" = ffmpeg ]; then
    declare -f build_late_va
    options_and_pins
    cat "$here/late-va.c" "$here/frames.patch"
  fi
}

options_and_pins() {
  sed -e '/^#/d' "$here/pins.txt" "$here/configure-options.txt"
}

# unpack NAME (FILE DIGEST)...: applies Debian's patches if the files include them.
unpack() {
  local target=$work/src/$1 file
  mkdir -p "$target"
  shift
  while [ $# -gt 0 ]; do
    for file in $(files_of "$1"); do
      case $file in
        *.asc) ;;
        *.orig.tar.*) tar -xf "$work/sources/$file" -C "$target" --strip-components 1 ;;
        *.debian.tar.*) tar -xf "$work/sources/$file" -C "$target" ;;
      esac
    done
    shift 2
  done
  if [ -e "$target/debian/patches/series" ]; then
    sed -e 's/#.*//' -e '/^ *$/d' "$target/debian/patches/series" | while read -r file _; do
      patch -d "$target" -p1 -s <"$target/debian/patches/$file"
    done
  fi
}

files_of() {
  case $1 in
    *.dsc) sed -n '/^Checksums-Sha256:/,/^[^ ]/s/^ [0-9a-f]* [0-9]* //p' "$work/sources/$1" ;;
    *) echo "$1" ;;
  esac
}

build_zlib() {
  if [ "$system" = win ]; then
    make -f win32/Makefile.gcc -j "$jobs" libz.a
    make -f win32/Makefile.gcc install SHARED_MODE=0 \
      BINARY_PATH="$prefix/bin" INCLUDE_PATH="$prefix/include" LIBRARY_PATH="$prefix/lib"
  else
    ./configure --static --prefix="$prefix"
    make -j "$jobs" libz.a
    make install
  fi
}

build_x264() {
  ./configure --prefix="$prefix" --enable-static --enable-pic --disable-cli --disable-lavf --disable-swscale \
    --disable-avs --disable-opencl
  make -j "$jobs" install-lib-static
}

build_libvpx() {
  ./configure --prefix="$prefix" --enable-static --disable-shared --enable-pic --disable-examples --disable-tools \
    --disable-docs --disable-unit-tests --enable-vp9-highbitdepth --enable-runtime-cpu-detect \
    --extra-cflags="$CFLAGS"
  make -j "$jobs" install
}

build_opus() {
  build_meson -Dtests=disabled -Ddocs=disabled -Dextra-programs=disabled -Ddred=disabled -Dosce=disabled
}

build_lame() {
  ./configure --prefix="$prefix" --enable-static --disable-shared --disable-frontend --disable-decoder \
    --disable-gtktest --with-pic
  make -j "$jobs" install
}

build_zimg() {
  if [ ! -x configure ]; then ./autogen.sh; fi
  ./configure --prefix="$prefix" --enable-static --disable-shared --with-pic
  make -j "$jobs" install
  # The file of pkg-config does not name libm, which a static library needs on Linux.
  perl -pi -e 's/^Libs.private:.*/$& -lm/' "$prefix/lib/pkgconfig/zimg.pc"
}

build_dav1d() {
  build_meson -Denable_tools=false -Denable_tests=false
}

build_libwebp() {
  if [ ! -x configure ]; then ./autogen.sh; fi
  ./configure --prefix="$prefix" --enable-static --disable-shared --with-pic --enable-libwebpmux \
    --disable-png --disable-jpeg --disable-tiff --disable-gif --disable-gl --disable-sdl --disable-wic
  make -j "$jobs" install
}

build_svt_av1() {
  build_cmake -DBUILD_APPS=OFF -DBUILD_TESTING=OFF -DBUILD_SHARED_LIBS=OFF -DENABLE_AVX512=ON -DSVT_AV1_LTO=OFF
}

build_nv_codec_headers() {
  make PREFIX="$prefix" install
  # The license is only in the headers.
  sed -n '1,/\*\//p' include/ffnvcodec/nvEncodeAPI.h >COPYING
}

build_onevpl() {
  build_cmake -DBUILD_SHARED_LIBS=OFF -DBUILD_DISPATCHER=ON -DBUILD_DEV=ON -DBUILD_PREVIEW=OFF -DBUILD_TOOLS=OFF \
    -DBUILD_TESTS=OFF -DBUILD_EXAMPLES=OFF -DINSTALL_EXAMPLE_CODE=OFF -DBUILD_TOOLS_ONEVPL_EXPERIMENTAL=OFF
}

build_meson() {
  meson setup build --prefix="$prefix" --libdir=lib --buildtype=release --default-library=static \
    -Db_pie=false -Db_staticpic=true "$@"
  ninja -C build -j "$jobs" install
}

build_cmake() {
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON "$@"
  ninja -C build -j "$jobs" install
}

build_ffmpeg() {
  local options=() option systems flags=""
  if [ "$system" = linux ]; then build_late_va; fi
  # A line is an option, and the systems that have it, if not all have it.
  while read -r option systems; do
    case " $systems " in
      "  " | *" $system "* | *" $system-$machine "*) options+=("$option") ;;
    esac
  done <<OPTIONS
$(sed -e '/^#/d' -e '/^ *$/d' "$here/configure-options.txt")
OPTIONS
  # The version also identifies the codecs, because cached parts of an earlier codec do not fit.
  options+=("--extra-version=$(options_and_pins | cksum | cut -d ' ' -f 1)")
  case $system in
    linux)
      options+=("--extra-cflags=$hardening")
      flags="-static-libgcc -Wl,-z,relro,-z,now"
      # zimg and VPL need the C++ library. gcc links it dynamically if the files do not name the static one.
      perl -pi -e 's/-lstdc\+\+/-l:libstdc++.a/' "$prefix"/lib/pkgconfig/*.pc
      ;;
    mac) options+=("--extra-cflags=$hardening") ;;
    win) flags="-static" ;;
  esac
  patch -p1 -s <"$here/frames.patch"
  # A pipe of Linux holds 64 KiB. With 256 KiB, a film with titles takes 1.5 % less processor time, because its raw
  # frames change processes less often. The pipes of a user may hold 64 MiB together. 1031 is F_SETPIPE_SZ.
  perl -0777 -pi -e '
    s/( if \(newfd == -1\)\n +return newfd;\n)/$1#ifdef __linux__\n    fcntl(newfd, 1031, 1 << 18);\n#endif\n/ and $n++;
    END { exit($n != 1) }' libavformat/file.c
  # FFmpeg chooses its own optimization.
  (
    unset CFLAGS CXXFLAGS
    ./configure "${options[@]}" ${flags:+--extra-ldflags="$flags"} || { tail -n 40 ffbuild/config.log && exit 1; }
  )
  make -j "$jobs" ffmpeg ffprobe
}

# Replaces libva by a library that loads the system's when an encoder is opened. The headers are those of the build root.
build_late_va() {
  cc -O2 -fPIC -Wall -Werror -c "$here/late-va.c" -o late-va.o
  ar rcs "$prefix/lib/libva-late.a" late-va.o
  local module
  for module in libva libva-drm; do
    printf 'Name: %s\nDescription: %s, loaded late\nVersion: %s\nCflags: -I/usr/include\nLibs: -L%s -lva-late -ldl\n' \
      "$module" "$module" "$(PKG_CONFIG_LIBDIR=/usr/lib/$machine-linux-gnu/pkgconfig pkg-config --modversion libva)" \
      "$prefix/lib" >"$prefix/lib/pkgconfig/$module.pc"
  done
}

# The license texts of a package, with its name.
collect_licenses() {
  local source=$work/src/$1 file
  mkdir -p "$work/licenses"
  rm -f "$work/licenses"/COPYING."$1".*
  find "$source" -maxdepth 1 -type f \( -iname 'copying*' -o -iname 'licen[cs]e*' -o -iname 'patents*' \) |
    while read -r file; do cp "$file" "$work/licenses/COPYING.$1.$(basename "$file" .txt).txt"; done
  if [ -e "$source/debian/copyright" ]; then cp "$source/debian/copyright" "$work/licenses/COPYING.$1.debian.txt"; fi
}

# Puts the programs, the license texts, the configure line, and digests into `result`.
write_result() {
  local ending="" result=$work/result program
  if [ "$system" = win ]; then ending=.exe; fi
  rm -rf "$result"
  mkdir -p "$result"
  for program in ffmpeg ffprobe; do
    cp "$work/src/ffmpeg/$program$ending" "$result/"
    strip "$result/$program$ending"
  done
  cp "$work"/licenses/* "$here/pins.txt" "$result/"
  "$result/ffmpeg$ending" -hide_banner -version >"$result/VERSION.txt"
  (cd "$result" && digests ./* >../SHA256SUMS && mv ../SHA256SUMS .)
  "$result/ffmpeg$ending" -hide_banner -version
}

digests() {
  if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi | sed 's/ \.\// /; s/\*\.\//*/'
}

main
