/// What the samples that search for repositories find.
public struct Repository: Codable, Equatable, Sendable {
  public let id: Int
  public let name: String
  public let language: String

  /// Six for each query, of three languages.
  public static func matching(_ query: String, language: String? = nil) -> [Repository] {
    let all = ["Swift", "C++", "Swift", "日本語", "C++", "Swift"].enumerated().map { place, language in
      Repository(id: place + 1, name: "\(query)-\(["kit", "bench", "ui", "辞書", "io", "lint"][place])", language: language)
    }
    return all.filter { language == nil || $0.language == language }
  }
}
