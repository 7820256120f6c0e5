public import FluxtapeJSON

extension JSONPatch {
  /// Returns a small patch from `old` to `new`.
  ///
  /// The patch is exact, but not minimal: objects are compared member by member, arrays by their common elements. It names only what
  /// changed, so that a reader can tell from the paths alone which action wrote a value. A container is replaced as a whole only if that
  /// takes less than half of the bytes. Values that share storage are equal without a comparison.
  ///
  /// With `splicing`, a changed string may become a `splice`, if that takes at most half of a `replace`.
  ///
  /// - Complexity: O(size of both) for unshared values; for arrays with many differences O(n log n).
  public static func difference(from old: JSONValue, to new: JSONValue, splicing: Bool = false) -> JSONPatch {
    var difference = Difference(splicing: splicing)
    difference.compare(old, new)
    return JSONPatch(difference.operations)
  }

  /// Traverses two documents and collects the differences.
  fileprivate struct Difference {
    let splicing: Bool
    var operations: [Operation] = []

    /// The current position, in the document that results from the operations so far.
    var path = JSONPointer()

    /// The approximate written size of `operations` in bytes.
    var cost = 0

    init(splicing: Bool) { self.splicing = splicing }
  }
}

extension JSONObject {
  /// Whether this represents a value that JSON lacks (``TaggedValue``): a leaf, which changes as a whole.
  fileprivate var isTag: Bool {
    guard count == 1, let key = first?.key.utf8, key.first == UInt8(ascii: "$") else { return false }
    return key.dropFirst().first != UInt8(ascii: "$")
  }
}

extension JSONPatch.Difference {
  /// Below this depth a changed value is replaced as a whole. This bounds the stack for any document.
  private static let maximumDepth = 64

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    let (operationsBefore, costBefore) = (operations.count, cost)
    switch (old, new) {
    case (.object(let old), .object(let new)) where path.tokens.count < Self.maximumDepth && !old.isTag && !new.isTag:
      if !old.sharesStorage(with: new) { compareMembers(old, new) }
    case (.array(let old), .array(let new)) where path.tokens.count < Self.maximumDepth:
      if !old.sharesStorage(with: new) { compareElements(old, new) }
    case (.string(let old), .string(let new)):
      if !old.hasSameBytes(as: new) { compareText(old, new) }
    default:
      if old != new { emit(.replace(path, new), valueSize: new.writtenSize()) }
    }
    guard operations.count > operationsBefore + 1 else { return }
    let replacementSize = new.writtenSize(upTo: cost - costBefore)
    guard 2 * (replacementSize + operationSize) < cost - costBefore else { return }
    operations.removeSubrange(operationsBefore...)
    cost = costBefore
    emit(.replace(path, new), valueSize: replacementSize)
  }

  // Not inlined, here and below: the copies cost more compile time than they save run time.
  @inline(never)
  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject) {
    for member in old where new.position(of: member.key) == nil {
      at(member.key) { $0.emit(.remove($0.path), valueSize: 0) }
    }
    for (place, member) in new.enumerated() {
      let isInPlace = place < old.count && old[place].key.hasSameBytes(as: member.key)
      let oldValue = isInPlace ? old[place].value : old[member.key]
      at(member.key) {
        if let oldValue {
          $0.compare(oldValue, member.value)
        } else {
          $0.emit(.add($0.path, member.value), valueSize: member.value.writtenSize())
        }
      }
    }
  }

  @inline(never)
  private mutating func compareElements(_ old: [JSONValue], _ new: [JSONValue]) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    let (oldMiddle, newMiddle) = (old[prefix..<old.count - suffix], new[prefix..<new.count - suffix])
    guard oldMiddle.count != 1 || newMiddle.count != 1 else {
      at(String(prefix)) { $0.compare(old[prefix], new[prefix]) }
      return
    }
    let edit = ArrayEdit(from: Array(oldMiddle), to: Array(newMiddle))
    for move in edit.moves {
      emit(.move(from: path.appending(prefix + move.from), to: path.appending(prefix + move.to)), valueSize: operationSize)
    }
    var index = prefix
    for step in edit.steps {
      switch step {
      case .keep: index += 1
      case .change(let oldPlace, let newPlace):
        at(String(index)) { $0.compare(old[prefix + oldPlace], new[prefix + newPlace]) }
        index += 1
      case .delete: at(String(index)) { $0.emit(.remove($0.path), valueSize: 0) }
      case .insert(let newPlace):
        let value = new[prefix + newPlace]
        at(String(index)) { $0.emit(.add($0.path, value), valueSize: value.writtenSize()) }
        index += 1
      }
    }
  }

  @inline(never)
  private mutating func compareText(_ old: String, _ new: String) {
    if splicing, let splice = splice(from: old, to: new) {
      emit(splice.operation, valueSize: splice.size)
    } else {
      emit(.replace(path, .string(new)), valueSize: new.utf8.count + 2)
    }
  }

  /// The splice from one text to another and its written size, if that is at most half of a `replace`.
  private func splice(from old: String, to new: String) -> (operation: JSONPatch.Operation, size: Int)? {
    old.withBytes { oldBytes in
      new.withBytes { newBytes -> (operation: JSONPatch.Operation, size: Int)? in
        guard let splice = TextSplice(from: oldBytes, to: newBytes) else { return nil }
        let inserted = String(utf8Bytes: newBytes.extracting(splice.inserted))
        let operation = JSONPatch.Operation.splice(path, at: splice.start, deleting: splice.deleted, inserting: inserted)
        return (operation, splice.inserted.count + TextSplice.ownBytes)
      }
    }
  }

  private mutating func at(_ token: String, _ visit: (inout Self) -> Void) {
    path.tokens.append(token)
    visit(&self)
    path.tokens.removeLast()
  }

  @inline(never)
  private mutating func emit(_ operation: JSONPatch.Operation, valueSize: Int) {
    operations.append(operation)
    cost += operationSize + valueSize
  }

  /// The approximate size of an operation at `path` without its value, in bytes.
  private var operationSize: Int {
    path.tokens.reduce(#"{"op":"replace","path":"","value":},"#.utf8.count) { $0 + $1.utf8.count + 1 }
  }
}

// MARK: - Sizes

extension JSONValue {
  /// The approximate written size of the value in bytes; escapes count as the characters they represent. Stops counting beyond `limit`.
  fileprivate func writtenSize(upTo limit: Int = .max) -> Int {
    switch self {
    case .null: return 4
    case .bool(let bool): return bool ? 4 : 5
    case .number(let number): return number.text.utf8.count
    case .string(let string): return string.utf8.count + 2
    case .array(let elements):
      var size = 2
      for element in elements {
        size += 1 + element.writtenSize(upTo: limit - size)
        if size > limit { break }
      }
      return size
    case .object(let object):
      var size = 2
      for member in object {
        size += member.key.utf8.count + 4 + member.value.writtenSize(upTo: limit - size)
        if size > limit { break }
      }
      return size
    }
  }
}
