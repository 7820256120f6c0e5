import SampleWorld

/// A server that knows one user.
struct LoginServer: Sendable {
  static let email = "hanako@example.jp"
  static let password = "correct horse battery"

  let server: FakeServer

  func logIn(_ email: String, _ password: String) async throws -> String {
    guard try await server.call({ email == Self.email && password == Self.password }) else {
      throw ServerError(reason: "wrong e-mail or password")
    }
    return "Hanako"
  }
}
