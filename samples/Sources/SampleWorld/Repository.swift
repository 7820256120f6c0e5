/// A repository, as the samples with a search find it.
public struct Repository: Codable, Equatable, Sendable {
  public let id: Int
  public let name: String
  public let language: String

  /// Returns six repositories for each query, in three languages.
  public static func matching(_ query: String, language: String? = nil) -> [Repository] {
    let all = ["Swift", "C++", "Swift", "日本語", "C++", "Swift"].enumerated().map { place, language in
      Repository(id: place + 1, name: "\(query)-\(["kit", "bench", "ui", "辞書", "io", "lint"][place])", language: language)
    }
    return all.filter { language == nil || $0.language == language }
  }
}
