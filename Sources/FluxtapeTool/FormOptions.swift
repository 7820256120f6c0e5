import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLocking

/// The form of other tools' logs that the command line declares, for whatever the command opens:
/// `fluxtape list LOG --type .eventType --time .eventTime`, or `--form NAME` for one of the project's file.
struct FormOptions {
  let form: DeclaredForm
  /// The options, for other processes of this program.
  let words: [String]

  private static let inUse = Locked<FormOptions?>(nil)

  static var current: FormOptions? { inUse.withLock { $0 } }

  /// Takes the options out of the words of the command line, and uses them from here on. They may stand before or after the subcommand.
  ///
  /// `--store` and `--state` are also options of subcommands: they belong to the form if it has a type, and a path follows them.
  /// - Throws: ``UsageError`` if they declare no form.
  static func take(from words: inout [String]) throws {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let options = DeclaredForm.keys.map { "--" + $0 } + ["--form"]
    let shared = ["--store", "--state"]
    let isDeclared = words[..<end].contains { word in ["--type", "--form"].contains { word == $0 || word.hasPrefix($0 + "=") } }
    var (values, rest): ([String: String], [String]) = ([:], [])
    var place = 0
    while place < words.count {
      let parts = words[place].split(separator: "=", maxSplits: 1).map(String.init)
      let option = parts.first ?? ""
      let value = parts.count > 1 ? parts[1] : place + 1 < words.count ? words[place + 1] : nil
      guard place < end, options.contains(option), !shared.contains(option) || isDeclared && isPath(value) else {
        rest.append(words[place])
        place += 1
        continue
      }
      guard let value else { throw UsageError(message: "missing value for '\(option)'") }
      values[String(option.dropFirst(2))] = value
      place += parts.count > 1 ? 1 : 2
    }
    guard !values.isEmpty else { return }
    words = rest
    let declared = try FormOptions(values)
    inUse.withLock { $0 = declared }
  }

  private static func isPath(_ text: String?) -> Bool {
    text.map { $0.hasPrefix(".") && $0.count > 1 && (try? StatePath(parsing: $0)) != nil } ?? false
  }

  /// - Parameter values: The options by their names.
  private init(_ values: [String: String]) throws {
    var values = values
    var place = ""
    if let name = values.removeValue(forKey: "form") {
      guard let file = try ProjectFile() else {
        throw UsageError(
          message: "--form \(name): there is no \(ProjectFile.name) in this folder or above it; write one with "
            + #"{"forms": {"\#(name)": {"type": ".eventType"}}}"#)
      }
      values.merge(try file.form(name)) { option, _ in option }
      place = "\(file.path): form '\(name)': "
    }
    do { form = try DeclaredForm(values) } catch { throw UsageError(message: place + "\(error)") }
    words = values.sorted { $0.key < $1.key }.map { "--\($0.key)=\($0.value)" }
  }
}
