/// What is known about an action before its reducer runs, as bytes of its line, from the store on.
///
/// ```text
/// {"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","case":"itemAdded","cause":1,"site":"Shop/CartView.swift:42","payload":{"sku":"p7"}
///  └ given by log ┘└ store ───────┘└ name ─────────────────────────────────────┘└ cause ┘└ site ────────────────────────┘└ payload ──────────┘
/// ```
///
/// Step and time are not included: the log assigns them when it writes the record. Parts that are the same for many actions are made once
/// (``storeMember(_:)``, ``nameMembers(type:version:enumCase:)``) and then copied. Append the parts in the order of the
/// format, each at most once.
package struct ActionHead: Sendable {
  package private(set) var bytes: [UInt8]
  /// The range of the cause in the bytes, and its step if it is an action of this run.
  private var causePlace = 0..<0
  package private(set) var causeStep: StepNumber?

  /// Begins with the store and the name.
  package init(store: [UInt8], name: [UInt8]) { bytes = store + name }
}

// MARK: - Shared parts

extension ActionHead {
  /// The type of the record that begins a store's life.
  package static let storeBegan = "@@INIT"
  /// The type of the record that ends a store's life.
  package static let storeEnded = "@@DEINIT"

  /// `,"store":"cart"`
  package static func storeMember(_ label: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(",\"store\":", string: label)
    return bytes
  }

  /// `,"type":"cart.itemAdded","case":"itemAdded"`
  package static func nameMembers(type: String, version: Int? = nil, enumCase: String? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(",\"type\":", string: type)
    if let version { bytes.append(",\"v\":", decimal: version) }
    bytes.append(",\"case\":", string: enumCase)
    return bytes
  }
}

// MARK: - Parts of one action

extension ActionHead {
  package mutating func append(cause: RecordedCause) {
    let start = bytes.count
    cause.writeMember(into: &bytes)
    if case .step(let step) = cause { causeStep = step }
    causePlace = start..<bytes.count
  }

  /// Removes the cause, if it turned out to be invalid.
  package mutating func removeCause() {
    bytes.removeSubrange(causePlace)
    (causePlace, causeStep) = (0..<0, nil)
  }

  package mutating func append(site: String) { bytes.append(",\"site\":", string: site) }

  package mutating func append(thread: String) {
    bytes.append(",\"thread\":", string: thread)
  }

  /// Appends the identifiers of a trace, and of the span in it.
  package mutating func append(trace: String?, span: String?) {
    bytes.append(",\"trace\":", string: trace)
    bytes.append(",\"span\":", string: span)
  }

  /// Appends an effect, that is, a piece of asynchronous work, and its phase.
  ///
  /// - Parameter id: The identity of the effect as JSON, equal in all its records.
  package mutating func append(effect id: [UInt8], phase: String) {
    bytes.append(",\"effect\":{\"id\":", json: id)
    bytes.append(",\"phase\":", string: phase)
    bytes.append(literal: "}")
  }

  /// Marks a state without an action as read some time after the change.
  package mutating func appendSettled() { bytes.append(literal: ",\"settled\":true") }

  /// Appends the payload as JSON.
  package mutating func append(payload json: [UInt8]) {
    bytes.append(",\"payload\":", json: json)
  }
}

// MARK: - The line

extension ActionHead {
  /// Appends the line up to its payload, without the outcome and the line end.
  package func write(step: StepNumber, time: Int, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(contentsOf: bytes)
  }
}
