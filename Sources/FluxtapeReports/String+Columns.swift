import FluxtapeScreen

extension String {
  /// This text, already safe to print, padded with spaces to `width` terminal columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - Typesetting.unicode.width(of: self)))
  }
}
