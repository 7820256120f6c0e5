import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct KeymapTests {
  private typealias Scope = KeyBinding.Scope

  private func sequences(in scope: KeyBinding.Scope) -> [[Key]] { Keymap.bindings.filter { $0.scope == scope }.flatMap(\.sequences) }

  @Test func `every way to type a binding names keys`() {
    for binding in Keymap.bindings {
      let count = binding.lettered == nil ? binding.keys.count : binding.keys[0].contains("9") ? 9 : 26
      #expect(binding.sequences.count == count && binding.sequences.allSatisfy { !$0.isEmpty }, "\(binding.help)")
      for (text, sequence) in zip(binding.keys, binding.sequences) where binding.lettered == nil {
        #expect(sequence.count == 1 || sequence.count == text.count, "\(text) of \(binding.help)")
      }
    }
  }

  @Test(arguments: [KeyBinding.Scope.anywhere, .timeline, .tree, .list, .filters, .runs, .bookmarks, .prompt])
  func `no key has two meanings in one place`(scope: KeyBinding.Scope) {
    let sequences = sequences(in: scope)
    #expect(Set(sequences).count == sequences.count)
  }

  @Test func `a key that means something anywhere means the same in every pane`() {
    let global = Set(sequences(in: .anywhere))
    #expect(global.isDisjoint(with: sequences(in: .timeline)))
    #expect(global.isDisjoint(with: sequences(in: .tree)))
  }

  @Test(arguments: [KeyBinding.Scope.timeline, .tree])
  func `no key is the beginning of another, so none waits in vain`(scope: KeyBinding.Scope) {
    let all = sequences(in: .anywhere) + sequences(in: scope)
    for sequence in all where sequence.count > 1 {
      #expect(!all.contains { $0.count < sequence.count && sequence.starts(with: $0) }, "\(sequence)")
    }
  }

  @Test func `no digit but a lone 0 is a key`() {
    let digits = Keymap.bindings.filter { $0.scope != .prompt }.flatMap(\.sequences).compactMap(\.first).filter { key in
      if case .character(let character) = key { character.isNumber } else { false }
    }
    #expect(digits == [.character("0")])
  }

  @Test func `nothing needs Alt or a function key`() {
    for binding in Keymap.bindings where !binding.keys.isEmpty && binding.name != "mouse" {
      let isEasy = binding.sequences.contains { sequence in
        sequence.allSatisfy { key in
          switch key {
          case .alt, .function: false
          default: true
          }
        }
      }
      #expect(isEasy, "\(binding.help)")
    }
  }

  @Test func `names are unique, and all can be typed after a colon`() throws {
    let names = Keymap.bindings.map(\.name).filter { !$0.isEmpty }
    #expect(Set(names).count == names.count)
    for name in names {
      if case .failure(let problem) = Command.parse(name) { Issue.record("\(name): \(problem.text)") }
    }
  }

  @Test func `no command drops a number in silence`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press(":blame 4", "enter")
    #expect(app.bottom == " usage: :blame PATH, as in :blame cart.total" && app.inspector.state.answer == nil)
    app.press(":runs 4", "enter")
    #expect(app.bottom == " usage: :runs, alone" && app.inspector.state.answer == nil)
    app.press(":first 4", "enter")
    #expect(app.step == 4)
  }

  @Test func `help lists every key of the table`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 100, rows: 1000)
    app.press("?")
    let screen = app.frame.text
    for binding in Keymap.bindings {
      #expect(!binding.help.isEmpty)
      #expect(screen.contains(binding.help))
      for key in binding.keys { #expect(screen.contains(key)) }
    }
  }

  @Test(arguments: [30, 40, 78, 80, 100, 120, 160, 200])
  func `help is told whole, however wide the screen`(columns: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: 1000)
    app.press("?")
    let rows = app.lines.dropFirst(3).dropLast()
    #expect(!rows.contains { $0.contains("…") }, "\(rows.filter { $0.contains("…") })")
    let words = rows.flatMap { $0.split(separator: " ") }.map(String.init)
    for binding in Keymap.bindings {
      #expect(binding.help.split(separator: " ").allSatisfy { words.contains(String($0)) }, "\(binding.help)")
      if binding.keys.isEmpty { #expect(words.contains(":" + binding.name)) }
    }
  }

  @Test(arguments: [40, 80, 200]) func `help lists every command and every word of a query`(columns: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: 1000)
    app.press("?")
    let words = Set(app.lines.flatMap { line in line.split { $0 == " " || $0 == "(" }.map(String.init) })
    for word in Command.words {
      for name in [word.name] + word.aliases {
        #expect(words.contains(":" + name), "\(name)")
        if case .failure(let problem) = Command.parse(name) { #expect(!problem.text.hasPrefix("no command")) }
      }
    }
    for name in ["compare", "filter", "path", "pipe"] { #expect(words.contains(":" + name), "\(name)") }
    // The parser names the words that it knows.
    let problem = try #require(throws: QueryError.self) { _ = try Query(parsing: "nosuch:1") }
    let fields = problem.expected.split { $0 == " " || $0 == "," }.filter { $0.hasSuffix(":") }.map(String.init)
    #expect(fields.count == QueryField.allCases.count && fields.count > 8)
    for field in fields { #expect(words.contains(field) || words.contains(field + "state"), "\(field)") }
    for trait in RowTrait.allCases { #expect(words.contains(trait.rawValue), "\(trait)") }
    for word in ["payload.", "prev.", "dur", "len", "sum", "delta", "--theme"] { #expect(words.contains(word), "\(word)") }
  }

  @Test(arguments: [Typesetting.unicode, .ascii])
  func `help explains the signs as this terminal shows them`(typesetting: Typesetting) throws {
    var app = try InspectorDriver(log: "checkout", columns: 100, rows: 1000, typesetting: typesetting)
    app.press("?")
    let lines = app.lines
    let signs = lines[try #require(lines.firstIndex(of: " Signs"))...]
    let glyphs = typesetting.glyphs
    let marks = [glyphs.cursor, glyphs.pin, glyphs.bookmark, glyphs.problem, glyphs.gap, glyphs.unchanged, glyphs.incomplete]
    let joins = [glyphs.joinRight + glyphs.joinAcross + glyphs.event, glyphs.chainPasses, "chain of 23"]
    for sign in marks + [glyphs.changed, glyphs.added, glyphs.removed, glyphs.moved, glyphs.retyped, glyphs.event, glyphs.chainStart]
      + joins
    {
      #expect(signs.contains { $0.hasPrefix("  " + sign) }, "\(sign)")
    }
  }

  @Test func `the bottom row names keys of the table`() throws {
    var app = try InspectorDriver(log: "checkout")
    #expect(app.bottom == " , . step  enter diff  / find  tab pane  ? help  q quit  ! problems  & filter")
    app.press("C", "tab")
    for pane in Pane.allCases {
      #expect(app.inspector.state.focus == pane)
      defer { app.press("tab") }
      for isNarrow in [false, true] {
        let hints = KeyHints(of: app.inspector.state, isNarrow: isNarrow).hints
        #expect(hints.count > 4 && hints.allSatisfy { !$0.bindings.isEmpty })
        // What is hinted can be pressed there.
        let scopes: [KeyBinding.Scope] = [.anywhere, pane == .timeline ? .timeline : .tree] + (pane == .answer ? [.list] : [])
        #expect(hints.flatMap(\.bindings).allSatisfy { scopes.contains($0.scope) && !$0.keys.isEmpty }, "\(pane)")
      }
    }
  }

  @Test func `the bottom row begins with what is next, and names what there is to go to`() throws {
    let lines = (1...3).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"tick\#($0)","state":\#($0)}"# }
    var app = try InspectorDriver(runs: [.holding(lines)])
    #expect(app.bottom.hasSuffix(" q quit  ! problems  & filter"), "\(app.bottom)")
    app.press("/", "tick", "enter")
    #expect(app.bottom.hasPrefix(" n N hit  , . step "), "\(app.bottom)")
    app.press("tab")
    #expect(app.bottom.hasPrefix(" n N hit  , . step "), "\(app.bottom)")
    app.press("q", "/", "nowhere", "enter", ".")
    #expect(app.bottom.hasPrefix(" , . step "), "\(app.bottom)")
    app.press("esc", "ma", ".")
    #expect(app.bottom.hasSuffix(" q quit  ! problems  M marks"), "\(app.bottom)")
    app.press("ma", "ma", "P", ",")
    #expect(app.bottom.hasSuffix(" q quit  ! problems  d pin diff"), "\(app.bottom)")
  }

  @Test(arguments: [80, 100, 120]) func `the bottom row names what went wrong, and the causes, after a search too`(columns: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns)
    #expect(app.bottom.contains(" ! problems") && app.bottom.contains(" C why") == (columns > 80), "\(app.bottom)")
    app.press("/", "cart", "enter")
    #expect(app.bottom.contains(" ! problems") && app.bottom.contains(" C why") == (columns > 80), "\(app.bottom)")
  }

  @Test(arguments: [(20, 5), (30, 8), (40, 10), (60, 20), (80, 24), (120, 40), (200, 60)])
  func `the bottom row says at every size what q does`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    #expect(app.bottom.contains(" q quit"), "\(app.bottom)")
    app.press("/", "cart", "enter", "tab")
    #expect(app.bottom.contains(" q back"), "\(app.bottom)")
    app.press("C")
    #expect(app.bottom.contains(" q back"), "\(app.bottom)")
  }

  @Test func `with a filter on, q quits and Esc drops the filter, and the bottom row says both`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("&", "store:cart", "enter")
    #expect(app.bottom.contains(" q quit  esc unfilter"), "\(app.bottom)")
    app.press("/", "cart", "enter")
    #expect(app.bottom.contains(" q quit") && !app.bottom.contains("unfilter"))
    app.press("esc", "esc")
    #expect(app.inspector.state.filtering.filters.isEmpty && app.requests.isEmpty)
    app.press("&", "store:cart", "enter", "q")
    #expect(app.requests.contains(.quit))
  }

  @Test(arguments: [("tab", "enter open"), ("enter", "b blame"), ("shift-tab", "; path")])
  func `the bottom row says what can be done in the pane in front`(_ key: String, _ words: String) throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    #expect(!app.bottom.contains(words))
    app.press("18g", key)
    #expect(app.bottom.contains(words) && app.bottom.contains("q back"), "\(app.bottom)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `keys that wait for another list it with what it does`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    for prefix in ["y", "z", "]", "[", "m", "'"] {
      app.press(prefix)
      let next = Keymap.continuations(in: app.inspector.state)
      #expect(!next.isEmpty)
      for entry in next { #expect(app.lines.contains { $0.contains(" \(entry.keys) ") }, "\(prefix) \(entry.keys)\n\(app.lines)") }
      app.press("esc")
    }
    app.press("y")
    #expect(app.line(with: " p ")?.contains("its path") == true)
    app.press("esc")
    #expect(app.line(with: "its path") == nil)
  }

  @Test func `help lists what has the words that are typed`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 100, rows: 40)
    app.press("?", "&", "command", "space", "path")
    #expect(app.line(with: "its path, as every command") != nil && app.line(with: "next step") == nil)
    #expect(app.bottom.hasPrefix("&command path"))
    app.press("enter")
    #expect(app.line(with: "its path, as every command") != nil && app.line(with: "[Keys and signs]")?.contains("[command path]") == true)
    app.press("&", "nothing of the kind")
    #expect(app.line(with: "nothing here has 'command pathnothing of the kind'") != nil)
    app.press("esc", "esc", "g")
    #expect(app.line(with: "next step") != nil)
    app.press("q")
    #expect(app.line(with: "Keys and signs") == nil && app.requests.isEmpty)
  }

  @Test(arguments: [
    "undo", "back", "exit", "close", "next", "previous", "jump", "go", "copy", "mouse", "color", "quit", "save", "record", "compare",
    "breakpoint", "find", "fold",
  ])
  func `help finds keys by everyday words`(_ word: String) throws {
    var app = try InspectorDriver(log: "checkout", columns: 100, rows: 40)
    app.press("?", "&")
    app.press([.paste(word), .enter])
    #expect(app.line(with: "[Keys and signs]")?.contains("[\(word)]") == true && app.line(with: "nothing here has") == nil)
  }

  @Test func `everyday words belong to commands that exist`() {
    let names = Set(Keymap.bindings.map(\.name))
    for name in Keymap.synonyms.keys { #expect(names.contains(name), "\(name)") }
  }

  @Test func `help begins with the commonest keys of the pane in front`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 100, rows: 40)
    app.press("?")
    #expect(app.lines[3] == " Timeline")
    let keys = app.lines[4...13].compactMap { $0.split(separator: " ").first }
    #expect(keys == [",", ".", "enter", "/", "tab", "?", "q", "!", "&", "C"])
    app.press("q", "tab", "?")
    #expect(app.lines[3] == " Trees (Action, Diff, State)" && app.line(with: "  y") != nil)
    app.press("q", "q", "&", "store:cart", "enter", "F", "?")
    #expect(app.lines[3] == " In the list of filters (F)" && app.lines.filter { $0.hasPrefix("  enter ") }.count == 1, "\(app.lines)")
  }
}

