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
      if character.isUppercase || !character.isLetter, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
    }
    return word.isEmpty ? words : words + [word]
  }
}
