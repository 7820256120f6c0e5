package import FluxtapeLiveWire

/// What the program that runs the inspector says of the live session of the shown log.
package enum LiveNews: Hashable, Sendable {
  /// The session was found, or something of it changed.
  case status(LiveStatus)
  /// A command was done.
  case done(String)
  /// A command was refused.
  case refused(LiveCommand, String)
  /// The app waits at a step.
  case paused(step: Int)
  case resumed(step: Int, why: String)
  /// The session ended.
  case lost

  /// The name that the inspector gives itself as a client.
  package static let inspector = "fluxtape inspector"
}
