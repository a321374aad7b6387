#!/bin/sh
# Creates the root file system of the image: sh make-root.sh EXECUTABLE FOLDER
set -eu
executable=$1
root=$2
# The image runs as another user, who must be able to read all of it.
umask 022

mkdir -p "$root/usr/local/bin" "$root/data"
# The executable unpacks the SQLite driver there when it starts.
mkdir -m 1777 "$root/tmp"
cp "$executable" "$root/usr/local/bin/larder"

# The libraries that the executable and the driver inside it are linked with. The driver also needs the C++ library.
driver=node_modules/better-sqlite3/prebuilds/linux-$(node -p process.arch).node
for library in $(ldd "$executable" "$driver" | grep -o '/[^ ]*\.so[^ ]*' | sort -u); do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
