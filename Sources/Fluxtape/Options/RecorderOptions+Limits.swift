extension RecorderOptions {
  /// How large what is recorded may get, as JSON.
  ///
  /// What is larger is left out and said to be: a payload or a string as `{"$truncated":{"bytes":120931,"digest":"9f2c41d07be3a85c"}}`, a
  /// state as `"omitted":"limit"`, what lies too deep as `{"$opaque":"Node"}`. Equal values of one run have equal digests.
  ///
  /// Encoding stops soon after a limit. So a payload takes at least as many `bytes` as it says, and its digest is that of what was written of
  /// it: payloads with different digests differ, those with the same may differ further on. Of a string both count the whole.
  ///
  /// An `encode(to:)` that goes on for ever is ended by an error: some thousand writes behind a limit, or behind the deepest level, each
  /// container throws it from then on. Code that drops the error (`try?`) goes on as long as it likes, and so does a loop or recursion that only
  /// asks for containers and never writes to one: nothing that they do takes memory any more, but no encoder can end them.
  public struct Limits: Equatable, Sendable {
    /// Bytes of an action's contents.
    public var payloadBytes: Int

    /// Bytes of a whole state, and of the changes of one action.
    public var stateBytes: Int

    /// Bytes of UTF-8 of one string, in payloads and states.
    public var stringBytes: Int

    /// Values that are made of others, in one payload or state: objects, arrays, values with an `encode(to:)`, each counted every time it
    /// is come upon. Objects that know each other are shown once for each way that leads to them, of which there may be more than anyone
    /// could wait for; this, and not only the bytes, is what brings them to an end. One that is taken apart by reflection counts
    /// as sixteen, since that takes as long; what is kept for comparison as four. Elements that an `encode(to:)` writes one by one count
    /// as one each, and so do members from the 129th of an object on.
    public var values: Int

    /// Containers inside of each other, at most ``deepest``.
    public var depth: Int

    /// Creates limits; those left out have their default.
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

    /// A reader takes 512 levels; this leaves room for the record around a value.
    public static let deepest = 479

    /// As far as the format goes. An `encode(to:)` without end takes all the memory there is then.
    public static var none: Limits { Limits(payloadBytes: .max, stateBytes: .max, stringBytes: .max, values: .max) }
  }
}
