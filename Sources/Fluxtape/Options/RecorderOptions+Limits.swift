extension RecorderOptions {
  /// Size limits for recorded values, as JSON.
  ///
  /// The recorder leaves out larger values and says so: a payload or a string becomes
  /// `{"$truncated":{"bytes":120931,"digest":"9f2c41d07be3a85c"}}`, a state `"omitted":"limit"`, a value that is nested too deep
  /// `{"$opaque":"Node"}`. Equal values of one run have equal digests.
  ///
  /// Encoding stops soon after a limit. So the `bytes` of a payload are a lower bound, and its digest covers only the encoded part:
  /// payloads with different digests differ, payloads with the same digest may differ further on. For a string both cover the whole.
  ///
  /// An error ends an `encode(to:)` that would run forever: some thousand writes beyond a limit, or beyond the deepest level, each
  /// container begins to throw it. No encoder can stop code that ignores the error (`try?`), nor a loop or recursion that only requests
  /// containers and never writes to one; but neither takes any more memory.
  public struct Limits: Equatable, Sendable {
    /// Bytes of an action's payload.
    public var payloadBytes: Int

    /// Bytes of a whole state, and of the changes by one action.
    public var stateBytes: Int

    /// Bytes of UTF-8 of one string, in payloads and states.
    public var stringBytes: Int

    /// The number of composite values in one payload or state: objects, arrays, and values with an `encode(to:)`, counted at every
    /// occurrence. Objects that reference each other are written once for each path to them, and the number of paths can be exponential;
    /// this limit stops them, where the limit of bytes alone would be too late. A value encoded by reflection counts as 16, since it takes
    /// that much longer; a value kept for comparison counts as 4. Elements that an `encode(to:)` writes one by one count as 1 each, and so
    /// do members from the 129th of an object on.
    public var values: Int

    /// The nesting depth of containers, at most ``deepest``.
    public var depth: Int

    /// Creates limits; omitted arguments have their default.
    public init(
      payloadBytes: Int = 4 << 20, stateBytes: Int = 256 << 20, stringBytes: Int = 1 << 20, values: Int = 4 << 20,
      depth: Int = Limits.deepest
    ) {
      self.payloadBytes = payloadBytes
      self.stateBytes = stateBytes
      self.stringBytes = stringBytes
      self.values = values
      self.depth = depth
    }

    /// Readers accept 512 levels; this leaves room for the record around a value.
    public static let deepest = 479

    /// No limits except those of the format. An endless `encode(to:)` then takes all memory.
    public static var none: Limits { Limits(payloadBytes: .max, stateBytes: .max, stringBytes: .max, values: .max) }
  }
}
