import FluxtapeLiveWire
import Foundation
import Testing

@testable import FluxtapeLive

/// When a session listens at all.
struct ListeningTests {
  @Test func `a build without DEBUG listens only if it was told to`() {
    let app = LiveApp()
    #expect(app.live.isListening)
    let session = LiveSession(app.recorder)
    #if DEBUG
    #expect(session.isListening)
    #else
    #expect(!session.isListening && session.path == nil)
    #expect(app.live.isListening, "it is left alone")
    #endif
  }

  #if os(Linux) || os(macOS)
  @Test func `the environment moves a session or turns it off`() async {
    await #expect(processExitsWith: .success) {
      for (text, expected) in [("", "socket"), ("loopback", "loopback"), ("off", "none"), ("1", "none")] {
        unsafe setenv("FLUXTAPE_LIVE", text, 1)
        let app = LiveApp()
        let found =
          switch LiveAddress.find(besideLog: app.log) {
          case .socket: "socket"
          case .loopback: "loopback"
          case nil: "none"
          }
        guard found == expected, app.live.isListening == (expected != "none") else {
          print("FLUXTAPE_LIVE='\(text)': \(found)")
          exit(1)
        }
      }
      exit(0)
    }
  }
  #endif
}
