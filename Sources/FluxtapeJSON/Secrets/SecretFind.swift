/// A place in a text where a secret stands, or something that may be one.
package struct SecretFind: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// Behind the name of a secret: `password=x`, `token: x`, `the PIN is 1234`.
    case named
    case bearer
    case webToken
    /// The password in a URL.
    case userInformation
    /// What an `NSError` carries. It may be anything.
    case errorInformation
    case privateKey
    /// A key of a well-known service.
    case serviceKey
    case cardNumber
    /// An address of mail or a number of a telephone, where personal data are hidden.
    case personal
  }

  package let form: Form
  /// In bytes of UTF-8.
  package let range: Range<Int>
  /// Of what is named: how it stands there.
  let style: PrintedValue.Style?
  /// Of what is named: the name.
  let key: String?

  init(_ form: Form, _ range: Range<Int>, style: PrintedValue.Style? = nil, key: String? = nil) {
    self.form = form
    self.range = range
    self.style = style
    self.key = key
  }
}
