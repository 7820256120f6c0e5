# What a release has in it, and how it is packed. Sourced after `steps.sh` by `.ci/release`, and by `.ci/run`, which packs the debug build.

stage=$work/stage
# How much time packing may take.
level=9

# What the files are called, and the time that all of them get: the commit's. (`step` has a `name` of its own.)
name_release() {
  version=$(sed -nE 's/^ *static let number = "([^"]*)"$/\1/p' "$clone/Sources/FluxtapeTool/Version.swift")
  [ -n "$version" ] || { echo "error: Sources/FluxtapeTool/Version.swift has no version" >&2; exit 1; }
  release=fluxtape-$version-linux-$(uname -m)
  package=fluxtape_${version}_$(dpkg --print-architecture).deb
  SOURCE_DATE_EPOCH=$(git -C "$clone" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  umask 022
}

# lay_out PROGRAM SCRATCH: all files of a release, in $stage. SCRATCH is where the program was built.
lay_out() {
  local share=$stage/share doc=$stage/share/doc/fluxtape part
  rm -rf "$stage"
  mkdir -p "$stage/bin" "$doc/examples"
  install -m 755 "$1" "$stage/bin/fluxtape"
  cp "$clone"/samples/logs/shop*.jsonl "$doc/examples"
  python3 "$clone/.ci/manual.py" "$stage/bin/fluxtape" "$share"
  if command -v mandoc >/dev/null; then
    mandoc -Tlint -W warning "$share"/man/man1/*.1
  else
    echo "note: the manual pages are not checked, as mandoc is missing"
  fi
  write_licences "$2" >"$doc/copyright"
  echo "note: $("$stage/bin/fluxtape" --version), $(wc -c <"$stage/bin/fluxtape") bytes"
}

# write_licences SCRATCH: what is linked has licences of its own. One that is missing fails the step.
write_licences() {
  local part
  cat "$clone/LICENSE"
  for part in "the argument parser and Swift's libraries:$1/checkouts/swift-argument-parser/LICENSE.txt" \
    "ncurses:/usr/share/doc/libncurses-dev/copyright" "the libraries of GCC:$(echo /usr/share/doc/libstdc++-*-dev/copyright | cut -d ' ' -f 1)" \
    "the C library (glibc):/usr/share/doc/libc6-dev/copyright"; do
    printf '\n\n==== The program contains %s, with this licence:\n\n' "${part%%:*}"
    cat "${part#*:}"
  done
  printf '\n\n==== The text of the GNU Lesser General Public License, version 2.1, which the C library is under:\n\n'
  cat /usr/share/common-licenses/LGPL-2.1
  printf '\n\n==== The source of the C library is the source package glibc %s of %s,\n' \
    "$(dpkg-query -W -f '${Version}' libc6-dev)" "$(sed -nE 's/^PRETTY_NAME="(.*)"$/\1/p' /etc/os-release)"
  printf 'from https://sourceware.org/git/glibc.git. To link another version, run "bash .ci/release" in the sources of this\n'
  printf 'program (commit %s), on a system with that version.\n' "$(git -C "$clone" rev-parse HEAD)"
}

pack_tarball() {
  # Files alone: what is unpacked as root would give its owner and mode to folders that are there, and replace links to folders.
  (cd "$work" && find stage ! -type d) | LC_ALL=C sort | tar -C "$work" --no-recursion -T - --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+w,go=u-w \
    --transform "s,^stage,$release," -cf - | gzip "-${level}n" >"$dist/$release.tar.gz"
  echo "note: $(wc -c <"$dist/$release.tar.gz") bytes"
}

pack_debian() {
  local folder=$work/debian
  rm -rf "$folder"
  mkdir -p "$folder/DEBIAN" "$folder/usr"
  cp -R "$stage/." "$folder/usr"
  gzip -9n "$folder"/usr/share/man/man1/*
  mkdir "$folder/usr/share/zsh/vendor-completions"
  mv "$folder/usr/share/zsh/site-functions/_fluxtape" "$folder/usr/share/zsh/vendor-completions"
  rmdir "$folder/usr/share/zsh/site-functions"
  cat >"$folder/DEBIAN/control" <<CONTROL
Package: fluxtape
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $(git -C "$clone" log -1 --format='%an <%ae>')
Installed-Size: $(find "$folder/usr" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
Section: devel
Priority: optional
Recommends: ncurses-base
Description: state inspector and action-log debugger for recorded Swift apps
 Steps through the log of what the stores of an app did: what changed, where,
 which action changed it, and what is its value now. The program is static.
CONTROL
  chmod -R u+w,go=u-w "$folder"
  dpkg-deb -Zxz "-z$level" --build --root-owner-group "$folder" "$dist/$package"
  echo "note: $(wc -c <"$dist/$package") bytes"
}

write_checksums() {
  (cd "$dist" && sha256sum "$release.tar.gz" "$package" >SHA256SUMS)
}
