import Fluxtape
import FluxtapeStores
import SampleWorld

/// MVVM with streams: validation, a button that is enabled when both fields are valid, and a login with the latest values.
enum Login: Sample {
  static let name = "mvvm-login"
  static let bug = "mvvm-login-glitch"

  @MainActor static func play(on stage: Stage) async {
    let clock = stage.clock
    let server = LoginServer(server: FakeServer(clock: clock, answers: [.success(after: .milliseconds(240))]))
    func open() -> LoginView {
      LoginView { LoginViewModel($0, server: server, clock: clock, recorder: stage.recorder, usesCombineLatest: stage.hasBug) }
    }
    await logIn(open(), clock)
    await clock.advance(by: .seconds(5))
    await leaveEarly(open(), clock)
  }

  /// Types, then chooses an account without a password instead, mistypes the password, and tries again.
  @MainActor private static func logIn(_ screen: LoginView, _ clock: VirtualClock) async {
    await type(LoginServer.password, clock) { screen.type(password: $0) }
    await type("hanako@", clock) { screen.type(email: $0) }
    await clock.advance(by: .seconds(2))
    screen.choose(.init(email: LoginServer.email))
    await clock.run()
    await type("correct hoarse", clock) { screen.type(password: $0) }
    screen.tapLogin()
    await clock.run()
    await clock.advance(by: .seconds(1))
    screen.type(password: LoginServer.password)
    await clock.advance(by: .milliseconds(300))
    screen.tapLogin()
    await clock.run()
    withExtendedLifetime(screen) {}
  }

  /// Chooses an account with a password, and leaves before the answer.
  @MainActor private static func leaveEarly(_ screen: LoginView, _ clock: VirtualClock) async {
    screen.choose(.init(email: LoginServer.email, password: LoginServer.password))
    await clock.advance(by: .milliseconds(100))
    screen.leave()
    await clock.run()
    withExtendedLifetime(screen) {}
  }

  @MainActor private static func type(_ text: String, _ clock: VirtualClock, _ input: (String) -> Void) async {
    for end in text.indices {
      await clock.advance(by: .milliseconds(130))
      input(String(text[...end]))
    }
  }
}
