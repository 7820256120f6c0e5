import FluxtapeHistory
import FluxtapeJSON

extension Query {
  /// The parsed query, with every combination in parentheses.
  var outline: String { condition.outline }
}

extension Condition {
  var outline: String {
    switch self {
    case .all(let conditions): "(" + conditions.map(\.outline).joined(separator: " and ") + ")"
    case .any(let conditions): "(" + conditions.map(\.outline).joined(separator: " or ") + ")"
    case .not(let condition): "not " + condition.outline
    case .store(let pattern): "store \(pattern.outline)"
    case .type(let pattern): "type \(pattern.outline)"
    case .trace(let pattern): "trace \(pattern.outline)"
    case .trait(let trait): "is \(trait.rawValue)"
    case .step(let range): "seq \(range.lowerBound)…\(range.upperBound == .max ? "" : String(range.upperBound))"
    case .cause(let step): "cause \(step)"
    case .chain(let step): "chain \(step)"
    case .clock(let relation, let clock): "clock \(relation.rawValue) \(clock)"
    case .field(let field, let relation, let value): "\(field.rawValue) \(relation.rawValue) \(value)"
    case .text(let pattern): "text \(pattern.outline)"
    case .stateText(let pattern): "state text \(pattern.outline)"
    case .changed(let path): "changed \(path.outline)"
    case .comparison(let left, let relation, let right): "\(left.outline) \(relation.rawValue) \(right.outline)"
    case .matches(let operand, let pattern): "\(operand.outline) ~ \(pattern.outline)"
    }
  }
}

extension Operand {
  fileprivate var outline: String {
    switch self {
    case .literal(let value): value.text
    case .value(let source, let path): source.outline + path.outline
    case .measure(let measure, let source, let path): "\(measure.name)(\(source.outline)\(path.outline)\(measure.members))"
    case .delta(let path): "delta(\(path.outline))"
    case .arithmetic(let left, let operation, let right): "(\(left.outline) \(operation.rawValue) \(right.outline))"
    }
  }
}

extension ValueSource {
  fileprivate var outline: String {
    switch self {
    case .after: ""
    case .before: "before "
    case .payload: "payload "
    }
  }
}

extension NamePattern {
  fileprivate var outline: String {
    switch self {
    case .exactly(let name): "'\(name)'"
    case .glob(let pattern): "glob '\(String(pattern))'"
    case .expression(let pattern): pattern.outline
    }
  }
}

extension TextPattern {
  fileprivate var outline: String {
    switch kind {
    case .literal(let text): "'\(text.text)'"
    case .expression(let expression): "/\(expression.pattern)/"
    }
  }
}

extension PathPattern {
  fileprivate var outline: String { (store.map { "<\($0)>" } ?? "") + "|" + parts.map(\.outline).joined(separator: "|") }
}

extension PathPattern.Part {
  fileprivate var outline: String {
    switch self {
    case .every: "*"
    case .one(.member(let key)): key
    case .one(.element(let index)): "#\(index)"
    case .one(.elementWith(let key, let value)): "\(key)=\(value.text)"
    case .one(.token(let token)): "/\(token)"
    }
  }
}

extension Measure {
  fileprivate var name: String {
    switch self {
    case .length: "len"
    case .sum: "sum"
    case .duplicates: "duplicates"
    case .descents: "descents"
    case .ascents: "ascents"
    }
  }

  fileprivate var members: String {
    if case .sum(let members) = self, !members.isEmpty { ", " + members.joined(separator: " * ") } else { "" }
  }
}
