import FluxtapeJSON

/// Writes values as the bytes of their JSON, under rules: what is secret or too large is replaced before anything leaves it.
///
/// The bytes are those of ``ValueEncoder`` but for what the rules replace. One per store, used under the store's lock: it keeps
/// its buffers and what it found out about types and keys.
package final class ValueWriter {
  package let rules: EncodingRules
  package var names: SecretNames
  package var paths: PathMatching
  /// What ``context(named:)`` found out last.
  var latestNamed: (name: String, context: WritingContext)?
  /// What is being written: a whole value, or what ``StateDelta`` puts together.
  package let output = OutputMemory.take()
  package let session: EncodingSession
  // Not checked for exclusive access, as they are asked for with every value; see ``EncodingSession``. Sound: one thread uses the writer, and each
  // access ends before other code runs.
  @safe @exclusivity(unchecked) var manyKeys = ManyKeys()
  @safe @exclusivity(unchecked) private var isWriting = false
  private var harmless = HarmlessText()

  package init(rules: EncodingRules) {
    var rules = rules
    rules.maximumDepth = min(rules.maximumDepth, OutputMemory.largestDepth)
    self.rules = rules
    names = SecretNames(rules)
    paths = PathMatching(rules.hiddenPaths)
    session = EncodingSession(rules)
    output.serve(self, session)
    session.output = output
  }

  deinit {
    // Code of the app may have kept an encoder, and with it the session.
    session.output = nil
    OutputMemory.giveBack(output)
  }

  /// Appends the JSON of `value`.
  ///
  /// - Parameter name: Stands for the key of a value that has no label: the name of a store.
  package func write<Value>(_ value: Value, named name: String, appendingTo bytes: inout [UInt8]) {
    write(value, isState: true, appendingTo: &bytes) { $0.context(named: name) }
  }

  /// Appends the JSON of what an action holds.
  ///
  /// - Parameter name: Stands for the key of a value that has no label: the name of a case, type or scope.
  package func write<Value>(_ value: Value, ofActionNamed name: String, appendingTo bytes: inout [UInt8]) {
    write(value, isState: false, appendingTo: &bytes) { $0.context(ofActionNamed: name) }
  }

  private func write<Value>(
    _ value: Value, isState: Bool, appendingTo bytes: inout [UInt8], in context: (ValueWriter) -> WritingContext
  ) {
    // From inside an encoding, which whoever holds the lock does not let happen.
    guard !isWriting else { return ValueWriter(rules: rules).write(value, isState: isState, appendingTo: &bytes, in: context) }
    if let objects = session.objects { isState ? objects.begin(with: value) : objects.begin(withContents: value) }
    let start = output.count
    write(value, in: context(self))
    move(from: start, to: &bytes)
  }
}

extension ValueWriter {
  /// The JSON of a value of which only the dynamic type is known. The rules apply as far as they go by types.
  func json(of value: Any) -> JSONValue {
    var json = JSONValue.null
    whileWriting(in: WritingContext()) { json = output.json { output.write(dynamic: value) } }
    return json
  }
}

// MARK: - Records

extension ValueWriter {
  /// Begins a record, of which the buffer may hold so many bytes besides those that are there, and ``EncodingRules/maximumValues`` values.
  /// What is written beyond that is cut off, and ``endRecord()`` tells.
  package func beginRecord(bytes: Int) { output.beginRecord(bytes: bytes, values: rules.maximumValues) }

  /// Ends the record. `false` if it was too large: what was written is not what the value holds.
  package func endRecord() -> Bool { output.endRecord() }

  /// Whether the record is too large already.
  package var isExhausted: Bool { output.isExhausted }

  /// Counts a value that takes as much memory as some that are written. `false` if it is one too many.
  package func countValue(_ weight: UInt64) -> Bool { output.countValue(weight) }
}

// MARK: - Parts of values

extension ValueWriter {
  /// Appends the value at an address to the writer's own buffer.
  package func write(_ type: Any.Type, at address: UnsafeRawPointer, in context: WritingContext) {
    whileWriting(in: context) { unsafe output.write(address, output.form(of: type)) }
  }

  /// Appends a value to the writer's own buffer.
  package func write<Value>(_ value: Value, in context: WritingContext) {
    whileWriting(in: context) { output.write(value) }
  }

