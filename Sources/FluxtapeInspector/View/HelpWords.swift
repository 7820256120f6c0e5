import FluxtapeHistory
import FluxtapeScreen

/// The sections of help that are not about keys. Commands and words of queries come from what the parsers know.
enum HelpWords {
  static let sections: [(name: String, words: [Candidate])] = [
    ("Commands (after :)", commands), ("Words of a query (after / and &)", queries), ("Options of fluxtape LOG", options),
  ]

  private static let commands: [Candidate] =
    Command.words.map { word in
      Candidate(text: ([word.name] + word.aliases).map { ":" + $0 }.joined(separator: "  "), words: word.help)
    } + named

  private static let named: [Candidate] = [
    Candidate(text: ":NAME", words: "the name beside a key, as in :next-step, does what the key does; a COUNT may follow"),
    Candidate(text: ":NAME PATH", words: "a question about the value at a path, as in :blame cart.total"),
    Candidate(text: ":why STEP", words: "goes to that step, and shows what led to it"),
  ]

  private static let queries: [Candidate] = QueryForm.all.map { Candidate(text: $0.text, words: $0.words) }

  /// A test of the tool compares these with the options of the command.
  static let options: [Candidate] = [
    Candidate(text: "--theme NAME", words: "the colors: " + Theme.all.map(\.name).joined(separator: ", ")),
    Candidate(text: "--background NAME", words: "dark or light, if the terminal does not report it"),
    Candidate(text: "--ascii", words: "draw with ASCII characters only"),
    Candidate(text: "--follow  -f", words: "open at the end and follow new records"),
    Candidate(text: "--host PROGRAM", words: "a program with your reducers, for what-if"),
    Candidate(text: "--merge", words: "several logs as one, ordered by time"),
    Candidate(text: "--host-timeout SECONDS", words: "how long to wait for each answer of that program"),
    Candidate(text: "--record FILE", words: "record the inspector's own actions to a log"),
    Candidate(text: "--script FILE", words: "run the keys in a file, then quit"),
  ]
}
