public import FluxtapeJSON

/// Turns any Swift value into the JSON that stands for it in a log. It asks no conformance, never throws and never traps.
///
/// A value is encoded in the first of these ways that fits:
/// 1. a form of its own: numbers, strings, `Bool`, `Date` (RFC 3339), `Data` (base64), `URL`, `UUID`, `Decimal`, optionals, arrays, sets, dictionaries;
/// 2. `Encodable`; where its `encode(to:)` throws, the next way is taken for that value alone;
/// 3. reflection: structs, tuples and classes as objects, enums in the form that the compiler synthesizes for `Codable`;
/// 4. `{"$opaque":"TypeName"}` for what has no contents to show: closures, pointers, actors, objects of the system, references back to
///    an object that is being encoded, and what objects that come again and again hold, beyond 65,536 values.
///
/// The same value always gives the same text: fields keep their order, the keys of dictionaries are sorted by their UTF-8 bytes, the
/// elements of sets by the bytes of their JSON. This holds as far as `encode(to:)` is a pure function of the value.
///
/// Classes are read where they lie. Encoding an object while another thread changes it is a race, as reading it in any other way is. A recorder
/// reads objects of the app's own classes only; see ``ObjectRules``.
public struct ValueEncoder: Sendable {
  public struct Options: Sendable {
    /// How deep the JSON may nest, in containers. What lies deeper is `{"$opaque":…}`.
    ///
    /// 479 leaves room for the record around it, below ``JSONValue/maximumDepth`` of a reader. No more than 500.
    public var maximumDepth = 479

    /// What `encode(to:)` finds under ``Encoder/userInfo``.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// What looks at values in memory. Without it, an `unowned` property whose object is gone cannot be told from others, and is read.
    package var memory: (any MemoryRoom)?

    public init() {}
  }

  public let options: Options

  public init(options: Options = Options()) { self.options = options }

  /// The JSON of `value`.
  ///
  /// - Complexity: O(n) in the size of the JSON, and O(n log n) in that of sets and dictionaries.
  public func encode(_ value: Any) -> JSONValue {
    ValueWriter(rules: EncodingRules(options)).json(of: value)
  }
}
