/// Passwords among the arguments of well-known commands that have short options for them: `mysql -px`, `docker login -p x`, `curl -u a:x`.
enum SecretCommands {
  static func finds(in bytes: [UInt8]) -> [SecretFind] {
    let words = bytes.split { $0 <= 0x20 }
    guard words.count > 1 else { return [] }
    var finds: [SecretFind] = []
    /// What was called so far, with what it is asked to do: `docker`, `login`.
    var names: Set<String> = []
    for (place, word) in words.enumerated() {
      guard word.first == UInt8(ascii: "-"), !names.isEmpty else {
        let name = String(decoding: word.suffix(while: { $0 != UInt8(ascii: "/") }), as: UTF8.self)
        if known.contains(name) { names.insert(name) }
        continue
      }
      let option = String(decoding: word, as: UTF8.self)
      let next = place + 1 < words.count ? words[place + 1] : []
      var range: Range<Int>?
      if word.count > 2, option.hasPrefix("-p"), !names.isDisjoint(with: glued) {
        range = word.startIndex + 2..<word.endIndex
      } else if option == "-p" && !names.isDisjoint(with: apart) || option == "-a" && names.contains("redis-cli") {
        range = next.startIndex..<next.endIndex
      } else if ["-u", "--user", "--proxy-user", "-U"].contains(option), !names.isDisjoint(with: users) {
        range = next.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1..<next.endIndex }
      }
      if let range = range.map({ withoutQuotes($0, in: bytes) }), range.count > 1 {
        finds.append(SecretFind(.named, range, style: .glued, key: "password"))
      }
    }
    return finds
  }

  private static let glued: Set<String> = ["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump", "sshpass"]
  private static let apart: Set<String> = ["login", "altool", "sshpass", "notarytool", "mongo", "mongosh", "mongodump", "mosquitto_pub"]
  private static let users: Set<String> = ["curl", "wget", "http", "smbclient"]
  private static let known = glued.union(apart).union(users).union(["redis-cli"])

  private static func withoutQuotes(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let inner = bytes[range].drop(while: PrintedValue.isQuoteOrSpace)
    return inner.startIndex..<(inner.lastIndex { !PrintedValue.isQuoteOrSpace($0) }.map { $0 + 1 } ?? inner.startIndex)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func suffix(while isInside: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    lastIndex { !isInside($0) }.map { self[($0 + 1)...] } ?? self
  }
}