// MARK: - Typing

extension KeymapTests {
  @Test func `an unknown key is named in the bottom row, and changes nothing`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("18g")
    let before = app.lines.dropLast()
    app.press("D")
    #expect(app.bottom == " no key D here  (? for help)")
    #expect(app.lines.dropLast() == before)
    app.press("z", "q")
    #expect(app.bottom == " no key z q here  (? for help)")
    app.press("z", "esc")
    #expect(!app.bottom.contains("no key"))
  }

  @Test func `a message that is too long for its row is told whole on two, until the next key`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 40, rows: 10)
    app.press("G", "]e")
    #expect(app.bottom.hasPrefix(" no later red row, and no later problem that a check found"), "\(app.lines)")
    app.press(",")
    #expect(app.bottom.contains(" q quit") && !app.lines.contains { $0.contains("no later red row") })
  }

  @Test func `keys that wait for more are shown, and a count with them`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("1", "2")
    #expect(app.line(with: " 12: Enter goes to this step") != nil)
    app.press("]")
    #expect(app.line(with: " 12  ]") != nil)
    app.press("e")
    #expect(app.line(with: " 12: Enter") == nil)
  }

  @Test func `a count of very many digits does no harm`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("99999999999999999999999999", ".")
    #expect(app.step == 33)
    app.press("99999999999999999999999999", "ctrl-b", "88888888888888888888", "k")
    #expect(app.step == 1)
  }

  @Test func `a lone 0 goes to the first sibling, a 0 behind a digit is a count`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("18g", "shift-tab", "home", "3", "j", "0")
    #expect(app.selection?.contains("id ") == true)
    app.press("1", "0", "j", "0")
    #expect(app.selection?.contains("items") == true)
  }

  @Test func `pasted text runs nothing in a pane, and is one line in a prompt`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press([.paste("qQ:q\n")])
    #expect(app.requests.isEmpty)
    app.press([.character("/"), .paste("a\nb")])
    #expect(app.bottom.hasPrefix("/a b"))
  }

  @Test func `q closes one layer and then leaves, Esc never leaves, Q does at once`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("?", "q", "esc", "/", "x", "esc", "esc", "esc")
    #expect(app.requests.isEmpty)
    app.press("q")
    // The request to save the inspector's memory comes before the end.
    #expect(app.requests.last == .quit && app.requests.filter { $0 == .quit }.count == 1)
    app.press("?", "Q")
    #expect(app.requests.last == .quit && app.requests.filter { $0 == .quit }.count == 2)
    app.press("esc", ":", "q", "enter")
    #expect(app.requests.filter { $0 == .quit }.count == 3)
  }

  @Test(arguments: ["q", "esc"]) func `Enter goes into a pane, and the way back is not the way out`(_ key: String) throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", "enter", "tab")
    #expect(app.inspector.state.focus == .state)
    app.press(key)
    #expect(app.inspector.state.focus == .timeline && app.requests.isEmpty)
    app.press("L", key)
    #expect(app.inspector.state.answer == nil && app.requests.isEmpty)
  }

  @Test func `Ctrl-C with nothing to stop names the key that quits from everywhere`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("18g", "enter", "ctrl-c")
    #expect(app.bottom == " nothing is running; Q quits")
    app.press("q")
    #expect(app.inspector.state.focus == .timeline && app.requests.isEmpty)
  }

  @Test func `what people know from vim is understood`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("g", "/", "retry", "enter")
    let hit = app.step
    app.press(":noh", "enter")
    #expect(app.inspector.state.search == nil)
    app.press("g", "n")
    #expect(app.step == hit && app.inspector.state.search?.text == "retry")
    app.press("esc", "g", "n")
    #expect(app.step == hit)
    app.press(":w", "enter")
    #expect(app.bottom.contains("nothing to save"))
    app.press(":q!", "enter")
    #expect(app.requests.last == .quit)
  }

  @Test func `a question takes the path of its value`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", ":plot cart.total", "enter")
    #expect(app.line(with: "[Plot]")?.contains("cart.total") == true)
    app.press("esc", ":watch cart.items[0].qty", "enter")
    #expect(app.inspector.state.watching.values.map(\.description) == ["cart.items[0].qty"])
    app.press(":plot nosuch.total", "enter")
    #expect(app.bottom.contains("no step has a value at nosuch.total"))
  }

  @Test func `what the terminal has to do comes back as requests`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("ctrl-l", "ctrl-z", "?", "ctrl-l")
    #expect(app.requests == [.redraw, .suspend, .redraw])
  }
}
