/// What is kept out of a log.
///
/// Values under keys that name secrets (`password`, `accessToken`, `X-API-Key`, …) and strings that contain a card number are
/// replaced by `{"$redacted":"9f2c41d07be3a85c"}` before any byte is written. The digits are a digest under ``RecordingContext/digestKey``: equal
/// secrets of one run look equal, and cannot be tried out without the key. Booleans, `null`, empty strings and empty
/// containers stay: they give nothing away, and `validPassword` is often what one looks for.
///
/// The key of a value without a label is the name of its enum case, type, scope or store.
public struct Redaction: Hashable, Sendable {
  /// Whether anything is redacted.
  public var isOn: Bool
  /// Keys that name secrets of this app, besides the general ones. Upper and lower case are the same.
  public var secretKeys: Set<String>
  /// Keys that look like secrets and are none in this app. Upper and lower case are the same.
  public var openKeys: Set<String>

  public init(secretKeys: Set<String> = [], openKeys: Set<String> = []) {
    isOn = true
    self.secretKeys = secretKeys
    self.openKeys = openKeys
  }

  /// Secrets are kept out by the general rules.
  public static let standard = Redaction()

  /// Everything is written as it is.
  public static let off: Redaction = {
    var redaction = Redaction()
    redaction.isOn = false
    return redaction
  }()
}
