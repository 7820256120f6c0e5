import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

// Which fields differ, as between two versions of an app.
extension ComparisonReport {
  var fieldTable: Table {
    var table = Table([.init("of"), .init("field"), .init("change")])
    for field in comparison.fields {
      let owner =
        switch field.whole {
        case .state(let store): store
        case .payload(let type): "payload of \(type)"
        }
      table.append([owner, Self.path(field.path), Self.words(field)])
    }
    return table
  }

  /// Stands above everything else.
  var fieldLines: [String] {
    comparison.fields.isEmpty ? [] : [fieldHeading + ":"] + fieldTable.textRows.map { "  " + $0 } + [""]
  }

  var fieldMarkdown: [String] { comparison.fields.isEmpty ? [] : [fieldHeading + ":", ""] + fieldTable.markdown + [""] }

  private var fieldHeading: String { "fields differ in samples of both runs" }

  var fieldObjects: [JSONObject] {
    comparison.fields.map { field in
      var object = JSONObject(members: [
        "kind": "field", "path": Self.path(field.path), "change": field.change.rawValue, "first": field.kinds.first,
        "second": field.kinds.second, "to": field.newPath.map(Self.path), "equalValues": field.newPath.map { _ in field.hasSameValues },
      ])
      switch field.whole {
      case .state(let store): object["store"] = .string(store)
      case .payload(let type): object["type"] = .string(type)
      }
      return object
    }
  }

  private static func path(_ path: [String]) -> String {
    path.reduce(into: "") { $0 += $1 == FieldChange.anyKey ? "[*]" : ".\($1)" }
  }

  private static func words(_ field: FieldChange) -> String {
    let (name, kinds) = (path(field.newPath ?? []), field.kinds)
    return switch field.change {
    case .renamed: field.hasSameValues ? "renamed to \(name), by its equal values" : "perhaps renamed to \(name), a similar name"
    case .added: "added" + (kinds.second.map { ": \($0)" } ?? "")
    case .gone: "gone" + (kinds.first.map { ": was \($0)" } ?? "")
    case .retyped: "\(kinds.first ?? ""), now \(kinds.second ?? "")"
    }
  }
}
