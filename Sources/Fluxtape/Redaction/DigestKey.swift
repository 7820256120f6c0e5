#if !RECORDING_COMPILED_OUT
import FluxtapeCoding

/// The key under which secrets are digested. It stays in memory: with the log alone, nobody can try out values.
public struct DigestKey: Equatable, Sendable {
  public var low: UInt64
  public var high: UInt64

  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// A new key from the system's random numbers.
  public static func random() -> DigestKey {
    var generator = SystemRandomNumberGenerator()
    return DigestKey(low: generator.next(), high: generator.next())
  }

  var words: SipHash.Key { SipHash.Key(low: low, high: high) }
}
#endif
