/// The contents of a mark, besides its step and time.
package struct MarkFacts: Sendable {
  package var text: String
  /// `info`, `warning` or `error`.
  package var level: String?
  package var cause: RecordedCause?
  package var site: String?
  /// What a recorder reports about its work, as JSON.
  package var problem: [UInt8]?
  /// What somebody did to the running app, as JSON.
  package var live: [UInt8]?

  package init(
    _ text: String, level: String?, cause: RecordedCause? = nil, site: String? = nil, problem: [UInt8]? = nil, live: [UInt8]? = nil
  ) {
    self.text = text
    self.level = level
    self.cause = cause
    self.site = site
    self.problem = problem
    self.live = live
  }

  /// Appends the line without its end.
  package func write(step: StepNumber, time: Int, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(",\"mark\":", string: text)
    line.append(",\"level\":", string: level)
    cause?.writeMember(into: &line)
    line.append(",\"site\":", string: site)
    if let problem { line.append(",\"problem\":", json: problem) }
    if let live { line.append(",\"live\":", json: live) }
  }
}

extension MarkFacts {
  /// Writes what a recorder reports about its work.
  ///
  /// - Parameters:
  ///   - store: The store that the problem concerns, if it concerns only one.
  ///   - type: The type of the state, or the type that threw in a state or a payload.
  ///   - version: The version of the compiler that built the app.
  ///   - test: The other test that uses a store.
  package static func problem(
    _ kind: String, store: String? = nil, type: String? = nil, version: String? = nil, test: String? = nil
  ) -> [UInt8] {
    var json: [UInt8] = []
    json.append("{\"kind\":", string: kind)
    json.append(",\"store\":", string: store)
    json.append(",\"type\":", string: type)
    json.append(",\"version\":", string: version)
    json.append(",\"test\":", string: test)
    return json + [UInt8(ascii: "}")]
  }
}
