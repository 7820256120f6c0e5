import Fluxtape
import RecordedStreams  // Re-exports Combine, or OpenCombine.

/// Stands in for the view: two text fields, the accounts that the system offers, and a button.
///
/// The inputs of the view model are subjects here. All that recording needs is a scope around each send.
@MainActor final class LoginView {
  let model: LoginViewModel
  private let email = PassthroughSubject<String, Never>()
  private let password = PassthroughSubject<String, Never>()
  private let account = PassthroughSubject<LoginViewModel.Fields, Never>()
  private let loginTapped = PassthroughSubject<Void, Never>()
  private let left = PassthroughSubject<Void, Never>()
  /// Whether a chosen account is just filling in the fields.
  private let isFilling = CurrentValueSubject<Bool, Never>(false)
  private var cancellables: [AnyCancellable] = []

  init(_ makeModel: (LoginViewModel.Input) -> LoginViewModel) {
    model = makeModel(
      LoginViewModel.Input(
        email: email.eraseToAnyPublisher(), password: password.eraseToAnyPublisher(), account: account.eraseToAnyPublisher(),
        loginTapped: loginTapped.eraseToAnyPublisher(), left: left.eraseToAnyPublisher()))
    // An account that fills in both fields logs in without a tap.
    model.$loginButtonEnable.filter { [isFilling] isEnabled in isEnabled && isFilling.value }
      .sink { [loginTapped] _ in loginTapped.send() }
      .store(in: &cancellables)
  }

  func type(email text: String) { model.recording.record("emailTyped", text) { email.send(text) } }

  func type(password text: String) { model.recording.record("passwordTyped", text) { password.send(text) } }

  func choose(_ chosen: LoginViewModel.Fields) {
    model.recording.record("accountChosen", chosen) {
      isFilling.send(true)
      account.send(chosen)
      isFilling.send(false)
    }
  }

  func tapLogin() { model.recording.record("loginTapped") { loginTapped.send() } }

  func leave() { model.recording.record("left") { left.send() } }
}
