import FluxtapeHistory
import FluxtapeReports
import Foundation

/// Finds the files of a checkout for a log's `site`s, such as `Shop/CartView.swift:42`: a module and a file in it.
struct SourceSites {
  private let root: String
  /// The paths relative to the checkout's root, by file name.
  private var paths: [String: [String]] = [:]

  /// In a checkout with more files, no place is found.
  private static let mostFiles = 200_000
  private static let skipped: Set<String> = ["DerivedData", "Pods", "node_modules"]

  /// - Parameter root: The checkout; by default the one that `FLUXTAPE_SOURCES` or CI names, or the current folder.
  init(root: String? = nil) {
    let named = ["FLUXTAPE_SOURCES", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"].lazy.compactMap(Environment.value).first
    let root = root ?? named ?? FileManager.default.currentDirectoryPath
    self.root = root
    var count = 0
    var folders = [""]
    while let folder = folders.popLast() {
      // Skip hidden folders: builds, copies of the checkout, files of other tools.
      for name in LogFolder.names(in: root + "/" + folder) ?? [] where !name.hasPrefix(".") && !Self.skipped.contains(name) {
        let path = folder + name
        guard name.hasSuffix(".swift") else {
          if LogFolder.isOwnFolder(root + "/" + path) { folders.append(path + "/") }
          continue
        }
        paths[name, default: []].append(path)
        count += 1
        guard count < Self.mostFiles else {
          paths = [:]
          return
        }
      }
    }
  }

  /// Returns the place of a site, if its file name is unique in folders with the module's name, or anywhere.
  func place(of site: String) -> AnnotationReport.Place? {
    guard let colon = site.lastIndex(of: ":"), let line = Int(site[site.index(after: colon)...]), line > 0 else { return nil }
    let parts = site[..<colon].split(separator: "/").map(String.init)
    guard let name = parts.last, let candidates = paths[name] else { return nil }
    let inModule = candidates.filter { path in
      parts.first.map { module in parts.count > 1 && path.split(separator: "/").dropLast().contains { $0 == module } } ?? false
    }
    let likely = inModule.isEmpty ? candidates : inModule
    guard let file = likely.first, likely.count == 1 else { return nil }
    return (file, line)
  }

  /// The lines around a site, with likely secrets redacted; `nil` if the place is unknown or its file has no such line.
  func source(around site: String) -> PageReport.Source? {
    guard let place = place(of: site), let text = try? TextFile.read(root + "/" + place.file) else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(place.line - 1) else { return nil }
    let range = max(0, place.line - 1 - Self.linesAround)..<min(lines.count, place.line + Self.linesAround)
    let redaction = LogRedaction()
    let shown = lines[range].map { redaction.redacted(String($0.prefix(Self.longestLine))) }
    return (first: range.lowerBound + 1, line: place.line, lines: shown)
  }

  private static let linesAround = 3
  private static let longestLine = 200
}
