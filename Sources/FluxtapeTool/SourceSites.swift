import FluxtapeReports
import Foundation

/// Finds the files of a checkout for a log's `site`s, such as `Shop/CartView.swift:42`: a module and a file in it.
struct SourceSites {
  /// The paths relative to the checkout's root, by file name.
  private var paths: [String: [String]] = [:]

  /// In a checkout with more files, no place is found.
  private static let mostFiles = 200_000
  private static let skipped: Set<String> = ["DerivedData", "Pods", "node_modules"]

  /// - Parameter root: The checkout; by default the one that CI names, or the current folder.
  init(root: String? = nil) {
    let root = root ?? ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? FileManager.default.currentDirectoryPath
    guard let walk = FileManager.default.enumerator(atPath: root) else { return }
    var count = 0
    while let path = walk.nextObject() as? String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      // Skip hidden folders: builds, copies of the checkout, files of other tools.
      if name.hasPrefix(".") || Self.skipped.contains(name) { walk.skipDescendants() }
      guard name.hasSuffix(".swift") else { continue }
      paths[name, default: []].append(path)
      count += 1
      guard count < Self.mostFiles else {
        paths = [:]
        return
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
    return AnnotationReport.Place(file: file, line: line)
  }
}
