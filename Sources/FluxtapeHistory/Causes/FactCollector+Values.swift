import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

// MARK: - Payloads

extension FactCollector {
  /// Notes the values of a payload.
  ///
  /// - Returns: those that are telling, with their paths.
  mutating func notePayload(
    _ payload: JSONValue?, _ subject: UInt32, _ store: Int, _ row: Int32, _ cause: Int32?
  ) -> [PayloadValue] {
    guard let payload else { return [] }
    var values: [PayloadValue] = []
    var (compared, numbers) = (0, [PayloadValue]())
    let counted = ignored.removed(from: payload, in: .payload)
    forEachScalar(of: counted, at: names.path(0, "payload"), depth: 0) { collector, path, scalar, value in
      let site = FactKey(kind: .has, subject: subject, path: path)
      collector.sheet.noteOnce(site, at: row)
      collector.noteValue(scalar, value, (.payload, .payloadLeast, .payloadMost), subject, path, row)
      collector.noteSigns(of: value, subject, path, row)
      if scalar.number != nil, !collector.names.isPattern(path), numbers.count < Self.mostNumbersCompared {
        numbers.append(PayloadValue(path: path, hash: scalar.hash, number: scalar.number))
      }
      if compared < Self.mostCompared, scalar.isTelling || scalar.number != nil {
        compared += 1
        let values = collector.written[store] ?? StateValues()
        for place in values.places(of: scalar.hash) where scalar.isTelling || values[place]?.isOfList == true {
          collector.sheet.noteOnce(FactKey(kind: .sameAsState, subject: subject, path: path, detail: place), at: row)
        }
      }
      collector.noteMembership(of: scalar, at: path, subject, store, row)
      guard scalar.isTelling, values.count < Self.mostCompared, !values.contains(where: { $0.path == path }) else { return }
      values.append(PayloadValue(path: path, hash: scalar.hash, number: scalar.number))
      if collector.seen[site]?.contains(scalar.hash) == true {
        collector.sheet.note(FactKey(kind: .repeats, subject: subject, path: path), at: row)
      } else {
        collector.seen[site, default: []].insert(scalar.hash)
      }
      let origin = cause.map { collector.sheet.occurrences[Int($0)] }
      for holder in collector.holders[scalar.hash] where holder.store != store && holder.subject != origin?.subject {
        collector.sheet.noteOnce(
          FactKey(kind: .sameAsOther, subject: subject, other: holder.subject, path: path, detail: holder.path), at: row)
      }
      guard let origin else { return }
      for other in origin.values where other.hash == scalar.hash {
        collector.sheet.noteOnce(
          FactKey(kind: .sameAsCause, subject: subject, other: origin.subject, path: path, detail: other.path), at: row)
      }
    }
    noteLarger(numbers, subject, store, row)
    if let numbers = Self.numbers(of: counted, depth: 0), numbers.count > 1, let sum = JSONNumber(numbers.reduce(0, +)),
      let scalar = FactScalar(.number(sum)), scalar.isTelling
    {
      let path = names.path(names.path(0, "payload"), FactNameCache.sum(of: nil))
      sheet.noteOnce(FactKey(kind: .has, subject: subject, path: path), at: row)
      values.append(PayloadValue(path: path, hash: scalar.hash, number: scalar.number))
    }
    for value in values { holders.set(value.hash, ValueHolders.Place(store: nil, subject: subject, path: value.path)) }
    return values
  }

  /// Notes of which arrays a value of a payload is an element.
  private mutating func noteMembership(of scalar: FactScalar, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    guard scalar.isTelling else { return }
    for column in members[scalar.hash] {
      if column.list.store == store {
        sheet.noteOnce(FactKey(kind: .sameAsState, subject: subject, path: path, detail: column.path), at: row)
      } else if let name = storeNames[column.list.store] {
        sheet.noteOnce(FactKey(kind: .sameAsOther, subject: subject, other: name, path: path, detail: column.path), at: row)
      }
    }
  }

  /// Notes which numbers of a payload are above others of it, and above those of the state, and which are multiples of others.
  private mutating func noteLarger(_ numbers: [PayloadValue], _ subject: UInt32, _ store: Int, _ row: Int32) {
    guard !numbers.isEmpty else { return }
    var others = numbers.map { ($0.path, $0.number) }
    if let values = written[store], values.count <= Self.mostEnds { values.forEach { others.append(($0, $1.number)) } }
    for one in numbers {
      for (path, other) in others {
        guard let number = one.number, let other, number > other else { continue }
        sheet.noteOnce(FactKey(kind: .exceeds, subject: subject, path: one.path, detail: path), at: row)
      }
      for other in numbers where other.path != one.path {
        guard let number = one.number, let divisor = other.number, number > 0, divisor > 1,
          number.truncatingRemainder(dividingBy: divisor) == 0
        else { continue }
        sheet.noteOnce(FactKey(kind: .multiple, subject: subject, path: one.path, detail: other.path), at: row)
      }
    }
  }

