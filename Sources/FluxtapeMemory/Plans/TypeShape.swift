import FluxtapeCoding
import FluxtapeJSON

/// A type with a form of its own in a log that is made of parts, or is none by itself. Of all others that have one, values are leaves.
protocol ShapedForm {
  static var shape: TypePlan.Shape { get }
}

extension Optional: ShapedForm {
  static var shape: TypePlan.Shape { .optional(OptionalAt<Wrapped>()) }
}

extension Array: ShapedForm {
  static var shape: TypePlan.Shape { .list(ArrayAt<Element>()) }
}

extension Dictionary: ShapedForm {
  static var shape: TypePlan.Shape { .dictionary(DictionaryAt<Key, Value>()) }
}

extension Set: ShapedForm {
  static var shape: TypePlan.Shape { .whole }
}

extension KeyValuePairs: ShapedForm {
  static var shape: TypePlan.Shape { .whole }
}

extension JSONValue: ShapedForm {
  static var shape: TypePlan.Shape { .whole }
}

extension JSONObject: ShapedForm {
  static var shape: TypePlan.Shape { .whole }
}

extension AnyHashable: ShapedForm {
  static var shape: TypePlan.Shape { .dynamic }
}
