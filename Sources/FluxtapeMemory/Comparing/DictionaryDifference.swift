import FluxtapeCoding
import FluxtapeJSON

// Compares dictionaries of statically known types, entry by entry.
//
// Sound: the addresses passed out belong to variables that live during the call, and only the callers in this file pass them on as
// `ErasedValuePointer`.

/// The entries that differ between two dictionaries whose keys are names, sorted by the names' bytes.
protocol DifferingEntries {
  var count: Int { get }
  func name(_ place: Int) -> String
  /// Calls `body` with the addresses of the old and the new value; `nil` for a missing one.
  func withValues<Result>(_ place: Int, _ body: (UnsafeRawPointer?, UnsafeRawPointer?) -> Result) -> Result
  /// Whether an entry may be secret because of its neighbors, changed or not.
  func haveSecretNeighbour(_ mayBeSecretKey: (UnsafeRawPointer) -> Bool) -> Bool
}

struct DictionaryDifference<Key: Hashable, Value>: DifferingEntries {
  private let old: [Key: Value]
  private let new: [Key: Value]
  private var entries: [Entry] = []
  /// The set of all names, if the keys are neither strings nor integers.
  private var names: Set<ExactText>?

  private struct Entry {
    let name: String
    let old: [Key: Value].Index?
    let new: [Key: Value].Index?
  }

  /// `nil` if a key has no name, or two keys have the same name.
  ///
  /// A changed copy keeps the order of its entries, so both dictionaries are iterated side by side. Lookups happen only where they diverge.
  init?(from old: [Key: Value], to new: [Key: Value], areEqual: (Value, Value) -> Bool) {
    (self.old, self.new) = (old, new)
    if Key.self != String.self, Key.self != Int.self {
      guard let oldNames = Self.names(of: old), let newNames = Self.names(of: new) else { return nil }
      names = oldNames.union(newNames)
    }
    let common = compareSideBySide(areEqual)
    if common < old.count { findGone() }
    entries.sort { $0.name.precedesByBytes($1.name) }
  }

  private static func names(of dictionary: [Key: Value]) -> Set<ExactText>? {
    var names: Set<ExactText> = []
    for key in dictionary.keys {
      guard let name = [Key: Value].name(of: key), names.insert(ExactText(text: name)).inserted else { return nil }
    }
    return names
  }

  /// Finds changed and added entries. Returns the number of common entries.
  ///
  /// It iterates by index, since reading an entry would copy its key and value, and count the references in them.
  private mutating func compareSideBySide(_ areEqual: (Value, Value) -> Bool) -> Int {
    var common = 0
    var hint = old.startIndex
    var place = new.startIndex
    while place != new.endIndex {
      let key = new.keys[place]
      if let partner = self.place(of: key, from: &hint) {
        if !areEqual(old.values[partner], new.values[place]) { add(key, old: partner, new: place) }
        common += 1
      } else {
        add(key, old: nil, new: place)
      }
      new.formIndex(after: &place)
    }
    return common
  }

  /// The index of `key` in the old dictionary: at `hint`, which then advances, or anywhere else.
  private func place(of key: Key, from hint: inout [Key: Value].Index) -> [Key: Value].Index? {
    while hint != old.endIndex {
      let place = hint
      let candidate = old.keys[place]
      if isSameKey(candidate, key) {
        old.formIndex(after: &hint)
        return place
      }
      if hasKey(candidate, new) { break }
      old.formIndex(after: &hint)
    }
    guard let place = old.index(forKey: key), isSameKey(old.keys[place], key) else { return nil }
    if hint != old.endIndex { old.formIndex(after: &hint) }
    return place
  }

  private mutating func findGone() {
    for place in old.indices where !hasKey(old.keys[place], new) { add(old.keys[place], old: place, new: nil) }
  }

  private mutating func add(_ key: Key, old: [Key: Value].Index?, new: [Key: Value].Index?) {
    entries.append(Entry(name: [Key: Value].name(of: key) ?? "", old: old, new: new))
  }

  private func hasKey(_ key: Key, _ dictionary: [Key: Value]) -> Bool {
    dictionary.index(forKey: key).map { isSameKey(dictionary.keys[$0], key) } ?? false
  }

  /// Whether both keys have the same name. Equal keys may not: `"é"` and its decomposed form are one key and two names.
  private func isSameKey(_ left: Key, _ right: Key) -> Bool {
    if Key.self == String.self {
      return unsafe withUnsafePointer(to: left) { left in
        unsafe withUnsafePointer(to: right) { right in
          // The type was checked above.
          unsafe UnsafeRawPointer(left).assumingMemoryBound(to: String.self).pointee
            .isSameText(as: UnsafeRawPointer(right).assumingMemoryBound(to: String.self).pointee)
        }
      }
    }
    guard left == right else { return false }
    if Key.self == Int.self { return true }
    return ([Key: Value].name(of: left) ?? "").isSameText(as: [Key: Value].name(of: right) ?? "")
  }
}

// MARK: - Results

extension DictionaryDifference {
  var count: Int { entries.count }

  func name(_ place: Int) -> String { entries[place].name }

