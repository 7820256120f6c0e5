# Builds besides the one that `swift build` makes: the documentation, apps that record, the tool without its inspector.
# Sourced after `steps.sh` by `.ci/run`, which makes them when their sources changed, and by `.ci/long`, which always does.

client=$work/client
docc=$(command -v docc || xcrun --find docc 2>/dev/null || true)

# build FOLDER ARGUMENT…: builds with the import check of SwiftPM; then any warning fails the step. The warnings are read
# from the output: `-warnings-as-errors` would change the flags, and the test command would build everything again. A
# compiler's warning begins with a place, SwiftPM's about a package with its name; others are about the machine. What
# SwiftPM says about the manifest of a dependency is not ours to mend.
build() {
  local folder=$1 output=$work/build-output dependencies=$work/dependencies
  shift
  swift build --package-path "$folder" --explicit-target-dependency-import-check error "$@" 2>&1 | tee "$output"
  ls "$folder"/{,../}.build/checkouts 2>/dev/null | sed "s/.*/^warning: '&':/" >"$dependencies" || true
  if grep -E -e ': warning: ' -e "^warning: '" "$output" | grep -i -v -f "$dependencies" | sort -u >"$work/warnings"; then
    sed 's/warning: /error: warning: /' "$work/warnings"
    # What is built already is not compiled again, and says nothing: the next run is to see these files again.
    sed -nE 's/^(\/.*\.swift):[0-9]+:[0-9]+: warning: .*/\1/p' "$work/warnings" | sort -u | while IFS= read -r file; do touch "$file"; done
    exit 1
  fi
}

tool_of() {
  echo "$(swift build --package-path "$1" --show-bin-path)/fluxtape"
}

# The documentation of what is public: links lead somewhere, parameters are those that are there.
documented="FluxtapeJSON FluxtapeDocuments FluxtapeLog FluxtapeLogReading Fluxtape FluxtapeStores FluxtapeTesting FluxtapeHistory FluxtapeInspector FluxtapeInterop FluxtapeReplay FluxtapeDecoding FluxtapeLive"

# check_documentation OPTION…: an archive for each module; the options are for `docc convert`.
check_documentation() {
  local module catalogue products target map maps=() graphs=$work/symbol-graphs pages=$work/pages
  rm -rf "$graphs" "$work/documentation"
  mkdir -p "$graphs/empty.docc" "$work/documentation"
  python3 "$clone/.ci/pages.py" "$clone" "$pages"
  products=$(swift build --package-path "$clone" --show-bin-path)
  target=$(swiftc -print-target-info | sed -nE 's/.*"triple": "([^"]*)".*/\1/p' | head -n 1)
  for map in "$products"/C*.build/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
  [ "$(uname)" != Darwin ] || maps+=(-sdk "$(xcrun --show-sdk-path)")
  for module in $documented; do
    mkdir "$graphs/$module"
    # From the modules that are built already; SwiftPM's own command would build them again.
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$products/Modules" "${maps[@]}" \
      -minimum-access-level public -output-dir "$graphs/$module"
    catalogue=$pages/$module.docc
    [ -e "$catalogue" ] || catalogue=$graphs/empty.docc
    "$docc" convert "$catalogue" --additional-symbol-graph-dir "$graphs/$module" --output-path "$work/documentation/$module.doccarchive" \
      --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors "$@"
  done
}

# An app whose manifest and program are the README's.
write_client() {
  find "$client" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} + 2>/dev/null || true
  mkdir -p "$client/Sources/Shop"
  ln -sfn "$clone" "$work/fluxtape"
  readme_block manifest >"$client/Package.swift"
  readme_block recorder >"$client/Sources/Shop/main.swift"
}

run_client() {
  swift build --package-path "$clone" --product fluxtape
  write_client
  build "$client" --product Shop
  local program
  program=$(swift build --package-path "$client" --show-bin-path)/Shop
  check_client_log "$program"
  no_ncurses "$program" "$client/.build"
  nothing_compiled ArgumentParser "$client/.build"
  [ ! -e "$client/Package.resolved" ] || { echo "error: an app fetches other packages"; exit 1; }
  # The linker's own list of object files.
  local rooms
  rooms=$(sed -nE 's|.*/([^/]+)\.build/.*|\1|p' "$(dirname "$program")/Shop.product/Objects.LinkFileList" | sort -u | tr '\n' ' ')
  [ "$rooms" = "CMaskedBytes Fluxtape FluxtapeCoding FluxtapeLocking FluxtapeLog FluxtapeStores Shop " ] || {
    echo "error: the client links: $rooms"
    exit 1
  }
  echo "note: links $rooms"
}

# The README's program leaves a log that the tool reads; run again, it leaves that log as it was.
check_client_log() {
  cd "$client"
  "$1"
  cp cart.jsonl first.copy
  "$1"
  cat ./*.jsonl
  [ "$(find . -maxdepth 1 -name '*.jsonl' | wc -l)" -eq 2 ] || { echo "error: two runs must leave two logs"; exit 1; }
  local earlier
  earlier=$(find . -maxdepth 1 -name '*.jsonl' ! -name cart.jsonl)
  cmp first.copy "$earlier"
  local state
  state=$("$(tool_of "$clone")" show cart.jsonl 1 --state)
  state=$(printf '%s' "$state" | tr -d '[:space:]')
  [ "$state" = '{"items":["tea"],"total":5}' ] || { echo "error: the state after step 1 is said to be $state"; exit 1; }
}

# no_ncurses PROGRAM BUILD_FOLDER: neither compiled nor linked. (A folder for the room is made even if nothing goes into it.)
no_ncurses() {
  nothing_compiled FluxtapeCurses "$2"
  if linked_libraries "$1" | grep -iE 'ncurses|tinfo'; then
    echo "error: linked although the trait is off"
    exit 1
  fi
}

nothing_compiled() {
  local found
  found=$(find "$2" -path "*/$1.build/*.o" -o -name "$1.swiftmodule")
  [ -z "$found" ] || { printf 'error: compiled, and should not be: %s\n' "$found"; exit 1; }
}

linked_libraries() {
  if [ "$(uname)" = Darwin ]; then otool -L "$1"; else ldd "$1"; fi
}

# As on a machine without ncurses headers: everything but the inspector.
run_without_inspector() {
  local folder=$work/without-inspector program
  build "$clone" --scratch-path "$folder" --traits Tool --product fluxtape
  program=$(swift build --package-path "$clone" --scratch-path "$folder" --traits Tool --show-bin-path)/fluxtape
  no_ncurses "$program" "$folder"
  echo "note: $("$program" --version)"
}

# The same as far as the compiler sees it, with the modules that are built already.
check_without_inspector() {
  local modules=$work/modules-without-inspector module
  rm -rf "$modules"
  mkdir "$modules"
  for module in "$(swift build --package-path "$clone" --show-bin-path)"/Modules/*.swiftmodule; do
    case ${module##*/} in FluxtapeInspector.* | FluxtapeCurses.*) ;; *) ln -s "$module" "$modules" ;; esac
  done
  (
    cd "$clone"
    files=()
    while IFS= read -r file; do files+=("$file"); done < <(git ls-files 'Sources/FluxtapeTool/*.swift')
    typecheck "$clone" -swift-version 6 -parse-as-library -module-name FluxtapeTool -D Tool \
      -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility "${files[@]}"
  )
}
