import Fluxtape
import FluxtapeStores
import SampleWorld

/// The login screen without its views: text fields and a button go in; whether the button can be pressed, and what came of it, come out.
///
/// Its streams are nobody's store. It is recorded as an object: a scope around each input, and a closure that says what the state is.
@MainActor final class LoginViewModel {
  struct Fields: Codable, Equatable, Sendable {
    var email = ""
    var password = ""
  }

  let validEmail: Property<Bool>
  let validPassword: Property<Bool>
  let loginButtonEnable: Property<Bool>
  private(set) var user: String?
  private(set) var error: String?

  private let fields = Variable(Fields())
  private let loginTapped = Relay<Void>()
  private let server: LoginServer
  private let clock: VirtualClock
  private var request: Task<Void, Never>?
  private var subscriptions: [Subscription] = []
  private var recording = ObjectTap<LoginViewModel>.disabled

  /// - Parameter joinsStreams: Whether the button looks at two streams that change one after the other, instead of at both fields at once.
  init(server: LoginServer, clock: VirtualClock, recorder: Recorder, joinsStreams: Bool) {
    self.server = server
    self.clock = clock
    validEmail = Property(fields.select { Self.isEmail($0.email) }.removingDuplicates())
    validPassword = Property(fields.select { !$0.password.isEmpty }.removingDuplicates())
    if joinsStreams {
      let both = validEmail.selection.combined(with: validPassword.selection)
      loginButtonEnable = Property(both.select { $0 && $1 }.removingDuplicates())
    } else {
      loginButtonEnable = Property(fields.select { Self.isEmail($0.email) && !$0.password.isEmpty }.removingDuplicates())
    }
    recording = recorder.store("login", of: self) { $0.snapshot }
    bind(button: recorder.store("loginButton"))
  }

  private func bind(button: StoreTap) {
    // A stream that is looked at on its own: each value is a step, also one that lasts for a moment only.
    subscriptions.append(loginButtonEnable.subscribe(button.tap("enabled")))
    subscriptions.append(
      loginTapped.events.latest(of: fields).subscribe { [weak self] fields in
        MainActor.assumeIsolated { self?.logIn(fields) }
      })
  }

  nonisolated private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
  }
}

// MARK: - Inputs

extension LoginViewModel {
  func type(email text: String) {
    recording.record("emailTyped", text) { fields.update { $0.email = text } }
  }

  func type(password text: String) {
    recording.record("passwordTyped", text) { fields.update { $0.password = text } }
  }

  /// An account that the system offers, with or without a password. If it fills the form, it logs in at once.
  func choose(_ account: Fields) {
    recording.record("accountChosen", account) {
      let filled = loginButtonEnable.select(\.self).removingDuplicates().subscribe { [loginTapped] isEnabled in
        if isEnabled { loginTapped.accept() }
      }
      fields.accept(account)
      filled.cancel()
    }
  }

  func tapLogin() { recording.record("loginTapped") { loginTapped.accept() } }

  /// The screen goes. What is being asked is not waited for any more.
  func leave() { recording.record("left") { request?.cancel() } }
}

// MARK: - Logging in

extension LoginViewModel {
  private func logIn(_ fields: Fields) {
    request?.cancel()
    request = clock.start { [weak self] in await self?.ask(fields) }
  }

  private func ask(_ fields: Fields) async {
    // What went wrong is on the screen, and in the log.
    try? await recording.record("logIn", fields.email) {
      do {
        user = try await server.logIn(fields.email, fields.password)
        error = nil
      } catch let failure as ServerError {
        error = failure.reason
        throw failure
      }
    }
  }

  fileprivate var snapshot: Snapshot {
    Snapshot(
      fields: fields.state, validEmail: validEmail.state, validPassword: validPassword.state, loginButtonEnable: loginButtonEnable.state,
      user: user, error: error)
  }

  /// What the log shows. Values under keys such as `password` never reach it.
  fileprivate struct Snapshot: Encodable {
    let fields: Fields
    let validEmail: Bool
    let validPassword: Bool
    let loginButtonEnable: Bool
    let user: String?
    let error: String?
  }
}
