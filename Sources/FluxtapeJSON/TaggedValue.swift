/// The representation in a log of values that JSON lacks: an object whose only key begins with `$`.
///
/// ```json
/// {"$redacted":"9f2c41d07be3a85c"}   {"$truncated":{"bytes":120931,"digest":"…"}}   {"$float":"nan"}   {"$opaque":"URLSession"}
/// ```
/// Keys of ordinary objects that begin with `$` are written with one more (``escapedKey(_:)``), so that data never looks like a tag. An
/// object with an unknown tag, or a known tag with invalid contents, is an ordinary object.
public enum TaggedValue: Hashable, Sendable {
  /// A secret. Equal secrets of one run have equal digests; the digest key is not stored.
  case redacted(digest: String)
  /// A value omitted because of its size, with its number of `bytes` as JSON. Equal values of one run have equal digests.
  case truncated(bytes: Int, digest: String)
  /// A floating-point number that is not finite.
  case float(NonFinite)
  /// A value of a type that cannot be encoded.
  case opaque(typeName: String)

  /// Numbers that JSON cannot express.
  public enum NonFinite: String, Hashable, Sendable, CaseIterable {
    /// Not a number.
    case nan = "nan"
    /// Positive infinity.
    case infinity = "inf"
    /// Negative infinity.
    case negativeInfinity = "-inf"
  }
}

extension TaggedValue {
  /// Decodes `value` as a tag; `nil` for an ordinary value.
  public init?(_ value: JSONValue) {
    guard case .object(let object) = value, object.count == 1, let member = object.first else { return nil }
    switch (member.key, member.value) {
    case ("$redacted", .string(let digest)): self = .redacted(digest: digest)
    case ("$truncated", .object(let content)):
      guard content.count == 2, let bytes = content["bytes"]?.int, bytes >= 0, let digest = content["digest"]?.string else {
        return nil
      }
      self = .truncated(bytes: bytes, digest: digest)
    case ("$float", .string(let name)):
      guard let float = NonFinite(rawValue: name) else { return nil }
      self = .float(float)
    case ("$opaque", .string(let typeName)): self = .opaque(typeName: typeName)
    default: return nil
    }
  }

  /// The tag as JSON.
  public var json: JSONValue {
    switch self {
    case .redacted(let digest): ["$redacted": .string(digest)]
    case .truncated(let bytes, let digest): ["$truncated": ["bytes": .number(JSONNumber(bytes)), "digest": .string(digest)]]
    case .float(let float): ["$float": .string(float.rawValue)]
    case .opaque(let typeName): ["$opaque": .string(typeName)]
    }
  }

  /// Creates the tag of a number; `nil` if it is finite.
  public init?(_ value: some BinaryFloatingPoint) {
    if value.isNaN {
      self = .float(.nan)
    } else if value.isInfinite {
      self = .float(value.sign == .minus ? .negativeInfinity : .infinity)
    } else {
      return nil
    }
  }
}

// MARK: - Keys of ordinary objects

extension TaggedValue {
  /// The key of the first member of an object that stands for the contents of an existential: `{"$type":"Offline"}`. The other members are
  /// those of any object of that type.
  public static let typeKey = "$type"
}

extension TaggedValue {
  /// Escapes the key of an ordinary object: adds a `$` if it begins with one.
  public static func escapedKey(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
  }

  /// Unescapes the key of an ordinary object.
  public static func unescapedKey(_ key: String) -> String {
    key.utf8.starts(with: "$$".utf8) ? String(key.unicodeScalars.dropFirst()) : key
  }
}
