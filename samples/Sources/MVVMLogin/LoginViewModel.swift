import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld

/// The login screen without its views: what is typed, chosen and tapped goes in as publishers; whether the button can be pressed, and what came
/// of it, come out.
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
    /// The screen goes. What is being asked is not waited for any more.
    let left: AnyPublisher<Void, Never>
  }

  let validEmail = CurrentValueSubject<Bool, Never>(false)
  let validPassword = CurrentValueSubject<Bool, Never>(false)
  let loginButtonEnable = CurrentValueSubject<Bool, Never>(false)
  private(set) var user: String?
  private(set) var error: String?

  /// The view records its inputs here.
  private(set) var recording = ObjectTap<LoginViewModel>.disabled
  private let fields = CurrentValueSubject<Fields, Never>(Fields())
  private var cancellables: [AnyCancellable] = []

  /// - Parameter joinsStreams: Whether the fields are joined of two streams that change one after the other, instead of changed as a whole.
  init(_ input: Input, server: LoginServer, clock: VirtualClock, recorder: Recorder, joinsStreams: Bool) {
    fields.map { Self.isEmail($0.email) }.removeDuplicates().sink(receiveValue: validEmail.send(_:)).store(in: &cancellables)
    fields.map { !$0.password.isEmpty }.removeDuplicates().sink(receiveValue: validPassword.send(_:)).store(in: &cancellables)
    fields.map { Self.isEmail($0.email) && !$0.password.isEmpty }.removeDuplicates()
      .sink(receiveValue: loginButtonEnable.send(_:)).store(in: &cancellables)
    if joinsStreams { join(input) } else { fold(input) }

    recording = recorder.store("login", of: self) { $0.snapshot }
    // A stream that is looked at on its own: each value is a step, also one that lasts for a moment only.
    loginButtonEnable.sink(receiveValue: recorder.store("loginButton").tap("enabled")).store(in: &cancellables)

    input.loginTapped
      .map { [fields, recording] in
        let (email, password) = (fields.value.email, fields.value.password)
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
  /// Each input changes the fields as a whole.
  private func fold(_ input: Input) {
    typealias Edit = (Fields) -> Fields
    let emails = input.email.map { text -> Edit in { Fields(email: text, password: $0.password) } }
    let passwords = input.password.map { text -> Edit in { Fields(email: $0.email, password: text) } }
    let accounts = input.account.map { account -> Edit in { _ in account } }
    emails.merge(with: passwords).merge(with: accounts).scan(Fields()) { fields, edit in edit(fields) }
      .sink(receiveValue: fields.send(_:)).store(in: &cancellables)
  }

  /// A stream for each field. An account changes one, and then the other: between the two there is what nobody entered.
  private func join(_ input: Input) {
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
  /// What the log shows. Values under keys such as `password` never reach it.
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
      fields: fields.value, validEmail: validEmail.value, validPassword: validPassword.value, loginButtonEnable: loginButtonEnable.value,
      user: user, error: error)
  }
}
