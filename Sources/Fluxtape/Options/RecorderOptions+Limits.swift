extension RecorderOptions {
  /// How large what is recorded may get, as JSON.
  ///
  /// What is larger is left out and said to be: a payload or a string as `{"$truncated":{"bytes":120931,"digest":"9f2c41d07be3a85c"}}`, a
  /// state as `"omitted":"limit"`, what lies too deep as `{"$opaque":"Node"}`. Equal values of one run have equal digests.
  public struct Limits: Hashable, Sendable {
    /// Bytes of an action's contents.
    public var payloadBytes: Int

    /// Bytes of a whole state, and of the changes of one action.
    public var stateBytes: Int

    /// Bytes of UTF-8 of one string, in payloads and states.
    public var stringBytes: Int

    /// Containers inside of each other, at most ``deepest``.
    public var depth: Int

    public init(
      payloadBytes: Int = 4 << 20, stateBytes: Int = 256 << 20, stringBytes: Int = 1 << 20, depth: Int = Limits.deepest
    ) {
      self.payloadBytes = payloadBytes
      self.stateBytes = stateBytes
      self.stringBytes = stringBytes
      self.depth = depth
    }

    /// A reader takes 512 levels; this leaves room for the record around a value.
    public static let deepest = 479

    /// As far as the format goes.
    public static let none = Limits(payloadBytes: .max, stateBytes: .max, stringBytes: .max)
  }
}
