package import FluxtapeLog

/// A range of a text that is, or may be, a secret.
package struct SecretFind: Hashable, Sendable {
  package let form: SecretForms.Form
  /// In bytes of UTF-8.
  package let range: Range<Int>
  /// The style of a named secret.
  let style: PrintedValue.Style?
  /// The name of a named secret; `nil` if ``SecretForms`` found it, and so it is one in all likelihood.
  let key: String?

  init(_ form: SecretForms.Form, _ range: Range<Int>, style: PrintedValue.Style? = nil, key: String? = nil) {
    self.form = form
    self.range = range
    self.style = style
    self.key = key
  }

  func moved(to range: Range<Int>) -> SecretFind { SecretFind(form, range, style: style, key: key) }
}
