import FluxtapeCoding
import FluxtapeJSON

/// A type whose built-in encoding has parts or is written as a whole. Values of all other types with a built-in encoding are leaves.
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
