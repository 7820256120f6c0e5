public import FluxtapeDocuments
public import FluxtapeJSON
public import FluxtapeLog
public import FluxtapeLogReading

/// Something in a run that a person should look at.
public struct Finding: Hashable, Sendable {
  /// What was found. Indirect, as a log may have a finding for each line, most of them of kinds without contents.
  public indirect enum Kind: Hashable, Sendable {
    /// An action was rejected, or its reducer threw.
    case failure(RecordedError?)
    /// A mark of the level `error`.
    case errorMark
    /// A mark in which a recorder tells of a problem with its own work.
    case recorded(RecordedProblem)
    /// The log broke off in this action, which had led to itself so often; 0 for one that is no loop.
    case inFlight(rounds: Int)
    /// Asynchronous work that had not ended when the log did.
    case pending
    /// Records are lost, or steps left out.
    case missing
    /// A line that is not a record, and why. In a file of another tool also so many lines of other programs; the row is the first.
    case badLine(LogError?, others: Int = 0)
    /// An object of the row's line has this key twice; the last one counts.
    case repeatedKey(String)
    /// A step that stands further up already.
    case repeatedStep
    /// Times are earlier than those of steps before them, by so many microseconds at most, and at so many steps. The row is the first.
    case timeWentBack(by: Int, count: Int)
    /// A step names itself, or a later one, as its cause.
    case wrongCause(StepNumber)
    /// The patch does not fit the state before it.
    case patchFailed(JSONPatchError)
    /// There is a patch, and no state that it would change.
    case patchWithoutState
    /// The patch leads to another state than the snapshot beside it, which differs at these places.
    case patchUnlikeSnapshot([JSONPointer])
    /// A flag that looks like *loading*, true at the end of the log. The row is that of the action that set it.
    case flagLeftOn
    /// An action that led to itself again, by way of other stores, this often and fast. Proof: the same action a round before, and the first
    /// one of another store that it led to.
    case feedbackLoop(rounds: Int)
    /// A rule that does not hold.
    case broken(CheckRule)
    /// The log ends before it is known whether the rule holds.
    case undecided(CheckRule)
    /// Rows at which the log does not tell whether the rule holds, as states are not certain there. The row is the first of them.
    case uncertain(CheckRule, UndecidedRows)
    /// A rule that speaks of something which is nowhere in the logs.
    case unseen(CheckRule, CheckRule.Unseen)
    /// What looks like a secret stands in the log, at this place and so often there. The excerpt is what is around it in a text, without it.
    case secret(SecretSign, path: String, excerpt: String?, count: Int)
    /// A last line that broke off, with something lost: the app died, or its disk was full. See ``HistoryRow/brokenOff``.
    case tornEnd
    /// The recorder was not closed in an orderly way.
    case noEnd
    /// Earlier segments of the run were not kept.
    case dropped(steps: Int)
    case suspicion(Suspicion)
    /// So many of a store's states are not in the log, for the reason that the log gives: `sampled`, `limit`. The row is the first.
    case omittedStates(store: String, reason: String, count: Int, of: Int)
    /// So many values in the last states are opaque: the log has their types, and not what they hold.
    case opaqueValues(count: Int)
  }

  /// A value that has to do with it, before and after the row.
  public struct Value: Hashable, Sendable {
    /// As a query writes it: `cart.total`, `payload.sku`.
    public let path: String
    /// `nil` where there was none, or it is not known.
    public let old: JSONValue?
    /// `nil` where there is none, or it is not known.
    public let new: JSONValue?

    package init(path: String, old: JSONValue?, new: JSONValue?) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// What became of that which a broken rule says must follow.
  public enum Answer: Hashable, Sendable {
    /// It came when the limit had passed.
    case late(row: Int)
    /// It did not come. The limit passed, or the log ended, with this row.
    case none(lastRow: Int)
  }

  /// What was found.
  public let kind: Kind
  /// Where; `nil` for what is about the whole run.
  public let row: Int?
  /// Whether it is told and is no reason to fail.
  public let isNote: Bool
  /// What has to do with it, at most ``maximumValues``.
  public let values: [Value]
  /// Of a rule `after A, B`, what became of B.
  public let answer: Answer?
  /// Whose doing it is, where that need not be the row's: the row only shows it.
  public let origin: ValueOrigin?

  /// The rows that prove it, beside its own: see ``Suspicion`` and ``Kind/feedbackLoop(rounds:)``; of an error mark, the row that wrote the
  /// value which its text names.
  public let proof: [Int]
  /// The address of a row in another run that proves it: `other.jsonl:12`.
  public let elsewhere: String?

  /// Values beyond these are left out of a finding.
  public static let maximumValues = 8

  package init(
    _ kind: Kind, row: Int?, isNote: Bool = false, values: [Value] = [], answer: Answer? = nil, origin: ValueOrigin? = nil,
    proof: [Int] = [], elsewhere: String? = nil
  ) {
    self.kind = kind
    self.row = row
    self.isNote = isNote
    self.answer = answer
    self.origin = origin
    self.proof = proof
    self.elsewhere = elsewhere
    self.values = Array(values.prefix(Self.maximumValues))
  }
}

extension Finding.Kind {
  /// The rule that the finding comes from; `nil` if it comes from none.
  public var rule: CheckRule? {
    switch self {
    case .broken(let rule), .undecided(let rule), .uncertain(let rule, _), .unseen(let rule, _): rule
    case .failure, .errorMark, .recorded, .inFlight, .pending, .missing, .badLine, .repeatedStep, .timeWentBack, .wrongCause, .repeatedKey,
      .patchFailed, .patchWithoutState, .patchUnlikeSnapshot, .flagLeftOn, .feedbackLoop, .secret, .tornEnd, .noEnd, .dropped, .suspicion,
      .omittedStates, .opaqueValues:
      nil
    }
  }
}

/// Why a value looks like a secret.
public enum SecretSign: String, Hashable, Sendable {
  /// It stands under a key such as `password`.
  case key
  /// It stands in a text behind the name of a secret: `token=…`.
  case text
  /// A JSON Web Token.
  case webToken
  /// Credentials behind `Bearer` or `Basic`.
  case bearer
  /// A private key in PEM form.
  case privateKey
  /// A password in a URL.
  case userInformation
  /// A key of a well-known service, by how it begins.
  case serviceKey
  /// The number of a payment card.
  case cardNumber
}
