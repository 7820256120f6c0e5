import FluxtapeJSON

#if canImport(FoundationEssentials)
  // Without the rest of Foundation a program starts faster, and nothing else of it is needed.
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: OwnForm {
  /// RFC 3339 in UTC, see ``DateText``. A date that it has no text for is the seconds since 2001, as `Date` encodes itself.
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    let seconds = timeIntervalSinceReferenceDate
    return DateText.text(secondsSince2001: seconds).map { .string($0) } ?? .float(seconds)
  }

  static var form: ValueForm { InstantForm(Self.self, \.timeIntervalSinceReferenceDate) }
}

extension Data: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(base64EncodedString()) }

  static var form: ValueForm { TextForm(Self.self) { $0.base64EncodedString() } }
}

extension URL: OwnForm {
  /// What the URL leads to. That it was given as a path relative to a base is lost.
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(absoluteString) }

  static var form: ValueForm { TextForm(Self.self, \.absoluteString) }
}

extension UUID: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(uuidString) }

  static var form: ValueForm { IdentifierForm(Self.self, \.uuid) }
}

extension Decimal: OwnForm {
  /// A number with all its digits.
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    isNaN ? TaggedValue.float(.nan).json : .number(JSONNumber(validatedText: description))
  }
}
