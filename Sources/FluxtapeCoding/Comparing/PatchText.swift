import FluxtapeLog

/// The operations of a patch, as JSON without brackets: those of RFC 6902, and `splice`.
final class PatchText {
  @safe @exclusivity(unchecked) fileprivate(set) var bytes: [UInt8] = []
  @safe @exclusivity(unchecked) fileprivate(set) var count = 0
  /// The current JSON Pointer, escaped for use inside a JSON string.
  @safe @exclusivity(unchecked) fileprivate var path: [UInt8] = []
  /// The number of tokens in the path.
  @safe @exclusivity(unchecked) fileprivate(set) var depth = 0

  /// A place in the patch.
  struct Mark {
    let bytes: Int
    let count: Int
  }

  var mark: Mark { Mark(bytes: bytes.count, count: count) }

  func rollBack(to mark: Mark) {
    bytes.removeSubrange(mark.bytes...)
    count = mark.count
  }

  func clear() {
    if bytes.capacity > Self.mostKeptBytes { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    path.removeAll(keepingCapacity: true)
    (count, depth) = (0, 0)
  }

  private static let mostKeptBytes = 1 << 20

  /// Begins an operation, up to the end of its path.
  fileprivate func begin(_ name: StaticString) {
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    count += 1
    bytes.append(contentsOf: #"{"op":""#.utf8)
    bytes.append(contentsOf: String(describing: name).utf8)
    bytes.append(contentsOf: #"","path":""#.utf8)
    bytes.append(contentsOf: path)
    bytes.append(UInt8(ascii: "\""))
  }

  fileprivate func end() { bytes.append(UInt8(ascii: "}")) }

  fileprivate func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  fileprivate func append(token name: String) {
    path.append(UInt8(ascii: "/"))
    let start = path.count
    JSONText.escapedKey(name).withUTF8Span { path.append(escaped: $0) }
    guard path[start...].contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return }
    let token = path[start...].flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    path.replaceSubrange(start..., with: token)
  }
}

// MARK: - Paths

extension Coder {
  /// The number of tokens in a path from which a changed value is replaced as a whole. This bounds the stack for any value.
  static let deepestPatch = 64

  /// Runs `body` with a member added to the path, and the context of the member.
  func at(_ name: String, in context: WritingContext, _ body: (WritingContext) -> Void) {
    let length = patch.path.count
    patch.append(token: name)
    goInside(upTo: length) { body(redactor.isNeeded ? redactor.context(forKey: name, in: context) : context) }
  }

  /// Runs `body` with an element added to the path, and the context of the element.
  func at(_ index: Int, in context: WritingContext, _ body: (WritingContext) -> Void) {
    let length = patch.path.count
    patch.path.append(UInt8(ascii: "/"))
    JSONText.append(index, to: &patch.path)
    goInside(upTo: length) { body(redactor.isNeeded ? redactor.context(forElementAt: index, in: context) : context) }
  }

  private func goInside(upTo length: Int, _ body: () -> Void) {
    patch.depth += 1
    inside(.nameless, body)
    patch.depth -= 1
    patch.path.removeSubrange(length...)
  }
}

// MARK: - Operations

extension Coder {
  func replace(in context: WritingContext, _ write: (Node) -> Void) { writeOperation("replace", in: context, write) }

  func add(in context: WritingContext, _ write: (Node) -> Void) { writeOperation("add", in: context, write) }

  private func writeOperation(_ name: StaticString, in context: WritingContext, _ write: (Node) -> Void) {
    let value = bytes(write)
    patch.begin(name)
    patch.append(#","value":"#)
    redactor.append(value, in: context, to: &patch.bytes)
    patch.end()
  }

  /// Replaces the name of the type in the object at the path.
  func replaceType(by name: String) {
    let length = patch.path.count
    patch.path.append(contentsOf: "/\(JSONText.typeKey)".utf8)
    patch.begin("replace")
    patch.append(#","value":"#)
    JSONText.append(name, to: &patch.bytes)
    patch.end()
    patch.path.removeSubrange(length...)
  }

  func remove() {
    patch.begin("remove")
    patch.end()
  }

  /// Moves an element of the array at the path.
  func move(from: Int, to: Int) {
    if patch.count > 0 { patch.append(",") }
    patch.count += 1
    patch.append(#"{"op":"move","from":""#)
    patch.bytes.append(contentsOf: patch.path)
    patch.append("/\(from)\",\"path\":\"")
    patch.bytes.append(contentsOf: patch.path)
    patch.append("/\(to)\"}")
  }

  /// - Parameter text: The new text.
  func splice(_ splice: TextSplice, of text: Span<UInt8>) {
    patch.begin("splice")
    patch.append(",\"at\":\(splice.start),\"del\":\(splice.deleted),\"ins\":\"")
    patch.bytes.append(escaped: text.extracting(splice.inserted))
    patch.append("\"}")
  }

  func replaceIfDifferent(_ old: [UInt8], _ new: [UInt8], in context: WritingContext) {
    if old != new { replace(in: context) { $0.bytes.append(contentsOf: new) } }
  }

  /// Replaces the whole value instead of the operations since `mark`, if that takes less than half of the bytes.
  func replaceIfShorter(_ new: [UInt8], since mark: PatchText.Mark, in context: WritingContext) {
    let operations = patch.bytes.count - mark.bytes
    let replacement = patch.path.count + new.count + #"{"op":"replace","path":"","value":}"#.utf8.count
    guard patch.count > mark.count + 1, 2 * replacement < operations else { return }
    patch.rollBack(to: mark)
    replace(in: context) { $0.bytes.append(contentsOf: new) }
  }
}
