import FluxtapeHistory

extension InteropError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .notJSON(let form, let error, nil): "this looks like \(form.name), but is not JSON: \(error)"
    case .notJSON(let form, let error, let member?):
      "this looks like \(form.name), but the text in '\(member)' is not JSON: \(error)"
    case .unknownForm:
      "this looks like a Redux DevTools export, but holds neither actions nor 'actionsById': export it again from the tool's menu, or name "
        + "the type of each event, as in --type .eventType"
    case .noRecord(let form): "this looks like \(form.name), but has no record of it; is it the right file?"
    case .declaration(let why): why
    case .notDeclared(let option, let path, let keys):
      "nothing in it has the member '\(path)' that --\(option) names; "
        + (keys.isEmpty ? "it has no JSON objects" : "the first object has \(QueryError.listed(keys, nearestTo: path))")
    }
  }
}