  func withValues<Result>(_ place: Int, _ body: (UnsafeRawPointer?, UnsafeRawPointer?) -> Result) -> Result {
    let entry = entries[place]
    return unsafe withAddress(entry.old, in: old) { old in
      unsafe withAddress(entry.new, in: new) { new in unsafe body(old, new) }
    }
  }

  private func withAddress<Result>(
    _ place: [Key: Value].Index?, in dictionary: [Key: Value], _ body: (UnsafeRawPointer?) -> Result
  ) -> Result {
    guard let place else { return body(nil) }
    return unsafe withUnsafePointer(to: dictionary.values[place]) { unsafe body(UnsafeRawPointer($0)) }
  }

  func haveSecretNeighbour(_ mayBeSecretKey: (UnsafeRawPointer) -> Bool) -> Bool {
    let isSmall = min(old.count, new.count) <= SecretNames.mostNeighbours
    if let names {
      let traits = names.map { KeyTraits(ofNeighbour: $0.text) }
      return traits.contains { !$0.isDisjoint(with: isSmall ? .keys : .keyOfNeighbour) }
        && (isSmall || traits.contains { $0.contains(.value) })
    }
    if isSmall, [old, new].contains(where: { unsafe Self.mayBeAboutOneAnother($0, mayBeSecretKey) }) { return true }
    guard max(old.count, new.count) > SecretNames.mostNeighbours else { return false }
    func values(_ name: String) -> [Value] {
      guard let key = name as? Key else { return [] }
      return [old, new].compactMap { dictionary in dictionary.index(forKey: key).map { dictionary.values[$0] } }
    }
    guard KeyTraits.valueKeys.contains(where: { !values($0).isEmpty }) else { return false }
    return KeyTraits.neighbourKeys.contains { name in
      values(name).contains { value in unsafe withUnsafePointer(to: value) { unsafe mayBeSecretKey(UnsafeRawPointer($0)) } }
    }
  }

  /// Whether, in a small dictionary, one entry may name the others as secrets.
  private static func mayBeAboutOneAnother(_ dictionary: [Key: Value], _ mayBeSecretKey: (UnsafeRawPointer) -> Bool) -> Bool {
    guard (2...SecretNames.mostNeighbours).contains(dictionary.count) else { return false }
    return dictionary.contains { key, value in
      guard let name = key as? String, !KeyTraits(ofNeighbour: name).isDisjoint(with: .keys) else { return false }
      return unsafe withUnsafePointer(to: value) { unsafe mayBeSecretKey(UnsafeRawPointer($0)) }
    }
  }
}

extension DictionaryAt {
  func differingEntries(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> (any DifferingEntries)? {
    let old = unsafe old.assumingMemoryBound(to: [Key: Value].self).pointee
    let new = unsafe new.assumingMemoryBound(to: [Key: Value].self).pointee
    return DictionaryDifference(from: old, to: new) { left, right in
      unsafe withUnsafePointer(to: left) { left in
        unsafe withUnsafePointer(to: right) { right in unsafe areEqual(UnsafeRawPointer(left), UnsafeRawPointer(right)) }
      }
    }
  }
}

// MARK: - Types known at run time

extension ErasedValuePointer {
  /// The entries that differ from those of `other`; `nil` if the keys are not names.
  func differingEntries(from other: ErasedValuePointer, by access: any DictionaryAccess, _ value: ComparedType) -> (any DifferingEntries)? {
    unsafe access.differingEntries(address, other.address) { old, new in
      unsafe value.isBitwiseComparable && value.layout.areEqual(old, new)
    }
  }

  /// The entries of a dictionary, sorted by the bytes of their names; `nil` if the keys are not names.
  func sortedEntries(by access: any DictionaryAccess, _ types: ComparedTypes) -> [DictionaryEntry]? {
    guard access.hasNames else { return nil }
    var entries: [DictionaryEntry] = []
    var names: Set<ExactText> = []
    let value = types.of(access.value.type)
    unsafe access.forEach(address) { key, place in
      guard let name = unsafe access.name(key), names.insert(ExactText(text: name)).inserted else { return false }
      entries.append(DictionaryEntry(name: name, value: KeptValue(unsafe ErasedValuePointer(value, at: place))))
      return true
    }
    let count = unsafe access.count(address)
    guard entries.count == count else { return nil }
    return entries.sorted { $0.name.precedesByBytes($1.name) }
  }
}

struct DictionaryEntry {
  let name: String
  /// A copy that lives during one comparison.
  let value: KeptValue

  func withValue<Result>(_ body: (ErasedValuePointer) -> Result) -> Result { value.withValue(body) }
}

extension DifferingEntries {
  func haveSecretNeighbour(_ type: ComparedType, _ mayBeSecretKey: (ErasedValuePointer) -> Bool) -> Bool {
    unsafe haveSecretNeighbour { unsafe mayBeSecretKey(ErasedValuePointer(type, at: $0)) }
  }

  func withValues<Result>(_ place: Int, _ type: ComparedType, _ body: (ErasedValuePointer?, ErasedValuePointer?) -> Result) -> Result {
    unsafe withValues(place) { old, new in
      unsafe body(old.map { unsafe ErasedValuePointer(type, at: $0) }, new.map { unsafe ErasedValuePointer(type, at: $0) })
    }
  }
}
