#!/bin/sh
# Installs larder for the user who runs it. Needs no root, and changes nothing but the files that it names.
#
#   sh install.sh [--from URL|DIR] [--prefix DIR]
#
# --from    where the archives and SHA256SUMS of the release are (default: beside this script)
# --prefix  where to install (default: ~/.local)
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

from=$(dirname "$0")
prefix=${HOME:?}/.local
while [ $# -gt 0 ]; do
  case $1 in
    --from) from=${2:?--from needs a value} ;;
    --prefix) prefix=${2:?--prefix needs a value} ;;
    --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown argument '$1'; see --help" ;;
  esac
  shift 2
done

find_platform() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no archive for $(uname -s); on Windows, unpack the .zip" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no archive for $(uname -m)" ;;
  esac
  library=
  if [ $system = linux ] && [ -n "$(find /lib -maxdepth 1 -name 'ld-musl-*' 2>/dev/null)" ] &&
    ! ldd --version 2>/dev/null | grep -qi 'glibc\|gnu'; then
    library=-musl
  fi
  echo "$system-$processor$library"
}

# fetch NAME FILE
fetch() {
  case $from in
    https://* | http://*)
      if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$from/$1" || fail "$from/$1 cannot be downloaded"
      elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$from/$1" || fail "$from/$1 cannot be downloaded"
      else
        fail "needs curl or wget"
      fi
      ;;
    *) cp "$from/$1" "$2" 2>/dev/null || fail "$from/$1 cannot be read; give the place of the release with --from" ;;
  esac
}

hash_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail "needs sha256sum or shasum to check the download"
  fi | cut -d ' ' -f 1
}

platform=$(find_platform)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch SHA256SUMS "$work/SHA256SUMS"
line=$(grep -E "^[0-9a-f]{64}  larder-[0-9][0-9A-Za-z.+-]*-$platform\.tar\.gz\$" "$work/SHA256SUMS" | head -n 1)
[ -n "$line" ] || fail "SHA256SUMS names no archive for $platform"
expected=${line%% *}
archive=${line##* }
fetch "$archive" "$work/$archive"
[ "$(hash_of "$work/$archive")" = "$expected" ] || fail "$archive is not what SHA256SUMS says; download it again"

tar -xzf "$work/$archive" -C "$work"
unpacked=$work/${archive%.tar.gz}
"$unpacked/larder" version >/dev/null || fail "$archive does not run on this machine"

mkdir -p "$prefix/bin" "$prefix/share/doc/larder" "$prefix/share/bash-completion/completions" \
  "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
# A rename, since a running server has the former executable open.
cp "$unpacked/larder" "$prefix/bin/.larder.new"
mv -f "$prefix/bin/.larder.new" "$prefix/bin/larder"
cp "$unpacked/completions/larder.bash" "$prefix/share/bash-completion/completions/larder"
cp "$unpacked/completions/_larder" "$prefix/share/zsh/site-functions/_larder"
cp "$unpacked/completions/larder.fish" "$prefix/share/fish/vendor_completions.d/larder.fish"
rm -rf "$unpacked/larder"
cp -R "$unpacked/." "$prefix/share/doc/larder/"

echo "installed $("$prefix/bin/larder" version) as $prefix/bin/larder, with documents in $prefix/share/doc/larder"
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) echo "add $prefix/bin to your PATH" ;;
esac
