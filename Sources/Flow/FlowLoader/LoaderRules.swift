public import Diagnostics
internal import YAMLTree

extension Rule {
  public static let unknownKey = Rule("unknown-key")
  public static let duplicateKey = Rule("duplicate-key")
  public static let missingKey = Rule("missing-key")
  public static let wrongKind = Rule("wrong-kind")
  public static let wrongValue = Rule("wrong-value")
  public static let keysExclude = Rule("keys-exclude")
  public static let emptyFile = Rule("empty-file")
  public static let unreadableFile = Rule("unreadable-file")
  public static let fileName = Rule("file-name")
  public static let duplicateID = Rule("duplicate-id")
  public static let duplicateFlow = Rule("duplicate-flow")
  public static let unknownTarget = Rule("unknown-target")
  public static let unknownFlow = Rule("unknown-flow")
  public static let unknownErrorFlow = Rule("unknown-error-flow")
  public static let unknownFact = Rule("unknown-fact")
  public static let unknownInput = Rule("unknown-input")
  public static let unknownResult = Rule("unknown-result")
  public static let factsDiffer = Rule("facts-differ")
  public static let noFlows = Rule("no-flows")
}

extension Rule {
  /// The rules of reading: what keeps files from becoming a catalogue. All are errors.
  public static let ofReading: [Rule] = [
    .unreadableFile, .noFlows, .fileTooLarge, .invalidUTF8, .invalidYAML, .emptyFile,
    .severalDocuments, .aliasNotAllowed, .anchorNotAllowed, .tagNotAllowed, .nestedTooDeep,
    .unknownKey, .duplicateKey, .missingKey, .wrongKind, .wrongValue, .keysExclude, .fileName,
    .duplicateID, .duplicateFlow, .unknownTarget, .unknownFlow, .unknownErrorFlow, .unknownFact,
    .unknownInput, .unknownResult, .factsDiffer,
  ]

  /// After these there is no whole tree to read on from.
  static let endingReading: Set<Rule> = [
    .fileTooLarge, .invalidUTF8, .invalidYAML, .nestedTooDeep, .aliasNotAllowed,
  ]
}
