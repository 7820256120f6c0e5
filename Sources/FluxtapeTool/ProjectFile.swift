import FluxtapeDocuments
import FluxtapeJSON
import Foundation

/// What a project keeps for this program: the file `.fluxtape.json` in the current folder, or in the nearest folder above that has one.
struct ProjectFile {
  static let name = ".fluxtape.json"

  let path: String
  private let members: JSONObject

  /// - Returns: Nil if no folder has the file.
  /// - Throws: ``UsageError`` if it is not a JSON object.
  init?() throws(UsageError) {
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(Self.name).path) {
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
    path = folder.appendingPathComponent(Self.name).path
    let text = try TextFile.read(path)
    do { members = try JSONValue(parsing: text).object ?? [:] } catch { throw UsageError(message: "\(path): not JSON: \(error)") }
  }

  /// The form with a name, of the section `forms`: `{"forms": {"workflows": {"type": ".eventType", "time": ".eventTime"}}}`.
  ///
  /// - Throws: ``UsageError`` if there is none, or if it has values that are not texts.
  func form(_ name: String) throws(UsageError) -> [String: String] {
    let forms = members["forms"]?.object ?? [:]
    guard let form = forms[name]?.object else {
      let names = forms.isEmpty ? "it has no forms" : "its forms are \(forms.map(\.key).joined(separator: ", "))"
      throw UsageError(message: "\(path): there is no form '\(name)'; \(names)")
    }
    if let member = form.first(where: { $0.value.string == nil }) {
      throw UsageError(message: "\(path): form '\(name)': '\(member.key)' has to be a text, as in \"type\": \".eventType\"")
    }
    return Dictionary(form.map { ($0.key, $0.value.string ?? "") }) { $1 }
  }
}
