import Foundation

/// The package of an app, built with and without Fluxtape. Each variant is built when a row first needs it.
final class ClientPackage {
  struct Source: Sendable {
    /// The checkout of Fluxtape that the client depends on.
    let package: String
    /// How many times each variant is built.
    let builds: Int

    /// The last commit with a recorder that read the memory layout of types: what it cost is the baseline of builds.
    static let earlierCommit = "f44f58aa"
  }

  struct Variant: Hashable, Sendable {
    enum Recording: String {
      case none
      /// As in the README.
      case standard
      /// As in ``Source/earlierCommit``.
      case earlier
    }

    let recording: Recording
    var isRelease = true
    /// Whether the Swift libraries are linked into the program.
    var isStatic = false

    static let none = Variant(recording: .none)
  }

  /// A built variant.
  struct Client {
    let program: Program
    /// The processor time of a clean build, the median of all.
    let buildSeconds: Double
    /// The size of the program without symbols.
    let strippedBytes: Int
    /// The names of the libraries that the program needs.
    let libraries: Set<String>
  }

  private let source: Source
  private let folder: ScratchFolder
  private var clients: [Variant: Client] = [:]

  init(_ source: Source, in folder: ScratchFolder) {
    self.source = source
    self.folder = folder
  }

  func client(_ variant: Variant) throws -> Client {
    if let client = clients[variant] { return client }
    let client = try build(variant)
    clients[variant] = client
    return client
  }
}

// MARK: - Building

extension ClientPackage {
  private func build(_ variant: Variant) throws -> Client {
    guard let swift = Program(named: "swift") else { throw BenchmarkError("swift is not installed") }
    let root = folder.path("client")
    try write(variant, to: root)
    var seconds: [Double] = []
    var builtAt = ""
    for number in 1...source.builds {
      // A new folder each time, so that every file is compiled, including those of dependencies.
      let scratch = "\(root)/.build-\(number)"
      var arguments = ["build", "--package-path", root, "--scratch-path", scratch, "-c", variant.isRelease ? "release" : "debug"]
      if variant.isStatic { arguments.append("--static-swift-stdlib") }
      // Fetching dependencies is not part of a build.
      _ = try swift.processorSeconds(["package", "--package-path", root, "--scratch-path", scratch, "resolve"], output: "\(root)/output")
      seconds.append(try swift.processorSeconds(arguments, output: "\(root)/output"))
      builtAt = "\(scratch)/\(variant.isRelease ? "release" : "debug")/client"
    }
    let stripped = "\(root)/stripped"
    try strip(builtAt, to: stripped)
    return Client(
      program: try Program(at: builtAt), buildSeconds: seconds.median ?? .nan,
      strippedBytes: try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int ?? 0,
      libraries: try libraries(of: builtAt, listIn: "\(root)/libraries"))
  }

  private func write(_ variant: Variant, to root: String) throws {
    try FileManager.default.createDirectory(atPath: "\(root)/Sources/client", withIntermediateDirectories: true)
    let package = variant.recording == .earlier ? try earlierPackage() : source.package
    let manifest = ClientSource.manifest(recording: variant.recording, package: package)
    try manifest.write(toFile: "\(root)/Package.swift", atomically: true, encoding: .utf8)
    try ClientSource.program.write(toFile: "\(root)/Sources/client/main.swift", atomically: true, encoding: .utf8)
  }

  /// The package as it was at ``Source/earlierCommit``.
  private func earlierPackage() throws -> String {
    let earlier = folder.path("fluxtape")
    guard !FileManager.default.fileExists(atPath: earlier) else { return earlier }
    guard let git = Program(named: "git"), let tar = Program(named: "tar") else { throw BenchmarkError("git or tar is not installed") }
    let archive = folder.path("earlier.tar")
    do { try git.run(["-C", source.package, "archive", "-o", archive, Source.earlierCommit]) } catch {
      throw BenchmarkError("'\(source.package)' has no commit \(Source.earlierCommit): name a checkout with the whole history")
    }
    try FileManager.default.createDirectory(atPath: earlier, withIntermediateDirectories: true)
    try tar.run(["-xf", archive, "-C", earlier])
    return earlier
  }

  private func strip(_ path: String, to stripped: String) throws {
    guard let strip = Program(named: "strip") else { throw BenchmarkError("strip is not installed") }
    try strip.run(["-o", stripped, path])
  }

  private func libraries(of path: String, listIn file: String) throws -> Set<String> {
    #if canImport(Darwin)
    let (name, arguments) = ("otool", ["-L", path])
    #else
    let (name, arguments) = ("ldd", [path])
    #endif
    guard let program = Program(named: name) else { throw BenchmarkError("\(name) is not installed") }
    _ = try program.processorSeconds(arguments, output: file)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter { $0.first?.isWhitespace == true }
    return Set(lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) })
  }
}
