import FluxtapeLiveWire

// Bindings for the running app.

extension Keymap {
  static let live: [KeyBinding] = [
    .counted("@", "jump", "set the app to its states after this step; 40@ to those after step 40") {
      $0.drive(at: $1, isAboutAction: false) { .jump(to: $0, states: [:]) }
    },
    .key("z@", "now", "set the app back to where it was before the first jump") { $0.drive(.now) },
    .key("", "lock", "hold the app's new actions") { $0.drive(.lock) },
    .key("", "unlock", "let the held actions go on, in order") { $0.drive(.unlock) },
    .key("", "drop", "drop the held actions, and hold no more") { $0.drive(.drop) },
    .counted("", "repeat", "let the app dispatch this action again; :repeat 12 that of step 12") {
      $0.drive(at: $1) { .repeatStep($0) }
    },
    .counted("", "skip", "recompute the app's store without this action, with its own reducer") { $0.drive(at: $1) { .skip($0) } },
    .counted("", "replay", "recompute the app's store from before this action; skipped ones are back") {
      $0.drive(at: $1) { .replay(from: $0) }
    },
    .key("", "nobreak", "no longer stop the app; :break QUERY stops it where a query holds") { $0.drive(.disarm) },
    .key("", "continue", "let the app go on that waits at a step") { $0.drive(.resume) },
  ]
}
