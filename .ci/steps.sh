# What `.ci/run` and `.ci/long` share: named and timed steps, the folder they work in, the clone they check.
# Sourced by bash (3.2 or newer) under `set -euo pipefail`.

exec </dev/null
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Everything is built here, out of the way of a developer's own `.build`.
work=$root/.build-ci
# SwiftPM writes the flags of a package's traits in the order of a hash. In another order they are other flags, and everything is built again.
# Programs do not get the setting, nor do the tests of `.ci/long`: what depends on the order of hashes is to fail there.
swift() { SWIFT_DETERMINISTIC_HASHING=1 command swift "$@"; }
export -f swift
# Spaces, an apostrophe and letters beyond ASCII: whatever breaks on a folder's name breaks here first.
clone="$work/Odd nämе ' dir"
logs=$work/logs

step_count=0
failed=()

# step NAME COMMAND…: runs the command with its output kept in a file; shows the output only when the command fails. A failure ends the run, at once
# or, where `keeps_going` says so, when all steps were tried: a long run is to tell all that is wrong.
step() {
  local name=$1 began=$SECONDS status=0 log
  shift
  step_count=$((step_count + 1))
  log=$logs/$(printf '%02d' "$step_count")-${name//[^A-Za-z0-9]/-}.log
  printf '%-58s' "$name"
  # A plain subshell, not a condition: `set -e` is ignored inside conditions.
  set +e
  (set -e; "$@") >"$log" 2>&1
  status=$?
  set -e
  local took=$((SECONDS - began))
  if [ "$status" -ne 0 ]; then
    printf 'FAILED, status %s, %4d s\n\n' "$status" "$took"
    show_failure "$log"
    printf '\nFailed step: %s\nIts whole output: %s\n' "$name" "${log#"$root/"}"
    [ -n "${keeps_going:-}" ] || exit 1
    failed+=("$name")
    return 0
  fi
  printf 'ok %4d s\n' "$took"
  sed -n 's/^note: /    /p' "$log"
}

# skip NAME REASON: a step whose subject is not there.
skip() {
  printf '%-58sskipped: %s\n' "$1" "$2"
}

# The lines that say what is wrong, then the end of the output.
show_failure() {
  grep -E '(^|[^a-z])error:|recorded an issue|^✘|^↳|^fatal:|Fatal error|(ERROR|WARNING|SUMMARY): [A-Z][a-z]+Sanitizer' "$1" | head -n 40 || true
  printf -- '---- last lines\n'
  tail -n 15 "$1"
}

finish() {
  if [ ${#failed[@]} -gt 0 ]; then
    printf "\n%d step(s) FAILED in %d min %02d s:\n" ${#failed[@]} $((SECONDS / 60)) $((SECONDS % 60))
    printf '  %s\n' "${failed[@]}"
    exit 1
  fi
  printf "\nAll steps passed in %d min %02d s.\n" $((SECONDS / 60)) $((SECONDS % 60))
  warn_about_uncommitted
}

# The committed state is what gets checked, as on a CI machine.
warn_about_uncommitted() {
  local changed
  changed=$(git status --porcelain | wc -l | tr -d ' ')
  if [ "$changed" -ne 0 ]; then
    printf 'Warning: %s uncommitted change(s) were NOT checked; only %s was.\n' "$changed" "$(git rev-parse --short HEAD)"
  fi
}

# step_for PATHS NAME COMMAND…: a step that is left out if none of the paths changed since it passed here with the same compiler. PATHS is a
# list of pathspecs with spaces between them.
step_for() {
  local paths=$1 name=$2 base record toolchain
  shift
  record=$work/passed/${name//[^A-Za-z0-9]/-}
  toolchain=$(swiftc --version 2>/dev/null | head -n 1)
  base=$(sed -n 1p "$record" 2>/dev/null || true)
  # shellcheck disable=SC2086
  if [ -n "$base" ] && [ "$(sed -n 2p "$record")" = "$toolchain" ] && git -C "$clone" diff --quiet "$base" HEAD -- $paths 2>/dev/null; then
    skip "$name" "unchanged since ${base:0:8}, where it passed"
    return
  fi
  step "$@"
  mkdir -p "$work/passed"
  { git -C "$clone" rev-parse HEAD; echo "$toolchain"; } >"$record"
}

# A work folder that keeps the clone and its build folders: what did not change is not built again.
prepare_work() {
  mkdir -p "$work"
  rm -rf "$logs"
  mkdir -p "$logs"
  # A checkout that belongs to another user is common in containers, and git refuses it unless told.
  printf '[include]\n\tpath = ~/.gitconfig\n[safe]\n\tdirectory = *\n' >"$work/gitconfig"
  export GIT_CONFIG_GLOBAL=$work/gitconfig
}

clone_head() {
  if [ -d "$clone/.git" ]; then
    git -C "$clone" fetch --quiet "$root" HEAD
    git -C "$clone" reset --quiet --hard
    git -C "$clone" clean --quiet -dfx --exclude=.build
  else
    git clone --quiet --no-hardlinks "$root" "$clone"
  fi
  git -C "$clone" checkout --quiet --detach "$(git rev-parse HEAD)"
  echo "note: commit $(git rev-parse --short HEAD)"
}

have_ncurses() {
  [ "$(uname)" = Darwin ] || [ -e /usr/include/ncurses.h ]
}

install_ncurses() {
  if have_ncurses; then
    echo "note: headers are there"
    return
  fi
  command -v apt-get || { echo "error: /usr/include/ncurses.h is missing; install the headers of ncurses"; exit 1; }
  local as_root=""
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root apt-get update -q
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y libncurses-dev
  have_ncurses || { echo "error: ncurses.h is still missing"; exit 1; }
}

# readme_block NAME: the fenced block that follows `<!-- ci: NAME -->` in the clone's README.
readme_block() {
  awk -v marker="<!-- ci: $1 -->" '
    $0 == marker { armed = 1; next }
    armed && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }
  ' "$clone/README.md"
}

# readme_command NAME: the one line to paste in that block.
readme_command() {
  local text
  text=$(readme_block "$1")
  if [ -z "$text" ] || [ "$(printf '%s\n' "$text" | wc -l)" -ne 1 ]; then
    echo "error: README.md must hold exactly one line to paste after '<!-- ci: $1 -->'" >&2
    exit 1
  fi
  printf '%s\n' "$text"
}

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)

# drive_pages TOOL [big]: reports in a real browser, light and dark, driven by the keys of a person: they step, fold, filter and go back, fit
# screens of all sizes, and nothing of a hostile log runs. `big` is there already, if it is asked for.
drive_pages() {
  local tool=$1 folder=$work/page negative=$clone/samples/logs/shop-negative-total.jsonl scheme said
  mkdir -p "$folder"
  FLUXTAPE_SOURCES=$clone "$tool" report "$negative" --never 'cart.total < 0' --find 'cart.total < 0' -o "$folder/report.html"
  "$tool" report "$negative" --beside "$clone/samples/logs/shop.jsonl" -o "$folder/beside.html"
  "$tool" report "$clone/Tests/FluxtapeToolTests/Goldens/hostile.jsonl" -o "$folder/hostile.html"
  printf '%s\n' '{"mark":"a","step":47}' '{"note":"why <b>twice</b>?","step":47}' '{"note":"late","step":9999}' >"$folder/handed.jsonl"
  XDG_DATA_HOME=$folder/data "$tool" notes "$negative" --import "$folder/handed.jsonl"
  XDG_DATA_HOME=$folder/data "$tool" report "$negative" -o "$folder/notes.html"
  "$tool" list "$clone/Tests/FluxtapeToolTests/Goldens/runs" --index "$folder/index.html" >"$folder/list.txt" || [ $? -eq 3 ]
  # As logs of earlier versions have it, and as those of today do.
  {
    echo '{"seq":1,"t":1,"store":"a","type":"load","state":{"n":1}}'
    echo '{"seq":2,"t":2,"store":"a","type":"loaded","cause":1,"effect":{"id":"load#0","phase":"failed"},"error":{"type":"CancellationError","message":"cancelled"},"reduced":false}'
    echo '{"seq":3,"t":3,"store":"a","type":"load","effect":{"id":"load#1","phase":"cancelled"},"dur":9,"reduced":false}'
    echo '{"seq":4,"t":4,"end":"closed"}'
  } >"$folder/cancelled.jsonl"
  "$tool" report "$folder/cancelled.jsonl" -o "$folder/cancelled.html"
  "$tool" report "$clone/Tests/FluxtapeToolTests/Goldens/runs" -o "$folder/runs" || [ $? -eq 3 ]
  cp "$clone/.ci/page-check.html" "$folder"
  # 1 is light, 0 is dark.
  for scheme in 1 0; do
    # Time that passes only where the page waits, so that nothing depends on how busy the machine is.
    said=$(open_page --virtual-time-budget=600000 --allow-file-access-from-files --blink-settings=preferredColorScheme=$scheme \
      "page-check.html?${2:-}")
    printf '%s\n' "$said" | sed -nE '/<pre/,/<\/pre>/p' | sed -E 's/<[^>]*>//g'
    printf '%s\n' "$said" | grep -q '^PASS' || { echo "error: the pages do not do what they should"; exit 1; }
  done
  local name
  for name in report beside; do print_page "$name"; done
}

# print_page NAME: on paper a page is a few sheets, and each has text.
print_page() {
  local folder=$work/page sheets sizes
  "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --no-pdf-header-footer \
    --print-to-pdf="$folder/$1.pdf" "file://$folder/$1.html" 2>>"$folder/browser-errors"
  sheets=$(grep -a -o '/Contents [0-9]* 0 R' "$folder/$1.pdf" | sed -E 's/[^0-9]*([0-9]+) .*/\1/')
  # Bytes of what is drawn on each sheet, compressed. An empty sheet has some 100.
  sizes=$(for sheet in $sheets; do
    LC_ALL=C awk -v start="$sheet 0 obj" '$0 == start { found = 1 } found && match($0, /Length [0-9]+/) { print substr($0, RSTART + 7, RLENGTH - 7); exit }' \
      "$folder/$1.pdf"
  done)
  echo "$1.html is printed on $(echo "$sizes" | wc -l | tr -d ' ') sheets, with bytes: "$sizes
  echo "$sizes" | awk '{ sheets++; if ($1 < 500) empty++ } END { exit !(sheets >= 2 && sheets <= 4 && empty == 0) }' || {
    echo "error: $1.html is printed on one sheet alone, on too many, or on empty ones"
    exit 1
  }
}

# open_page OPTION… NAME: the document of a page in the folder, when its script is done.
open_page() {
  local folder=$work/page
  "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" "${@:1:$#-1}" --dump-dom "file://$folder/${*: -1}" 2>"$folder/browser-errors"
}

# typecheck PACKAGE ARGUMENT…: checks files against the modules that `swift build` made there; they see what is `package`.
typecheck() {
  local products name map maps=()
  products=$(swift build --package-path "$1" --show-bin-path)
  # SwiftPM derives the package's name from the folder's; only the build plan has the result.
  name=$(sed -nE '/"-module-name","FluxtapeTests"/s/.*"-package-name","([^"]*)".*/\1/p' "$products/../../debug.yaml")
  for map in "$products"/C*.build/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
  swiftc -typecheck -package-name "$name" -I "${modules:-$products/Modules}" "${maps[@]}" "${@:2}"
}
