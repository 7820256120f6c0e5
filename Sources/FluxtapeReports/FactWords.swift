import FluxtapeHistory

extension FailureFact {
  /// For people: `cart cart.pay happens 2 times or more (at most 1 in green runs)`.
  var words: String { words(hidesValues: false) }

  /// The same, with or without the values of payloads and states.
  func words(hidesValues: Bool) -> String {
    let range = hidesValues ? "of another size than in green runs" : range
    let (one, two) = (action.words, other?.words ?? "")
    switch kind {
    case .inFlight: return isBelow ? "\(one) is not in flight at the end" : "\(one) is in flight at the end"
    case .failed: return isBelow ? "\(one) does not fail with \(detail)" : "\(one) fails: \(detail)"
    case .times: return "\(one) \(happens)"
    case .leadsToFewest: return isBelow ? "\(one) leads to \(fewer) \(two)" : "every \(one) leads to \(two)"
    case .leadsToMost: return isBelow ? "no \(one) leads to \(two)" : "\(one) leads to \(Int(bound) > 1 ? "\(Int(bound)) " : "")\(two)"
    case .startedBy:
      let starter = other.map { "by \($0.words)" } ?? "by nothing that is recorded"
      return isBelow ? "\(one) is \(bound > 1 ? "seldom" : "never") started \(starter)" : "\(one) is started \(starter)"
    case .overtaken:
      return isBelow
        ? "answers \(one) keep the order of \(two)" : "\(one) that answers an earlier \(two) comes after the answer to a later one"
    case .between:
      return isBelow
        ? "no \(two) comes between \(one) and its \(path)" : "\(two) comes between \(one) and its \(path)"
    case .interrupts:
      return "\(two)\(detail.isEmpty ? "" : ", which changes \(Self.place(detail)),") comes between \(one) and the next \(path)"
    case .follows: return "\(one) comes next after \(two)\(often)"
    case .firstBefore, .siblings: return "\(one) comes before \(two)"
    case .lastBefore: return "the last \(one) comes before the last \(two)"
    case .after: return isBelow ? "no \(one) comes after \(two)" : "\(one) comes after \(two)"
    case .gapLeast, .gapMost: return "\(one) comes \(time) after \(two), which led to it\(greenTime)"
    case .everyLeast: return "\(one) comes \(time) after the one before\(greenTime)"
    case .tookLeast, .tookMost: return "\(one) takes \(time)\(greenTime)"
    case .payload, .wrote: return "\(one) \(verb)\(place) = \(hidesValues ? "(hidden)" : detail)\(often)"
    case .together: return "\(one) \(verb)\(place) = \(hidesValues ? "(hidden)" : detail)\(two.isEmpty || two == one ? "" : " by \(two)")"
    case .payloadLeast, .payloadMost, .wroteLeast, .wroteMost: return "\(one) \(verb)\(place) \(range)"
    case .deltaLeast, .deltaMost: return "\(one) changes \(place) by \(range)"
    case .has: return isBelow ? "\(one) lacks \(place)" : "\(every)\(one) has \(place)"
    case .writes: return isBelow ? "\(one) leaves \(place) as it was" : "\(every)\(one) writes \(place)"
    case .sameAsState: return "\(one) has \(place) \(isBelow ? "unlike" : "as in") the state before in \(detail)"
    case .sameAsCause: return "\(one) has \(place) \(isBelow ? "unlike" : "as in") \(two), which led to it, in \(Self.place(detail))"
    case .sameAsWritten: return "\(one) \(isBelow ? "does not write" : "writes") \(place) to \(detail)"
    case .sameAsOther: return "\(one) has \(place) \(isBelow ? "unlike" : "as in") \(two) \(Self.place(detail))"
    case .copies, .mirrors: return "\(one) writes \(place) \(isBelow ? "unlike" : "as in") \(two) \(Self.place(detail))"
    case .exceeds: return "\(one) has \(place) \(isBelow ? "at most" : "above") \(Self.place(detail))"
    case .multiple: return "\(one) has \(place) that is \(isBelow ? "no" : "a") multiple of \(Self.place(detail))"
    case .sawLeast, .sawMost: return "\(one) happens while \(place) is \(range)"
    case .adds: return "\(one) \(isBelow ? "does not add" : "adds") \(place) to \(detail)"
    case .equals: return "\(one) leaves \(place) \(isBelow ? "unlike" : "equal to") \(detail)"
    case .empties: return "\(one) leaves \(place) \(isBelow ? "not empty" : "empty")"
    case .rises: return "\(one) leaves \(place) \(isBelow ? "not ascending" : "ascending")"
    case .falls: return "\(one) leaves \(place) \(isBelow ? "not descending" : "descending")"
    case .unique: return isBelow ? "\(one) leaves two equal \(place)" : "\(one) leaves no two equal \(place)"
    case .repeats: return isBelow ? "\(one) never has the same \(place) twice" : "\(one) has a \(place) that came before"
    case .during: return "\(one) happens while \(two) has \(place) = \(hidesValues ? "(hidden)" : detail)\(often)"
    case .overwrites:
      return isBelow ? "\(one) never replaces what \(two) wrote in \(place)" : "\(one) replaces what \(two) wrote in \(place)"
    case .restores: return isBelow ? "\(one) does not restore \(place)" : "\(one) restores \(place)"
    case .alive: return isBelow ? "\(action.store) never begins" : "\(Int(bound)) of \(action.store) live at once\(atMost)"
    case .ends: return "at the end \(place) = \(hidesValues ? "(hidden)" : detail), as \(one)\(two.isEmpty ? "" : " and \(two)") left it"
    case .leftBy: return "at the end \(place) is \(isBelow ? "not " : "")as \(one) left it"
    case .endsEqual: return "at the end \(place), as \(one) left it, is unlike \(detail)\(two.isEmpty ? "" : " of \(two)")"
    case .endsSum: return "at the end \(place) is not \(detail), as \(one) left it"
    case .sees: return "\(one) happens with \(place) as \(two) left it"
    case .neverEnds: return isBelow ? "\(action.store) ends" : "\(action.store) never ends\(atMost)"
    }
  }

