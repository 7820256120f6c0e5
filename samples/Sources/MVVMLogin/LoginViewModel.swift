import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The login screen without its views. Inputs are publishers; outputs say whether the button is enabled and how the login ended.
@MainActor final class LoginViewModel {
  struct Fields: Codable, Equatable, Sendable {
    var email = ""
    var password = ""
  }

  struct Input {
    let email: AnyPublisher<String, Never>
    let password: AnyPublisher<String, Never>
    /// An account that the system offers, with or without a password.
    let account: AnyPublisher<Fields, Never>
    let loginTapped: AnyPublisher<Void, Never>
    /// The user leaves the screen; a running login is cancelled.
    let left: AnyPublisher<Void, Never>
  }

  @Published private(set) var validEmail = false
  @Published private(set) var validPassword = false
  @Published private(set) var loginButtonEnable = false
  @Published private(set) var user: String?
  @Published private(set) var error: String?

  /// The view records the inputs with it. Set late in `init`: a tap of `self` needs an initialized object, and the first state should
  /// contain the first values.
  private(set) var recording = ObjectTap<LoginViewModel>.disabled
  private let fields = CurrentValueSubject<Fields, Never>(Fields())
  private var cancellables: [AnyCancellable] = []

  /// - Parameter usesCombineLatest: Whether the fields are combined from one stream for each (the bug), instead of changed as a whole.
  init(_ input: Input, server: LoginServer, clock: VirtualClock, recorder: Recorder, usesCombineLatest: Bool) {
    fields.map { Self.isEmail($0.email) }.removeDuplicates().assign(to: &$validEmail)
    fields.map { !$0.password.isEmpty }.removeDuplicates().assign(to: &$validPassword)
    // Derived from the fields. `$validEmail.combineLatest($validPassword)` would have a glitch, too: the two change one after the other.
    fields.map { Self.isEmail($0.email) && !$0.password.isEmpty }.removeDuplicates().assign(to: &$loginButtonEnable)
    if usesCombineLatest { combineFields(input) } else { scanEdits(input) }

    recording = recorder.store("login", of: self) { $0.snapshot }
    // Also records every value of this one stream, even one that lasts only a moment.
    $loginButtonEnable.sink(receiveValue: recorder.store("loginButton").tap("enabled")).store(in: &cancellables)

    input.loginTapped
      .map { [fields, recording] in
        let (email, password) = (fields.value.email, fields.value.password)
        // `runner: clock` runs the request on the virtual time of the sample; leave it out in an app.
        return recording.publisher("logIn", email, runner: clock) { try await server.logIn(email, password) }.mapToResult()
      }
      .switchToLatest()
      .prefix(untilOutputFrom: input.left)
      .sink { [weak self] answer in self?.show(answer) }
      .store(in: &cancellables)
  }

  private func show(_ answer: Result<String, any Error>) {
    switch answer {
    case .success(let name): (user, error) = (name, nil)
    case .failure(let failure): error = failure.reason
    }
  }
}

// MARK: - The fields

extension LoginViewModel {
  /// One stream of edits. Each edit changes the fields as a whole.
  private func scanEdits(_ input: Input) {
    typealias Edit = (Fields) -> Fields
    let emails = input.email.map { text -> Edit in { Fields(email: text, password: $0.password) } }
    let passwords = input.password.map { text -> Edit in { Fields(email: $0.email, password: text) } }
    let accounts = input.account.map { account -> Edit in { _ in account } }
    emails.merge(with: passwords).merge(with: accounts).scan(Fields()) { fields, edit in edit(fields) }
      .sink(receiveValue: fields.send(_:)).store(in: &cancellables)
  }

  /// One stream per field. Choosing an account changes them one after the other, so `combineLatest` emits a pair that nobody entered.
  private func combineFields(_ input: Input) {
    let (email, password) = (CurrentValueSubject<String, Never>(""), CurrentValueSubject<String, Never>(""))
    input.email.sink(receiveValue: email.send(_:)).store(in: &cancellables)
    input.password.sink(receiveValue: password.send(_:)).store(in: &cancellables)
    input.account
      .sink { account in
        email.send(account.email)
        password.send(account.password)
      }
      .store(in: &cancellables)
    email.combineLatest(password).map { Fields(email: $0, password: $1) }
      .sink(receiveValue: fields.send(_:)).store(in: &cancellables)
  }

  nonisolated private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
  }
}

// MARK: - Recording

extension LoginViewModel {
  /// The state in the log. Values under keys such as `password` are redacted.
  struct Snapshot: Encodable {
    let fields: Fields
    let validEmail: Bool
    let validPassword: Bool
    let loginButtonEnable: Bool
    let user: String?
    let error: String?
  }

  private var snapshot: Snapshot {
    Snapshot(
      fields: fields.value, validEmail: validEmail, validPassword: validPassword, loginButtonEnable: loginButtonEnable, user: user,
      error: error)
  }
}
