public import FluxtapeJSON

/// Encodes any Swift value as the JSON that represents it in a log. It needs no conformance, never throws and never traps.
///
/// A value is encoded in the first of these ways that applies:
/// 1. a built-in encoding: numbers, strings, `Bool`, `Date` (RFC 3339), `Data` (base64), `URL`, `UUID`, `Decimal`, optionals, arrays, sets,
/// dictionaries;
/// 2. `Encodable`; if its `encode(to:)` throws, the next way is used for that value alone;
/// 3. reflection: structs, tuples and classes as objects, enums in the form that the compiler synthesizes for `Codable`;
/// 4. `{"$opaque":"TypeName"}` for values without readable contents: closures, pointers, actors, system objects, references back to an
/// object that is being encoded, and the contents of repeated objects beyond 65,536 values.
///
/// Equal values give equal texts: fields keep their order, dictionary keys are sorted by their UTF-8 bytes, elements of sets by the bytes
/// of their JSON. This requires `encode(to:)` to be a pure function of the value.
///
/// Objects are read in place. Encoding an object while another thread changes it is a data race, like any other read. A recorder reads only
/// objects of the app's own classes; see ``ObjectRules``.
public struct ValueEncoder: Sendable {
  public struct Options: Sendable {
    /// The maximum nesting depth of containers. Deeper values become `{"$opaque":…}`.
    ///
    /// 479 leaves room for the enclosing record, below a reader's ``JSONValue/maximumDepth``. At most 500.
    public var maximumDepth = 479

    /// The ``Encoder/userInfo`` for `encode(to:)`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Reads values in memory. Without it, an `unowned` property with a released object cannot be detected, and is read.
    package var memory: (any MemoryRoom)?

    public init() {}
  }

  public let options: Options

  public init(options: Options = Options()) { self.options = options }

  /// Returns the JSON of `value`.
  ///
  /// - Complexity: O(n) in the size of the JSON, and O(n log n) in the size of sets and dictionaries.
  public func encode(_ value: Any) -> JSONValue {
    ValueWriter(rules: EncodingRules(options)).json(of: value)
  }
}
