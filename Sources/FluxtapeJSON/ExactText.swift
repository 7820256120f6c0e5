/// A text compared by its bytes, as the key of a dictionary. As strings, texts that differ only in their normalization are equal.
///
/// The hash is seeded per process, so that nobody can craft a log whose keys all collide.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSameText(as: right.text) }
  package func hash(into hasher: inout Hasher) { hasher.combineBytes(of: text) }
}
