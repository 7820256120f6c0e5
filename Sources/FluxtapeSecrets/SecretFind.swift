/// Why a range of a text is found.
package enum SecretForm: Hashable, Sendable {
  /// After the name of a secret, `password=x`, `token: x`, `the PIN is 1234`, or by a recorder's table.
  case named
  case bearer, webToken
  /// The password in a URL.
  case userInformation
  /// The contents of an `NSError`, which may be anything.
  case errorInformation
  case privateKey
  /// A key of a well-known service.
  case serviceKey
  case cardNumber
}

/// A range of a text that is, or may be, a secret.
package struct SecretFind: Hashable, Sendable {
  package let form: SecretForm
  /// In bytes of UTF-8.
  package let range: Range<Int>
  /// The style of a named secret.
  let style: PrintedValue.Style?
  /// The name of a named secret; `nil` if ``SecretForms`` found it, and so it is one in all likelihood.
  let key: String?

  init(_ form: SecretForm, _ range: Range<Int>, style: PrintedValue.Style? = nil, key: String? = nil) {
    self.form = form
    self.range = range
    self.style = style
    self.key = key
  }

  func moved(to range: Range<Int>) -> SecretFind { SecretFind(form, range, style: style, key: key) }
}
