extension InteropError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .notJSON(let error, nil): "this looks like a Redux DevTools export, but is not JSON: \(error)"
    case .notJSON(let error, let member?): "this looks like a Redux DevTools export, but the text in '\(member)' is not JSON: \(error)"
    case .unknownForm:
      "this looks like a Redux DevTools export, but holds neither actions nor 'actionsById': export it again from the tool's menu"
    }
  }
}
