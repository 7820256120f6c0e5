import FluxtapeScreen

extension String {
  /// This text, already safe to print, padded with spaces to `width` terminal columns.
  package func padded(toColumns width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - Typesetting.unicode.width(of: self)))
  }
}
