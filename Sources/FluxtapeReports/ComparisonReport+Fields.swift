import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

// Which fields differ, as between two versions of an app.
extension ComparisonReport {
  var fieldTable: Table {
    var table = Table([.init("of"), .init("field"), .init("change")])
    for field in comparison.fields { table.append([Self.owner(field.whole), Self.path(field.path), Self.words(field.change)]) }
    return table
  }

  /// Stands above everything else.
  var fieldLines: [String] {
    comparison.fields.isEmpty ? [] : [Self.fieldHeading + ":"] + fieldTable.textRows.map { "  " + $0 } + [""]
  }

  var fieldMarkdown: [String] { comparison.fields.isEmpty ? [] : [Self.fieldHeading + ":", ""] + fieldTable.markdown + [""] }

  private static let fieldHeading = "fields differ, and are not compared below"

  var fieldObjects: [JSONObject] {
    comparison.fields.map { field in
      var object = JSONObject(members: ["kind": "field", "path": Self.path(field.path)])
      switch field.whole {
      case .state(let store): object["store"] = .string(store)
      case .payload(let type): object["type"] = .string(type)
      }
      switch field.change {
      case .renamed(let path, let hasSameValues):
        object = object.adding(["change": "renamed", "to": Self.path(path), "equalValues": hasSameValues])
      case .added(let kind): object = object.adding(["change": "added", "second": kind])
      case .gone(let kind): object = object.adding(["change": "gone", "first": kind])
      case .retyped(let old, let new): object = object.adding(["change": "type", "first": old, "second": new])
      }
      return object
    }
  }

  private static func owner(_ whole: FieldChange.Whole) -> String {
    switch whole {
    case .state(let store): store
    case .payload(let type): "payload of \(type)"
    }
  }

  private static func path(_ path: [String]) -> String {
    path.reduce(into: "") { $0 += $1 == FieldChange.anyKey ? "[*]" : ".\($1)" }
  }

  private static func words(_ change: FieldChange.Change) -> String {
    switch change {
    case .renamed(let path, true): "renamed to \(self.path(path)), by its equal values"
    case .renamed(let path, false): "perhaps renamed to \(self.path(path)), a similar name"
    case .added(let kind): "added" + (kind.isEmpty ? "" : ": \(kind)")
    case .gone(let kind): "gone" + (kind.isEmpty ? "" : ": was \(kind)")
    case .retyped(let old, let new): "\(old), now \(new)"
    }
  }
}
