import FluxtapeHistory
import FluxtapeReports
import Foundation

extension WriteReport {
  /// Pages that are written of one folder at most. Of a hundred red tests few have a cause of their own.
  static let mostPages = 20

  /// Writes pages about what a folder holds, and one that lists it all.
  func writeFolder() throws {
    guard beside == nil else {
      throw UsageError(message: "--beside is for one run; red runs of a folder are shown beside its green ones")
    }
    do { try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true) } catch {
      throw UsageError(message: "\(output): cannot be made: \(error.localizedDescription)")
    }
    let folder = output.hasSuffix("/") ? output : output + "/"
    let checklist = try checklist()
    let listing = try RunListing(folders: logs, checklist: checklist)
    if !listing.entries.isEmpty { try checklist.check(amongStores: listing.stores) }
    let wanted = listing.pairs
    var pages: [String: String] = [:]
    for (place, pair) in wanted.prefix(Self.mostPages).enumerated() {
      guard let log = pair.run.paths.first else { continue }
      let name = folder == "./" ? "" : folder
      let path = name + (place == 0 ? "report.html" : "report-\(place + 1).html")
      try writePage(about: checked(pair.run, checklist), beside: try pair.beside.map { try checked($0, Checklist()) }, to: path)
      pages[log] = path
    }
    if wanted.count > Self.mostPages {
      StandardOutput.tell("fluxtape: \(output): pages for \(Self.mostPages) of \(wanted.count) runs; the index names the others' logs")
    }
    let index = folder == "./" ? "" : folder
    try OutputFile.write(RunIndexPage(listing, in: index, pages: pages).html, to: index + "index.html")
    for problem in listing.unreadable { StandardOutput.tell("fluxtape: left out: \(problem)") }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }

  /// Whether a path is for a folder and not for a page.
  static func isFolder(_ path: String) -> Bool {
    LogFolder.isFolder(path) || path.hasSuffix("/") || !path.split(separator: "/").suffix(1).joined().contains(".")
  }

  private func checked(_ entry: RunListing.Entry, _ checklist: Checklist) throws -> CheckedRun {
    let runs = try History.open(entry.paths, depth: .thorough, threads: 2)
    let place = (entry.number ?? 1) - 1
    guard runs.indices.contains(place) else { throw UsageError(message: "\(entry.paths.first ?? ""): changed while it was read") }
    let run = runs[place]
    var progress = Progress("checking")
    defer { progress.end() }
    let findings = try run.check(checklist) { done, total in
      progress.show(done, of: total)
      return true
    }
    return CheckedRun(run, log: entry.paths.first ?? "", findings: findings)
  }
}

extension RunListing {
  /// The runs to write about: the first red one of each test beside its last green one; every red run that is of no test; if nothing is
  /// red, all.
  fileprivate var pairs: [(run: Entry, beside: Entry?)] {
    let pairs = groups.flatMap { group -> [(run: Entry, beside: Entry?)] in
      group.test == nil ? group.red.map { ($0, nil) } : group.red.prefix(1).map { ($0, group.green.last) }
    }
    return pairs.isEmpty ? entries.map { ($0, nil) } : pairs
  }
}
