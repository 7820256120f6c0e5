import Fluxtape
import RecordedStreams

/// Stands for the view: two text fields, the system's offer of an account, a button.
///
/// The view model's inputs are subjects here, and a scope around each send is all that recording takes.
@MainActor final class LoginView {
  let model: LoginViewModel
  private let email = PassthroughSubject<String, Never>()
  private let password = PassthroughSubject<String, Never>()
  private let account = PassthroughSubject<LoginViewModel.Fields, Never>()
  private let loginTapped = PassthroughSubject<Void, Never>()
  private let left = PassthroughSubject<Void, Never>()

  init(_ makeModel: (LoginViewModel.Input) -> LoginViewModel) {
    model = makeModel(
      LoginViewModel.Input(
        email: email.eraseToAnyPublisher(), password: password.eraseToAnyPublisher(), account: account.eraseToAnyPublisher(),
        loginTapped: loginTapped.eraseToAnyPublisher(), left: left.eraseToAnyPublisher()))
  }

  func type(email text: String) { model.recording.record("emailTyped", text) { email.send(text) } }

  func type(password text: String) { model.recording.record("passwordTyped", text) { password.send(text) } }

  /// If the account fills the form, it logs in at once.
  func choose(_ chosen: LoginViewModel.Fields) {
    model.recording.record("accountChosen", chosen) {
      let filling = model.loginButtonEnable.dropFirst().filter(\.self).sink { [loginTapped] _ in loginTapped.send() }
      account.send(chosen)
      filling.cancel()
    }
  }

  func tapLogin() { model.recording.record("loginTapped") { loginTapped.send() } }

  func leave() { model.recording.record("left") { left.send() } }
}
