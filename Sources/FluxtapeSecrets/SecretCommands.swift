import FluxtapeLog

/// Detects passwords among the arguments of well-known commands with short options for them: `mysql -px`, `docker login -p x`, `curl -u
/// a:x`, `htpasswd -b file a x`.
enum SecretCommands {
  static func finds(in bytes: [UInt8]) -> [SecretFind] {
    let words = bytes.split { $0 <= 0x20 }
    guard words.count > 1 else { return [] }
    var finds: [SecretFind] = []
    /// The password options of the commands so far: `docker`, `login`.
    var called: Set<Option> = []
    for (place, word) in words.enumerated() {
      guard word.first == UInt8(ascii: "-"), !called.isEmpty else {
        let start = word.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? word.startIndex
        let name = String(decoding: word[start...], as: UTF8.self)
        for option in Option.allCases where option.commands.contains(name) { called.insert(option) }
        if name == "htpasswd", let range = fileArgument(words[(place + 1)...]) {
          finds.append(SecretFind(.named, range, style: .glued, key: "password"))
        }
        continue
      }
      let option = String(decoding: word, as: UTF8.self)
      let next = place + 1 < words.count ? words[place + 1] : []
      var range: Range<Int>?
      if word.count > 2, option.hasPrefix("-p"), called.contains(.glued) {
        range = word.startIndex + 2..<word.endIndex
      } else if option == "-p" && called.contains(.apart) || option == "-a" && called.contains(.auth) {
        range = next.startIndex..<next.endIndex
      } else if ["-u", "--user", "--proxy-user", "-U"].contains(option), called.contains(.user) {
        range = next.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1..<next.endIndex }
      }
      if let range = range.map({ withoutQuotes($0, in: bytes) }), range.count > 1 {
        finds.append(SecretFind(.named, range, style: .glued, key: "password"))
      }
    }
    return finds
  }

  private enum Option: CaseIterable {
    /// `-pSECRET`
    case glued
    /// `-p SECRET`
    case apart
    /// `-u NAME:SECRET`
    case user
    /// `-a SECRET`
    case auth

    var commands: [String] {
      switch self {
      case .glued: ["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump", "sshpass"]
      case .apart:
        [
          "login", "altool", "sshpass", "notarytool", "mongo", "mongosh", "mongodump", "mosquitto_pub", "unlock-keychain",
          "create-keychain",
        ]
      case .user: ["curl", "wget", "http", "smbclient"]
      case .auth: ["redis-cli"]
      }
    }
  }

  /// The last argument of `htpasswd -b FILE NAME SECRET` or `htpasswd -nb NAME SECRET`.
  private static func fileArgument(_ words: ArraySlice<ArraySlice<UInt8>>) -> Range<Int>? {
    let options = words.prefix { $0.first == UInt8(ascii: "-") }
    let letters = options.joined()
    // `-C` has an argument, the cost.
    let place = options.endIndex + (letters.contains(UInt8(ascii: "n")) ? 1 : 2) + (letters.contains(UInt8(ascii: "C")) ? 1 : 0)
    guard letters.contains(UInt8(ascii: "b")), place < words.endIndex else { return nil }
    return words[place].startIndex..<words[place].endIndex
  }

  private static func withoutQuotes(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let start = min(bytes.end(of: .quotesAndBlanks, from: range.lowerBound), range.upperBound)
    return start..<bytes.start(of: .quotesAndBlanks, before: range.upperBound, from: start)
  }
}