  // MARK: - Parts

  private var happens: String {
    switch (isBelow, Int(bound)) {
    case (true, 1): "never happens"
    case (true, let bound): "happens fewer than \(bound) times"
    case (false, 1): "happens"
    case (false, let bound): "happens \(bound) times or more\(atMost)"
    }
  }

  /// Whether it holds for each action, or for some in red runs and for none in green ones.
  private var every: String { bound > 0.5 ? "every " : "" }

  private var fewer: String { bound > 1 ? "fewer than \(Int(bound))" : "no" }

  /// In red runs a value never occurs, or occurs only in them.
  private var verb: String {
    let writes = kind == .together && !path.hasPrefix("/payload") || kind == .wrote || kind == .wroteLeast || kind == .wroteMost
    if isBelow, kind == .payload || kind == .wrote {
      return bound > 1 ? (writes ? "seldom writes " : "seldom has ") : writes ? "never writes " : "never has "
    }
    return writes ? "writes " : "has "
  }

  private var often: String { !isBelow && bound > 1 ? " \(Int(bound)) times or more" : "" }

  private var place: String { Self.place(path) }

  private static func place(_ path: String) -> String {
    path.hasPrefix("/payload") ? "payload" + path.dropFirst("/payload".count) : path.isEmpty ? "." : path
  }

  private var atMost: String { green.map { greenCount == 0 ? " (at most \(Int($0.upperBound)) in green runs)" : "" } ?? "" }

  private var time: String { isBelow ? "less than \(Self.milliseconds(bound))" : "\(Self.milliseconds(bound)) or more" }

  private var greenTime: String {
    guard let green, greenCount == 0 else { return "" }
    return isBelow
      ? " (at least \(Self.milliseconds(green.lowerBound)) in green runs)"
      : " (at most \(Self.milliseconds(green.upperBound)) in green runs)"
  }

  private var range: String {
    let number = Self.number(bound)
    guard let green, greenCount == 0 else { return isBelow ? "below \(number)" : "of \(number) or more" }
    return isBelow
      ? "below \(number) (at least \(Self.number(green.lowerBound)) in green runs)"
      : "of \(number) or more (at most \(Self.number(green.upperBound)) in green runs)"
  }

  private static func number(_ value: Double) -> String { value.rounded() == value && abs(value) < 1e15 ? "\(Int(value))" : "\(value)" }

  private static func milliseconds(_ microseconds: Double) -> String {
    microseconds >= 10_000 ? "\(Int(microseconds / 1000)) ms" : "\(Int(microseconds)) µs"
  }

  /// `20 of 20 red, 0 of 480 green`.
  var counts: String { "\(redCount) of \(redObserved) red, \(greenCount) of \(greenObserved) green" }

  /// The probability of a coincidence, in words that do not pretend to be exact.
  var likelihood: String {
    switch chance {
    case 0.1...: "may be chance"
    case 0.001...: "chance \(Int((chance * 1000).rounded(.up))) in 1000"
    case 1e-9...: "chance below 1 in 1000"
    default: "no chance"
    }
  }
}

extension FailureFact.Action {
  var words: String { type.isEmpty ? store : "\(store) \(type)" }
}