  /// Numbers of a payload that are compared with others by their size.
  private static var mostNumbersCompared: Int { 6 }

  /// The numbers of a payload; `nil` if it is too large to add them all up.
  private static func numbers(of value: JSONValue, depth: Int) -> [Double]? {
    let parts: [JSONValue]
    switch value {
    case .number(let number): return [number.double]
    case .null, .bool, .string: return []
    case .array(let elements): parts = elements
    case .object(let members): parts = members.map(\.value)
    }
    guard depth < 4, parts.count <= 32 else { return nil }
    var numbers: [Double] = []
    for part in parts {
      guard let inside = Self.numbers(of: part, depth: depth + 1) else { return nil }
      numbers += inside
    }
    return numbers
  }

  /// Values of a payload that are compared with others.
  private static var mostCompared: Int { 16 }

  /// Notes which signs a text has beside those letters and digits that English has: a comma, a blank, an accent.
  private mutating func noteSigns(of value: JSONValue, _ subject: UInt32, _ path: UInt32, _ row: Int32) {
    guard case .string(let text) = value, text.utf8.count <= 64 else { return }
    let path = names.path(path, FactNameCache.signs)
    sheet.noteOnce(FactKey(kind: .has, subject: subject, path: path), at: row)
    for sign in Self.signs(of: text) {
      let key = FactKey(kind: .payload, subject: subject, path: path, detail: sign.value)
      sheet.noteOnce(key, at: row)
      if keepsTexts { sheet.note(key, text: String(sign)) }
    }
  }

  /// The signs of a text of a state, as a choice.
  private mutating func signs(of value: JSONValue) -> UInt32? {
    guard case .string(let text) = value, text.utf8.count <= 64 else { return nil }
    let signs = Self.signs(of: text).map(String.init).joined()
    guard let scalar = FactScalar(.string(signs)) else { return nil }
    if keepsTexts { choiceTexts[scalar.hash] = "\"\(signs)\"" }
    return scalar.hash
  }

  /// All emoji, and what needs two units in UTF-16, are one sign.
  private static func signs(of text: String) -> [Unicode.Scalar] {
    let signs = text.unicodeScalars.filter { !$0.isASCII || !TextByte.isLetterOrDigit(UInt8($0.value)) }
    return Array(Set(signs.map { $0.value > 0xFFFF || $0.properties.isEmojiPresentation ? "🙂" : $0 }).sorted().prefix(8))
  }

  private mutating func noteValue(
    _ scalar: FactScalar, _ value: JSONValue, _ kinds: (equal: FactKind, least: FactKind, most: FactKind), _ subject: UInt32,
    _ path: UInt32, _ row: Int32
  ) {
    if let number = scalar.number {
      sheet.measure(FactKey(kind: kinds.least, subject: subject, path: path), number, at: row)
      sheet.measure(FactKey(kind: kinds.most, subject: subject, path: path), number, at: row)
    }
    noteParts(of: value, isPlain: scalar.isPlain, kinds.least, kinds.most, subject, path, row)
    guard scalar.isPlain else { return }
    let key = FactKey(kind: kinds.equal, subject: subject, path: path, detail: scalar.hash)
    sheet.note(key, at: row)
    if keepsTexts { sheet.note(key, text: value.shortText) }
  }
}

extension FactCollector {
  /// Notes how long a text is, and the numbers in a date, a time or a version.
  private mutating func noteParts(
    of value: JSONValue, isPlain: Bool, _ least: FactKind, _ most: FactKind, _ subject: UInt32, _ path: UInt32, _ row: Int32
  ) {
    guard case .string(let text) = value, text.utf8.count <= 512 else { return }
    var parts: [(key: String, number: Float)] = isPlain ? [(FactNameCache.size, Float(text.count))] : []
    let digits = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
    if 2...7 ~= digits.count, text.utf8.allSatisfy({ $0 < UInt8(ascii: "A") || $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "Z") }) {
      parts += digits.enumerated().compactMap { place, digits in
        Float(String(decoding: digits, as: UTF8.self)).map { (FactNameCache.part(place + 1), $0) }
      }
    }
    for (key, number) in parts {
      let place = names.path(path, key)
      sheet.measure(FactKey(kind: least, subject: subject, path: place), number, at: row)
      sheet.measure(FactKey(kind: most, subject: subject, path: place), number, at: row)
    }
  }
}

// MARK: - States

