import Foundation
import Testing

@testable import Fluxtape

/// Values in the shapes of apps, each with a secret and a harmless neighbor.
struct SecretShapesTests {
  private static let secret = "pl4nted"

  enum Field: Hashable, Sendable { case password, email }
  enum RawField: String, Hashable, Sendable { case password, email }

  enum Action: Sendable {
    case passwordChanged(to: String, user: String)
    case setPassword(old: String, new: String, isShown: Bool)
    case tokenRefreshed(with: String, userId: String)
    case fieldEdited(Field, String)
    case textEdited(String, String)
    case edited(field: Field, to: String)
    case rawEdited(field: RawField, to: String, reason: String)
    case credentialTyped(Edit)
    case edit(Edit)
    case wrongPasswordError(String)
    case passwordAttempts(Int)
    case failed(any Error)
    case sessionStarted(Session)
    case arguments([String])
    case fields([Field: String])
    case rawFields([RawField: String])
    case renamed(name: String, value: String)
  }
  struct Edit: Sendable { var name: String, text: String }
  struct Session: Sendable { var user: String, session: String }
  struct Password: Sendable { var raw: String, user: String }
  struct APIKey: RawRepresentable, Codable, Sendable { var rawValue: String }
  struct Form: Sendable { var first: Password, second: APIKey, pair: (RawField, String), user: String }
  struct TokenBucket: Sendable { var note: String }

  enum Failure: Error {
    case badToken(got: String, reason: String)
    case invalidPassword(entered: String)
    case refused(message: String)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let action: any Sendable
    /// The text that the log must have.
    let shown: String
    var testDescription: String { "\(action)" }
    init(_ action: any Sendable, _ shown: String) { (self.action, self.shown) = (action, shown) }
  }

  static let rows = [
    Row(Action.passwordChanged(to: secret, user: "ada"), #""user":"ada""#),
    Row(Action.setPassword(old: secret, new: secret, isShown: true), #""isShown":true"#),
    Row(Action.tokenRefreshed(with: secret, userId: "u-17"), #""userId":"u-17""#),
    Row(Action.fieldEdited(.password, secret), #"{"password":{}}"#), Row(Action.fieldEdited(.email, "shown"), "shown"),
    Row(Action.textEdited("password", secret), #""_0":"password""#), Row(Action.textEdited("email", "shown"), "shown"),
    Row(Action.edited(field: .password, to: secret), #"{"password":{}}"#), Row(Action.edited(field: .email, to: "shown"), "shown"),
    Row(Action.rawEdited(field: .password, to: secret, reason: "typed"), #""reason":"typed""#),
    Row(Action.credentialTyped(Edit(name: "ada", text: secret)), "credentialTyped"),
    Row(Action.edit(Edit(name: "pin", text: secret)), #""name":"pin""#), Row(Action.edit(Edit(name: "city", text: "Bern")), "Bern"),
    Row(Action.wrongPasswordError(secret), "wrongPasswordError"), Row(Action.passwordAttempts(3), #""_0":3"#),
    Row(Action.failed(Failure.badToken(got: secret, reason: "old")), "badToken"),
    Row(Action.failed(Failure.invalidPassword(entered: secret)), "invalidPassword"),
    Row(Action.failed(Failure.refused(message: "login failed: password=\(secret) at 3")), "password=[redacted] at 3"),
    Row(Action.failed(CocoaError(.fileNoSuchFile, userInfo: ["path": secret])), #""code":4"#),
    Row(
      Action.failed(NSError(domain: "D", code: 7, userInfo: ["a": secret, NSLocalizedDescriptionKey: "Bearer \(secret)"])), #""code":7"#),
    Row(Action.sessionStarted(Session(user: "ada", session: secret)), #""user":"ada""#),
    Row(Action.arguments(["login", "--password", secret]), "login"), Row(Action.arguments(["name", "email", "password"]), "email"),
    Row(Action.fields([.password: secret]), "password"), Row(Action.rawFields([.password: secret, .email: "ada"]), "ada"),
    Row(Action.renamed(name: "colour", value: "red"), #""value":"red""#),
    Row(Form(first: Password(raw: secret, user: "ada"), second: APIKey(rawValue: secret), pair: (.password, secret), user: "eve"), "ada"),
    Row(TokenBucket(note: "shown"), "shown"), Row(("password", secret, 3), "password"), Row(("city", "Bern"), "Bern"),
  ]

  /// Members whose value is the name of another one.
  static let namedRows = ["name", "field", "id", "type", "inputType", "label", "kind"].map { key in
    Row([key: "password", "value": secret], "\"\(key)\":\"password\"")
  }

  @Test(arguments: rows + namedRows) func `a secret is in no record, and the rest is`(row: Row) throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("form", state: row.action)
    tap.record(action: row.action, state: { row.action }) {}
    tap.record("submit", row.action) {}
    if let error = row.action as? any Error { #expect(throws: (any Error).self) { try tap.record("a") { throw error } } }
    recorder.close()
    #expect(!sink.text.contains(Self.secret), "\(sink.text)")
    #expect(sink.text.contains(row.shown), "\(sink.text)")
  }

  @Test func `what an error of the system carries is not in its record`() {
    let (recorder, sink) = Recorder.inMemory()
    let errors: [any Error] = [
      NSError(domain: "D", code: 3, userInfo: ["password": Self.secret, "x": Self.secret]),
      CocoaError(.fileNoSuchFile, userInfo: ["x": Self.secret]),
    ]
    for error in errors { #expect(throws: (any Error).self) { try recorder.store("s").record("a") { throw error } } }
    #expect(!sink.text.contains(Self.secret))
    #expect(sink.text.contains("Domain=D Code=3") && sink.text.contains("Code=4"))
  }
}