  /// Appends a number or truth value that stands in an open context. `false` if it is one that has no such short way.
  package func write(number type: Any.Type, at address: UnsafeRawPointer) -> Bool {
    let entry = output.form(of: type)
    guard entry.atom != .none else { return false }
    unsafe output.write(address, entry.atom)
    return true
  }

  /// Whether what was written from `start` on, one value, says of others beside it that they are secret.
  package func isSecretName(at start: Int) -> Bool { output.isSecretName(at: start) }

  /// Appends a text that stands in an open context.
  package func write(text: String) { output.write(text) }

  /// Whether the rules leave two texts as they are, of which the earlier one has other bytes at these places of it alone.
  package func writesAsTheyAre(_ later: Span<UInt8>, _ earlier: Span<UInt8>, where places: Range<Int>) -> Bool {
    output.writesAsTheyAre(later, earlier, where: places, &harmless)
  }

  private func whileWriting(in context: WritingContext, _ write: () -> Void) {
    isWriting = true
    session.reset()
    output.begin(in: context)
    write()
    output.end()
    if !manyKeys.isEmpty { manyKeys = ManyKeys() }
    isWriting = false
  }

  /// Whether any encoding depended on its coding path or stack depth.
  package var dependsOnPlace: Bool { session.dependsOnPlace }

  /// Whether anything was ever cut off because the thread's stack was short.
  package var dependsOnStack: Bool { session.dependsOnStack }

  /// The objects around the part that is written next: inside of it they are references back.
  package var surroundingObjects: Set<ObjectIdentifier> {
    get { session.surroundingObjects }
    set { session.surroundingObjects = newValue }
  }

  /// Runs `body`, which writes one value in parts: objects that come again count as they do when it is written as a whole.
  package func whileWritingParts<Result>(_ body: () -> Result) -> Result {
    session.reset()
    session.encodesParts = true
    defer { session.encodesParts = false }
    return body()
  }

  /// Whether values of the type are replaced or hidden as a whole.
  package func isWrittenWhole(_ type: Any.Type) -> Bool {
    rules.hook(for: type) != nil || TypeSecrecy(of: type, under: rules) != .none
  }

  /// Whether a member of an object that has this type is not written.
  package func isLeftOut(_ type: Any.Type) -> Bool { rules.leavesOut(type) }
}

// MARK: - The writer's own buffer

extension ValueWriter {
  /// Bytes in the buffer.
  package var count: Int { output.count }

  /// What was written so far.
  package var buffer: WrittenBytes { WrittenBytes(output: output) }

  package subscript(place: Int) -> UInt8 { buffer[place] }

  /// A copy of what was written there.
  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(buffer[range]) }

  /// Takes back what was written behind the first `count` bytes.
  package func rollBack(to count: Int) { output.rollBack(to: count) }

  /// Whether the same was written in both places.
  package func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool { output.isSame(left, right) }

  package func append(_ byte: UInt8) { output.append(byte) }
  package func append(_ text: StaticString) { output.append(text) }
  package func append(raw text: String) { output.append(Array(text.utf8)) }
  package func append(_ bytes: [UInt8]) { output.append(bytes) }
  package func append(_ path: PathText) { unsafe path.withBytes { bytes in unsafe output.append(bytes) } }
  package func append(_ number: Int) { output.write(number) }
  /// Appends JSON as it is.
  func append(json: JSONValue) { output.append(json: json) }
  /// Appends a text as JSON, whatever it holds.
  package func append(quoted text: String) { output.append(quoted: text) }
  /// Appends some of the bytes of a text as JSON; both ends lie between Unicode scalars.
  package func append(quoted range: Range<Int>, of text: Span<UInt8>) {
    unsafe text.extracting(range).withUnsafeBufferPointer { bytes in unsafe output.quote(bytes) }
  }
  /// Appends what stands in the buffer already.
  func append(_ range: Range<Int>) { output.append(range) }

  /// Moves what stands in the buffer from `start` on to the end of `bytes`.
  package func move(from start: Int, to bytes: inout [UInt8]) {
    let used = output.count
    unsafe output.withBytes(start..<output.count) { written in unsafe bytes.append(contentsOf: written) }
    output.rollBack(to: start)
    if start == 0 { output.trim(used: used) }
  }
}
