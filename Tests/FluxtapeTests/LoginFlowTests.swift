import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Foundation
import Testing

@testable import Fluxtape

// A login with secrets in every place that an attachment sees, and a search through every byte of every resulting file.

private enum Planted {
  static let password = "pl4nted-Passw0rd"
  static let token = "pl4nted-t0ken"
  static let card = "5500 0000 0000 0004"
  static let cardDigits = "4111111111111111"
  /// So long that no time and no digest contains these digits by chance.
  static let pin = 471_147_962_583

  /// Texts that must appear nowhere: the secrets, their parts, and their other encodings.
  static let traces: [[UInt8]] = [password, token, card, cardDigits, "\(pin)", "pl4nted"].flatMap { secret in
    [Array(secret.utf8), Array(Data(secret.utf8).base64EncodedString().utf8.prefix(8)), secret.utf8.reversed()]
  }
}

private struct LoginState: Encodable {
  struct Attempt: Encodable { var newPassword: String, validPassword: Bool }

  var password = ""
  var accessToken: String?
  var tokenCount = 0
  var validPassword = false
  var attempts: [Attempt] = []
  var headers: [String: String] = [:]
  var form: [FormField] = []
  var note = ""
  var session: Any = [String: Any]()

  struct FormField: Encodable { var name: String, value: String }
  enum CodingKeys: CodingKey { case password, accessToken, tokenCount, validPassword, attempts, headers, form, note, session }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(password, forKey: .password)
    try container.encode(accessToken, forKey: .accessToken)
    try container.encode(tokenCount, forKey: .tokenCount)
    try container.encode(validPassword, forKey: .validPassword)
    try container.encode(attempts, forKey: .attempts)
    try container.encode(headers, forKey: .headers)
    try container.encode(form, forKey: .form)
    try container.encode(note, forKey: .note)
  }

  mutating func logIn(_ round: Int) {
    password = Planted.password + "\(round)"
    accessToken = Planted.token + "\(round)"
    tokenCount = 7
    validPassword = round.isMultiple(of: 2)
    attempts.append(Attempt(newPassword: Planted.password, validPassword: true))
    headers = ["Authorization": "Bearer \(Planted.token)\(round)", "X-API-Key": Planted.token, "Accept": "text"]
    form = [FormField(name: "password", value: Planted.password), FormField(name: "city", value: "Bern")]
    note = "my card is \(Planted.card), round \(round)"
  }
}

/// Values that reflection finds, in a class and in the objects it refers to.
private class Account: @unchecked Sendable {
  var password = Planted.password
  var tokenCount = 7
  var validPassword = true
}

private final class PaidAccount: Account, @unchecked Sendable {
  lazy var cardNumber = 5_500_000_000_000_004
  var cards: [Any] = [Planted.card, Planted.cardDigits]
  var secrets: [AnyHashable: Any] = ["pin": Planted.pin, 3: Planted.pin]
  private var credentials: (user: String, token: String)? = ("Ada", Planted.token)
}

private enum LoginAction {
  case passwordChanged(String)
  case submitted(user: String, password: String, pin: Int)
  case tokenReceived(Token?)
  case cardTyped(String)
  case validPassword(Bool)
  case account(Account)
  indirect case login(NestedAction)

  enum NestedAction { case setToken(String) }
  struct Token { var value = Planted.token }

  static var all: [LoginAction] {
    [
      .passwordChanged("\(Planted.password)"), .submitted(user: "Ada", password: Planted.password, pin: Planted.pin),
      .tokenReceived(Token()),
      .cardTyped(Planted.card), .cardTyped(Planted.cardDigits), .validPassword(true), .account(PaidAccount()),
      .login(.setToken(Planted.token)),
    ]
  }
}

private struct SetPassword { var text = Planted.password }
private struct LoginFailed: Error { var password = Planted.password, account = PaidAccount(), reason = "card \(Planted.card)" }