extension FactCollector {
  /// Notes what an action wrote: its patch, or what its whole state has that was not known.
  mutating func write(
    _ outcome: Outcome, _ subject: UInt32, _ store: Int, _ name: String, _ row: Int32, payload: [PayloadValue]
  ) {
    var step = FactStep(subject: subject)
    if let patch = outcome.patch {
      for operation in patch.operations {
        guard !ignored.contain(operation.path, in: .state(of: name), of: []) else { continue }
        let path = names.path(operation.path)
        sheet.noteOnce(FactKey(kind: .writes, subject: subject, path: path), at: row)
        step.note(change: path)
        switch operation {
        case .add(_, let value), .replace(_, let value):
          let counted = ignored.removed(from: value, at: operation.path, in: .state(of: name))
          forgetMissing(in: counted, at: path, store)
          _ = write(counted, at: path, isWhole: false, subject, store, row, payload)
          let isAdded = if case .add = operation { true } else { false }
          follow(isAdded ? .add(operation.path, counted) : .replace(operation.path, counted), at: path, subject, store, row)
        case .remove:
          follow(operation, at: path, subject, store, row)
          forget(path, store)
        case .move, .copy, .test, .splice: follow(operation, at: path, subject, store, row)
        }
      }
    } else if let state = outcome.state {
      let counted = ignored.removed(from: state, in: .state(of: name))
      forgetMissing(in: counted, at: 0, store)
      step = write(counted, at: 0, isWhole: true, subject, store, row, payload)
      keepLists(counted, at: 0, subject, store, row)
    }
    step.finish()
    if sheet.occurrences.last?.row == row { sheet.occurrences[sheet.occurrences.count - 1].step = step }
    noteState(subject, store, row)
  }

  /// - Returns: The step with the places that have another value now.
  private mutating func write(
    _ value: JSONValue, at path: UInt32, isWhole: Bool, _ subject: UInt32, _ store: Int, _ row: Int32,
    _ payload: [PayloadValue]
  ) -> FactStep {
    var step = FactStep(subject: subject)
    forEachScalar(of: value, at: path, depth: 0) { collector, path, scalar, value in
      if isWhole, collector.written[store]?[path]?.hash == scalar.hash { return }
      step.note(change: path)
      collector.write(scalar, value, at: path, subject, store, row, payload)
    }
    return step
  }

  mutating func write(
    _ scalar: FactScalar, _ value: JSONValue, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32, _ payload: [PayloadValue]
  ) {
    sheet.noteOnce(FactKey(kind: .writes, subject: subject, path: path), at: row)
    noteValue(scalar, value, (.wrote, .wroteLeast, .wroteMost), subject, path, row)
    if scalar.isTelling {
      for other in payload where other.hash == scalar.hash {
        sheet.noteOnce(FactKey(kind: .sameAsWritten, subject: subject, path: other.path, detail: path), at: row)
      }
    }
    guard !names.isPattern(path) else { return }
    let old = written[store]?[path]
    if let old {
      sheet.note(FactKey(kind: .overwrites, subject: subject, other: old.writer, path: path), at: row)
      if old.earlier == scalar.hash { sheet.noteOnce(FactKey(kind: .restores, subject: subject, path: path), at: row) }
      if let from = old.number, let to = scalar.number {
        sheet.measure(FactKey(kind: .deltaLeast, subject: subject, path: path), to - from, at: row)
        sheet.measure(FactKey(kind: .deltaMost, subject: subject, path: path), to - from, at: row)
        for value in payload where value.number == to - from {
          sheet.noteOnce(FactKey(kind: .adds, subject: subject, path: value.path, detail: path), at: row)
        }
      }
    }
    if keepsTexts, let choice = scalar.choice { choiceTexts[choice] = scalar.number == nil ? value.shortText : choice == 0 ? "0" : "not 0" }
    let value = WrittenValue(
      hash: scalar.hash, number: scalar.number, writer: subject, row: row, earlier: old?.hash, isOfList: old?.isOfList ?? false,
      isEmpty: scalar.isEmpty, isText: scalar.isText, choice: scalar.choice, signs: signs(of: value))
    keep(scalar, at: path, value, store, row, payload)
  }
}

// MARK: - Parts of values

extension FactCollector {
  /// Hands over each value without parts; of large objects and arrays only the first ones.
  private mutating func forEachScalar(
    of value: JSONValue, at path: UInt32, depth: Int, _ body: (inout Self, UInt32, FactScalar, JSONValue) -> Void
  ) {
    switch value {
    case _ where value.isLeftOut: break
    case .object(let object):
      guard depth < 4 else { return }
      for member in object.prefix(32) {
        forEachScalar(of: member.value, at: names.path(path, member.key), depth: depth + 1, body)
      }
    case .array(let elements):
      guard depth < 4 else { return }
      let count = JSONValue.number(JSONNumber(elements.count))
      if let scalar = FactScalar(count) { body(&self, names.path(path, FactNameCache.size), scalar, count) }
      for element in elements.prefix(16) { forEachScalar(of: element, at: names.path(path, "-"), depth: depth + 1, body) }
    case .null, .bool, .number, .string: FactScalar(value).map { body(&self, path, $0, value) }
    }
  }
}

extension JSONValue {
  /// For a fact about an equal value.
  fileprivate var shortText: String { text.count > 60 ? text.prefix(59) + "…" : text }
}
