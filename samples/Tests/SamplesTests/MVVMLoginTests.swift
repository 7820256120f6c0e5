import Foundation
import Testing

struct MVVMLoginTests {
  @Test(arguments: ["mvvm-login", "mvvm-login-glitch"]) func `no byte of the log tells the password`(_ name: String) throws {
    let text = String(decoding: try Data(contentsOf: PlayedLog.file(name)), as: UTF8.self)
    for secret in ["correct", "hoarse", "battery", "\"c\"", "\"co\""] { #expect(!text.contains(secret), "\(secret)") }
    #expect(text.contains(#"{"$redacted":"#))
    #expect(text.contains(#""validPassword":false"#))
  }

  @Test func `a login is tapped, fails, is tapped again, succeeds`() throws {
    let log = try PlayedLog("mvvm-login")
    let logins = log.steps.enumerated().filter { $1.hasPrefix("login logIn") }.map(\.element)
    #expect(
      logins == [
        "login logIn <47", "login logIn <48", "login logIn <51", "login logIn <52", "login logIn <58", "login logIn <60",
      ])
    let states = try log.states(of: "login", after: "logIn")
    #expect(states[1].contains(#""error":"wrong e-mail or password""#))
    #expect(states[3].contains(#""user":"Hanako""#))
    #expect(log.history.rows.filter(\.hasError).map { $0.step?.rawValue } == [49])
    #expect(log.history.rows.compactMap(\.effect?.phase).last == .cancelled, "the last is cancelled by leaving")
  }

  @Test func `the button is enabled when both fields are fine, and at no other moment`() throws {
    #expect(try PlayedLog("mvvm-login").types(of: "loginButton").count { $0 == "enabled" } == 4)
    let log = try PlayedLog("mvvm-login-glitch")
    let chosen = try #require(log.steps.firstIndex { $0 == "login accountChosen" })
    #expect(
      log.steps[chosen + 1...chosen + 3] == [
        "loginButton enabled <\(chosen + 1)", "loginButton enabled <\(chosen + 1)", "login logIn <\(chosen + 1)",
      ])
  }
}
