import FluxtapeCoding
import FluxtapeJSON

/// A JSON value during decoding, with its coding path.
final class DecodingNode {
  let json: JSONValue
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let key: (any CodingKey)?
  private let parent: DecodingNode?
  private let depth: Int
  /// The thread's stack, looked up once at the depth where its size begins to matter.
  private let stack: ThreadStack?

  /// The maximum nesting of values. It admits the deepest JSON with optionals at every level, and stops an infinitely recursive
  /// `init(from:)`.
  private static let maximumDepth = 2 * JSONValue.maximumDepth

  init(_ json: JSONValue, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.json = json
    self.userInfo = userInfo
    key = nil
    parent = nil
    depth = 0
    stack = nil
  }

  init(_ json: JSONValue, key: (any CodingKey)?, inside parent: DecodingNode) {
    self.json = json
    self.key = key
    self.parent = parent
    userInfo = parent.userInfo
    depth = parent.depth + 1
    stack = depth == ThreadStack.askedFromDepth ? ThreadStack.current : parent.stack
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var node: DecodingNode? = self
    while let current = node {
      if let key = current.key { path.append(key) }
      node = current.parent
    }
    return path.reversed()
  }
}

// MARK: - Any type

extension DecodingNode {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard depth <= Self.maximumDepth, depth < ThreadStack.askedFromDepth || stack?.hasRoom != false else {
      throw corrupted("values nest too deep")
    }
    if let form = type as? any BuiltinDecodable.Type, let value = try form.init(decoding: self) as? Value { return value }
    do {
      return try Value(from: NodeDecoder(node: self))
    } catch DecodingError.typeMismatch(let type, let context)
      where context.debugDescription == Self.noSuchCase && context.codingPath.count == codingPath.count
    {
      throw noCase(of: type)
    }
  }

  /// What the decoding of an enum, as the compiler writes it, says of unknown cases. It does not name them.
  private static let noSuchCase = "Invalid number of keys found, expected one."

  private func noCase(of type: Any.Type) -> DecodingError {
    let names = json.object.map { $0.keys.map { "'\($0)'" }.joined(separator: ", ") } ?? ""
    let what = "expected one case of \(TypeName.of(type)), found \(names.isEmpty ? "none" : names)"
    return .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: what))
  }

  var isNil: Bool { json.isNull }
}

// MARK: - Scalars

extension DecodingNode {
  func bool() throws -> Bool {
    guard let bool = json.bool else { throw mismatch(Bool.self) }
    return bool
  }

  func string() throws -> String {
    guard let string = json.string else { throw mismatch(String.self) }
    return string
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws -> Value {
    guard let number = json.number else { throw mismatch(type) }
    if let integer = number.int.flatMap(Value.init(exactly:)) ?? Value(number.text) { return integer }
    // Other writers use `1.0` and `1e3` for integers. A double represents every integer up to 2^53 exactly.
    guard number.double.magnitude <= 0x1p53, let integer = Value(exactly: number.double) else { throw outOfRange(type) }
    return integer
  }

  func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type = Value.self) throws -> Value {
    if case .float(let tag)? = TaggedValue(json) {
      return switch tag {
      case .nan: .nan
      case .infinity: .infinity
      case .negativeInfinity: -.infinity
      }
    }
    guard let number = json.number else { throw mismatch(type) }
    // Parse the text, because rounding to a double first may give another float.
    guard let value = Value(number.text), value.isFinite else { throw outOfRange(type) }
    return value
  }
}

// MARK: - Errors

extension DecodingNode {
  func corrupted(_ why: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: why))
  }

  func outOfRange(_ type: Any.Type) -> DecodingError { corrupted("the number does not fit \(TypeName.of(type))") }

  func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "no value for key '\(key.stringValue)'"))
  }

  /// The error for JSON that is not of a type.
  func mismatch(_ type: Any.Type, expected: String? = nil) -> DecodingError {
    let expected = expected ?? TypeName.of(type)
    let found = "expected \(expected), found "
    switch TaggedValue(json) {
    case .redacted: return corrupted(found + "a value that was redacted when it was recorded")
    case .truncated: return corrupted(found + "a value that was left out for its size when it was recorded")
    case .opaque(let name): return corrupted(found + "a value that could not be encoded when it was recorded, of type \(name)")
    case .float, nil: break
    }
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: found + "\(json.kind)")
    return json.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
