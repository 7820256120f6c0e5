import FluxtapeLog

/// Detects parts of a value that are keys of other parts, as in headers, form fields, query items and pairs:
/// `{"name":"Authorization","value":"…"}`, `{"field":{"password":{}},"to":"…"}`, `["password","…"]`.
struct Neighbors {
  let areElements: Bool
  var count = 0
  /// The parts whose values name a secret.
  private var names: [Int] = []
  private var hasValue = false

  /// The maximum size of an object with such members, and that of one in which they name all others, and of such an array.
  static let most = 32
  static let few = 3

  init(areElements: Bool) { self.areElements = areElements }

  /// - Parameters: The words of a member's key; whether the part's value names a secret, or a password.
  mutating func note(_ key: KeyWords, _ isSecretName: (_ isPassword: Bool) -> Bool) {
    hasValue = hasValue || key.areAll(.value)
    let mayName = areElements ? count < Self.few : count < Self.most && Self.mayName(key)
    if mayName, isSecretName(!areElements && key.areAll(.kind)) { names.append(count) }
    count += 1
  }

  /// Whether the value of a member may be the key of others: `name`, `_0`.
  static func mayName(_ key: KeyWords) -> Bool { key.isEmpty || key.areAll(.name) }

  /// Whether they decide how other parts are written.
  var decide: Bool { !names.isEmpty && count > 1 && count <= (hasValue && !areElements ? Self.most : Self.few) }

  /// The secrecy that the neighbors of a part require, if any. All parts are known.
  func secrecy(ofPart place: Int, _ key: KeyWords) -> WritingContext.Secrecy? {
    // A dictionary without string keys is an array of pairs.
    if areElements { return names[0] < place ? .secret : nil }
    guard !names.contains(place) else { return nil }
    return key.areAll(.value) ? .secret : count <= Self.few && !key.areAll(.innocent) ? .labelled : nil
  }
}
