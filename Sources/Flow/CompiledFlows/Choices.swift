internal import FlowModel

// The order of the cases in the format. A case that is added or moved changes the layout of the
// file, so older files are refused.

extension Flow.Kind: CodedChoice {
  static let choices = allCases
  var word: String { rawValue }
}

extension Flow.Form: CodedChoice {
  static let choices: [Flow.Form] = [.table, .scenario]
  var word: String {
    switch self {
    case .table: "table"
    case .scenario: "scenario"
    }
  }
}

extension Activity: CodedChoice {
  static let choices = allCases
  var word: String { key }
}

extension Row.Kind: CodedChoice {
  static let choices = allCases
  var word: String { key }
}

extension Target.Kind: CodedChoice {
  static let choices = allCases
  var word: String { traits.word.isEmpty ? traits.phrase : traits.word }
}

extension ChangeRecord.Kind: CodedChoice {
  static let choices: [ChangeRecord.Kind] = [.set, .reset, .count]
  var word: String {
    switch self {
    case .set: "set"
    case .reset: "reset"
    case .count: "count"
    }
  }
}

extension FieldCoder {
  /// A flag that may be unknown.
  mutating func possibility(_ value: inout Bool?, _ name: String) {
    var possibility = Possibility(value)
    choice(&possibility, name)
    value = possibility.value
  }
}

/// `Bool?` as a choice.
enum Possibility: CodedChoice {
  case unknown, no, yes

  init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .unknown }

  var value: Bool? { self == .unknown ? nil : self == .yes }

  static let choices: [Possibility] = [.unknown, .no, .yes]
  var word: String {
    switch self {
    case .unknown: "unknown"
    case .no: "no"
    case .yes: "yes"
    }
  }
}
