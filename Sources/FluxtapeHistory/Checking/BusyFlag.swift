/// Keys of flags that are on while something is under way: `isLoading`, `refreshing`, `upload_in_progress`.
enum BusyFlag {
  /// Whether a `true` under `key` says that something has begun and not ended.
  static func isNamed(_ key: String) -> Bool {
    let words = words(of: key)
    guard let last = words.last, words.allSatisfy({ !otherwise.contains($0) }) else { return false }
    return busy.contains(last) || (words.count > 1 && words[words.count - 2] == "in" && ["flight", "progress"].contains(last))
  }

  static let busy: Set<String> = [
    "authenticating", "busy", "calculating", "connecting", "deleting", "downloading", "exporting", "fetching", "importing", "inflight",
    "initializing", "loading", "processing", "reconnecting", "refreshing", "reloading", "saving", "searching", "sending",
    "spinner", "submitting", "syncing", "synchronizing", "updating", "uploading", "validating", "verifying", "waiting", "working",
  ]

  /// Words of flags that are settings, or tell the contrary.
  private static let otherwise: Set<String> = [
    "allow", "allowed", "allows", "auto", "automatic", "can", "did", "disable", "disabled", "enable", "enabled", "lazy", "never", "no",
    "not",
    "prefers", "should", "skip", "stop", "supports", "was",
  ]

  /// `uploadInProgress` is `upload`, `in`, `progress`.
  static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in key {
      let letter = letter(character)
      if letter?.isUppercase != false, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if let letter { word += letter.lowercased }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Most keys are ASCII, for which nothing is looked up in the tables of Unicode. `nil` for what is no letter.
  private static func letter(_ character: Character) -> (isUppercase: Bool, lowercased: String)? {
    guard let byte = character.asciiValue else {
      return character.isLetter ? (character.isUppercase, character.lowercased()) : nil
    }
    let isUppercase = (0x41...0x5A).contains(byte)
    guard isUppercase || (0x61...0x7A).contains(byte) else { return nil }
    return (isUppercase, String(Unicode.Scalar(byte | 0x20)))
  }
}