/// An attachment, and the actions of a login with it.
private struct Attachment: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let play: @Sendable (Recorder) async throws -> Void

  init(_ name: String, _ play: @escaping @Sendable (Recorder) async throws -> Void) { (testDescription, self.play) = (name, play) }

  static let all = [
    Attachment("reducers") { recorder in
      var (first, second, third) = (LoginState(), LoginState(), LoginState())
      let tap = recorder.store("login")
      let inPlace = tap.reducer { (state: inout LoginState, _: LoginAction) in state.logIn(1) }
      let stateFirst = tap.reducer { (state: LoginState, _: LoginAction) in with(state) { $0.logIn(2) } }
      let actionFirst = tap.reducer { (_: LoginAction, state: LoginState?) in with(state ?? LoginState()) { $0.logIn(3) } }
      let update = tap.update({ (state: LoginState, _: LoginAction) in with(state) { $0.logIn(4) } }, { $0 })
      for action in LoginAction.all {
        inPlace(&first, action)
        second = stateFirst(second, action)
        third = update(actionFirst(action, third), action)
      }
    },
    Attachment("middleware") { recorder in
      let state = Kept(LoginState())
      let tap = recorder.store("token")
      let dispatch = tap.middleware({ _ in }, { state.value })({ (_: LoginAction) in state.value.logIn(1) })
      LoginAction.all.forEach(dispatch)
      for action in LoginAction.all { tap.record(action: action, state: { state.value.password }) { state.value.logIn(2) } }
      try? tap.record(action: SetPassword(), state: { PaidAccount() }) { throw LoginFailed() }
    },
    Attachment("object") { recorder in
      let tap = recorder.store("account", of: Kept(PaidAccount())) { $0.value }
      let account = Kept(PaidAccount())
      let model = recorder.store("password", of: account) { $0.value.password }
      tap.record("password", Planted.password) {}
      model.record("typed", SetPassword()) { account.value.password += "!" }
      try? await model.record("login", ["token": Planted.token]) { () async throws in throw LoginFailed() }
      model.tap("token")(Planted.token)
      try? model.record("failing") { throw LoginFailed() }
    },
    Attachment("scopes and marks") { recorder in
      let tap = recorder.store("login", state: PaidAccount())
      tap.record("passwordChanged", Planted.password) {}
      tap.record("submit", ["card": Planted.cardDigits, "pin": "\(Planted.pin)"]) {}
      try? await tap.record("refreshToken", Planted.token) { () async throws in throw LoginFailed() }
      tap.tap("secret")([Planted.token])
      recorder.dispatcher("login").record(action: LoginAction.all[0]) {}
      recorder.dispatcher("login").record("token", Planted.token) {}
      recorder.mark("login failed: password=\(Planted.password), card \(Planted.card)")
      recorder.mark("\(LoginFailed()) \(SetPassword()) token: \(Planted.token)", level: .error)
    },
  ]
}

private final class Kept<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

struct LoginFlowTests {
  private static let durabilities: [RecorderOptions.Durability] = triesAll ? [.culprit, .perAction, .synchronized] : [.culprit]

  @Test(arguments: Attachment.all, durabilities)
  private func `no secret of a login is in any byte of any file`(attachment: Attachment, durability: RecorderOptions.Durability)
    async throws
  {
    let folder = try Folder()
    var options = RecorderOptions(durability: durability, patchBytesPerSnapshot: 2000, patchesPerSnapshot: 5)
    options.verification = .every(2)
    let recorder = Recorder(to: folder.path("login.jsonl"), options: options)
    for _ in 0..<3 { try await attachment.play(recorder) }
    try recorder.export(to: folder.path("export.jsonl"))
    recorder.close()
    #expect(recorder.failure == nil)
    #expect(folder.names.count == 2)
    for name in folder.names {
      let bytes = try folder.bytes(name)
      for trace in Planted.traces where bytes.firstRange(of: trace) != nil {
        Issue.record("\(String(decoding: trace, as: UTF8.self)) stands in \(name)")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("$redacted"))
      #expect(text.contains(#""tokenCount":7"#) && text.contains(#""validPassword":true"#) || attachment.testDescription == "object")
      #expect(try RecordedLog(bytes).actions.count >= 15)
    }
  }

  @Test func `the search finds what is there`() throws {
    let folder = try Folder()
    let recorder = Recorder(to: folder.path("login.jsonl"), options: RecorderOptions(redaction: .off))
    var state = LoginState()
    recorder.store("login").reduce(LoginAction.all[0], into: &state) { state, _ in state.logIn(1) }
    recorder.close()
    let bytes = try folder.bytes("login.jsonl")
    #expect(Planted.traces.count { bytes.firstRange(of: $0) != nil } == 4)
  }
}
