#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeJSON

/// A place in states and in the contents of actions whose value is kept out of a log, whatever it is.
///
/// ```swift
/// Redaction(secretPaths: ["/user/email", "/users/*/email", SecretPath("/notes", in: "diary")])
/// ```
///
/// Written as JSON pointers are (RFC 6901), from the root of a state or of an action's contents, with the keys as the app has them. `*`
/// stands for any one key or place in an array. What the app calls `a/b` is `a~1b` here, and `~` is `~0`.
public struct SecretPath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The keys from the root on; `*` for any.
  let tokens: [String]
  /// The name of the stores that it is about; `nil` for all.
  let store: String?

  /// - Parameters:
  ///   - pointer: `/user/email`. The first slash may be missing; the empty pointer is the whole value.
  ///   - store: The name that a store is recorded under, if it is about that store alone. `cart#2` has the name `cart`.
  public init(_ pointer: String, in store: String? = nil) {
    self.store = store
    guard !pointer.isEmpty else {
      tokens = []
      return
    }
    let text = pointer.utf8.first == UInt8(ascii: "/") ? pointer : "/" + pointer
    // An escape that there is not is meant as it stands.
    tokens =
      (try? JSONPointer(parsing: text))?.tokens ?? text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  public init(stringLiteral pointer: String) { self.init(pointer) }

  var pattern: PathPattern { PathPattern(tokens) }
}
#endif
