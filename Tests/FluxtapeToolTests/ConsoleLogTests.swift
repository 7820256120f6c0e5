import Testing

/// What stores print for people, as testers send it.
struct ConsoleLogTests {
  @Test func `transitions of Bloc are steps with states`() throws {
    let input = """
      Launching lib/main.dart in debug mode...
      I/flutter (20366): CounterBloc Transition { currentState: 0, event: Instance of 'Increment', nextState: 1 }
      I/flutter (20366): CounterBloc Change { currentState: 0, nextState: 1 }
      D/BluetoothGatt(20366): registerApp() {x}
      I/flutter (20366): ThemeCubit Change { currentState: light, nextState: dark }
      I/flutter (20366): CounterBloc Transition { currentState: 1, event: Increment(2), nextState: 3 }
      """
    let list = try BuiltTool.run(["list", "-", "--json"], input: input)
    #expect(list.status == 0 && list.errors.hasSuffix("Bloc printed; 2 other lines are left out; no time is printed\n"), "\(list.errors)")
    #expect(list.lines.count == 5, "a change that repeats a transition is no row: \(list.output)")
    let types = list.lines.filter { $0.contains("CounterBloc") && !$0.contains("@@STATE") }
    #expect(types.count == 2 && types[0].contains(#""type":"Increment""#) && types[1].contains(#""type":"Increment(2)""#), "\(list.output)")
    #expect(list.output.contains(#""line":5,"store":"ThemeCubit""#), "\(list.output)")
    #expect(try BuiltTool.run(["show", "-", "2", "--state"], input: input).output == "3\n")
    #expect(try BuiltTool.run(["find", "-", "ThemeCubit. == \"dark\"", "--count"], input: input).output == "2\n")
  }

  @Test func `changes of the Composable Architecture are steps with what was printed`() throws {
    let input = """
      App started
      received action:
        AppFeature.Action.counter(.incrementButtonTapped)
        AppFeature.State(
      -   count: 0
      +   count: 1
        )

      received action:
        AppFeature.Action.todos(
          .element(
            id: UUID(00000000-0000-0000-0000-000000000000),
            action: .toggled
          )
        )
        (No state changes)

      """
    let list = try BuiltTool.run(["list", "-"], input: input)
    #expect(list.lines.count == 2 && list.output.contains("counter.incrementButtonTapped") && list.output.contains("todos.element"))
    #expect(list.errors.contains("the changes are in the contents of each action"), "\(list.errors)")
    // Their lines are those of the headings.
    for (line, type) in [(2, "counter.incrementButtonTapped"), (9, "todos.element")] {
      #expect(try BuiltTool.run(["show", "-", "@\(line)"], input: input).lines.first?.contains(type) == true)
    }
    let show = try BuiltTool.run(["show", "-", "1", "--json"], input: input)
    #expect(show.output.contains(#""changes":["  AppFeature.State(","-   count: 0","+   count: 1","  )"]"#), "\(show.output)")
    let second = try BuiltTool.run(["show", "-", "2", "--json"], input: input)
    #expect(second.output.contains("action: .toggled") && !second.output.contains("changes"), "\(second.output)")
  }

  @Test func `brackets in texts do not end an action of the Composable Architecture`() throws {
    let input = """
      [prefix]: received action:
        AppFeature.Action.typed(
          text: "smile :( and \\" (",
          raw: #"a "(" b"#,
          note: \"""
            one )
            two ((
            \"""
        )
        AppFeature.State(
      −   text: "("
      +   text: ")"
        )

      """
    let show = try BuiltTool.run(["show", "-", "1", "--json"], input: input)
    #expect(show.output.contains(#""changes":["  AppFeature.State(","−   text: \"(\"","+   text: \")\"","  )"]"#), "\(show.output)")
    #expect(show.output.contains(#"two (("#) && show.output.contains(#""type":"typed""#), "\(show.output)")
  }

  @Test func `a single quote in a value does not hide the end of an action`() throws {
    let input = """
      received action:
        AppFeature.Action.size(5" tube)
        AppFeature.State(
      -   count: 0
      +   count: 1
        )

      """
    let show = try BuiltTool.run(["show", "-", "1", "--json"], input: input)
    #expect(show.output.contains(#""changes":["  AppFeature.State(","-   count: 0","+   count: 1","  )"]"#), "\(show.output)")
  }

  @Test(arguments: [
    #"{"metadata":{"versions":{"elm":"0.19.1"}},"history":[{"$":"Increment"},{"$":"Typed","a":"x"}]}"#,
    #"{"$":0,"a":{"metadata":{},"history":[{"ctor":"Increment"},{"ctor":"Typed","a":"x"}]}}"#,
    "\u{FEFF}" + #"{"metadata":{"versions":{"elm":"0.19.1"}},"history":[{"$":"Increment"},{"$":"Typed","a":"x"}]}"#,
  ])
  func `a history of Elm's debugger is its messages`(history: String) throws {
    let list = try BuiltTool.run(["list", "-"], input: history)
    #expect(list.lines.count == 2 && list.lines[0].contains("Increment") && list.lines[1].contains("Typed"), "\(list.output)\(list.errors)")
    #expect(list.errors.contains("2 messages, and neither models nor times"))
    #expect(try BuiltTool.run(["show", "-", "2", "--json"], input: history).output.contains(#""payload":{"a":"x"}"#))
  }
}
