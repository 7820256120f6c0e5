import FluxtapeHistory

// Playing the steps one after another.

/// Whether the steps are being played, and how fast.
struct Playback: Hashable, Sendable {
  var isOn = false
  /// The speed as a power of two: 1 is twice as fast as the log's time.
  var power = 0
  /// The number of the last wait for the next step. Earlier ones were given up.
  var number = 0

  private static let powers = -3...6

  /// How long a step stays at the log's own speed, in microseconds: long enough to be read, and at most a second.
  private static let shortest = 100_000
  private static let longest = 1_000_000
  /// Shorter than a screen takes to be drawn, no step would be seen.
  private static let frame = 16_000

  /// Microseconds to show a step that another one follows after `gap` microseconds, if the log tells.
  func stay(before gap: Int?) -> Int {
    let stay = min(max(gap ?? 0, Self.shortest), Self.longest)
    return max(power < 0 ? stay << -power : stay >> power, Self.frame)
  }

  mutating func change(by powers: Int) { power = min(max(power + powers, Self.powers.lowerBound), Self.powers.upperBound) }

  /// `2x`, `1/4x`.
  var words: String { power < 0 ? "1/\(1 << -power)x" : "\(1 << power)x" }
}

extension InspectorState {
  mutating func togglePlay() {
    guard playback.isOn || answer?.isWhole != true else { return say("playing shows the timeline; esc goes there") }
    playback.isOn.toggle()
    guard playback.isOn else {
      ask(.stop([.playback]))
      return say("paused")
    }
    if waitForNext() {
      say("playing \(playback.words); space pauses, ( and ) change the speed")
    } else {
      playback.isOn = false
      say("this is the last step; g goes to the first")
    }
  }

  mutating func changeSpeed(isUp: Bool) {
    playback.change(by: isUp ? 1 : -1)
    say("speed \(playback.words)" + (playback.isOn ? "" : "; space plays"))
    if playback.isOn { _ = waitForNext() }
  }

  /// Goes to the next row, unless playing was stopped since.
  ///
  /// - Parameter number: The wait that is over.
  mutating func playOn(_ number: Int) {
    guard playback.isOn, playback.number == number else { return }
    if canPlayOn { show(position: listed.position(of: cursor, in: rows) + 1) }
    if waitForNext() { return }
    playback.isOn = false
    follow()
    say(log.isFollowing ? "played to the last step; following the log" : "played to the last step")
  }

  /// Whether the step is on the screen, and nothing else is about to move the cursor.
  private var canPlayOn: Bool {
    !isPrompting && !isReadingStep && search?.awaited == nil && answer?.isWhole != true
  }

  /// Waits as long as the step under the cursor stays, instead of an earlier wait.
  ///
  /// - Returns: Whether there is a next row.
  private mutating func waitForNext() -> Bool {
    playback.number += 1
    ask(.stop([.playback]))
    guard let next = listedRow(1), next != cursor else { return false }
    var gap: Int?
    if let time = rows[next]?.time, let now = currentRow?.time {
      let (span, overflow) = time.subtractingReportingOverflow(now)
      gap = overflow ? nil : span
    }
    ask(.playback(playback.number, after: playback.stay(before: gap)))
    return true
  }
}
