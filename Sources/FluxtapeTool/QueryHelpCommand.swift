import ArgumentParser

/// `fluxtape help query`: how queries are written.
struct QueryHelp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Explain how queries are written.",
    usage: "fluxtape help query",
    discussion: """
      Terms side by side mean 'and'; 'or', 'not', '-' and parentheses work too.

      store:cart  type:cart.item*  type:/regex/          a store, a type of action
      .items[0].qty > 2   .user.name ~ "^A"              the state after the step: == != < <= > >=, ~ for a regular expression
      cart.total < 0   "cart#2".total > 1                another store's state, as it stood at that step
      .items[*].qty > 9   .items[id="p7"].qty > 1        any element; the one with that id
      payload.sku == "p7"   prev.total != .total         the action's contents; the state before
      changed:.items                                     the action changed something at or below that path
      len(.items) > 100   delta(.total) < 0              how many; how far a number went
      sum(.items[*], qty * price) != .total              also duplicates, ascents, descents of .list[*]; + - * / between numbers
      dur > 1ms   t > 12.5s   seq:100..200               time in the reducer, time of the run, steps
      cause:42   chain:42   trace:4bf92f*                what a step led to; also what led to it; a trace
      is:error                                           unchanged mark gap bad inflight pending effect init deinit lost state torn …
      checkout   "free text"   in:state "text"           text in type, contents or what was changed; anywhere in the state

      An absent value compares like null. A comparison with a value that the log does not contain is undecided: it neither holds nor \
      fails.
      """)

  func run() throws { throw CleanExit.helpRequest(self) }
}
