public import Diagnostics
internal import YAMLTree

extension Rule {
  /// A key that is not allowed at this place.
  public static let unknownKey = Rule("unknown-key")
  /// A key that occurs twice in the same mapping.
  public static let duplicateKey = Rule("duplicate-key")
  /// A required key is missing.
  public static let missingKey = Rule("missing-key")
  /// A value of the wrong kind, such as a list instead of a text.
  public static let wrongKind = Rule("wrong-kind")
  /// A text that the key does not allow.
  public static let wrongValue = Rule("wrong-value")
  /// Two keys that exclude each other.
  public static let keysExclude = Rule("keys-exclude")
  /// An empty file.
  public static let emptyFile = Rule("empty-file")
  /// A file that the system cannot read.
  public static let unreadableFile = Rule("unreadable-file")
  /// A flow file whose name does not match the flow.
  public static let fileName = Rule("file-name")
  /// Two sections, steps or rows with the same id.
  public static let duplicateID = Rule("duplicate-id")
  /// Two flows with the same id or alias.
  public static let duplicateFlow = Rule("duplicate-flow")
  /// A target that is not in the flow and not a word of the language.
  public static let unknownTarget = Rule("unknown-target")
  /// A `goto` or `call` to a flow that is not among the files.
  public static let unknownFlow = Rule("unknown-flow")
  /// An `error` target for which there is no flow.
  public static let unknownErrorFlow = Rule("unknown-error-flow")
  /// A condition on a fact, or a change of a fact, that is not declared.
  public static let unknownFact = Rule("unknown-fact")
  /// An input that the step does not have, or a parameter that the called flow does not declare.
  public static let unknownInput = Rule("unknown-input")
  /// A value that a text shows and that is not there on every way to it.
  public static let unknownValue = Rule("unknown-value")
  /// A result that the flow does not declare.
  public static let unknownResult = Rule("unknown-result")
  /// A fact that two flows declare with different values.
  public static let factsDiffer = Rule("facts-differ")
  /// A folder without flow files.
  public static let noFlows = Rule("no-flows")
  /// An entry of a binding whose row the document does not have any more.
  public static let boundRowGone = Rule("bound-row-gone")
  /// An entry of a binding whose row has another id or other words by now.
  public static let boundRowChanged = Rule("bound-row-changed")
  /// A text of the app that a language lacks.
  public static let textMissing = Rule("text-missing")
  /// A translation that is older than the words that it translates.
  public static let textOlder = Rule("text-older")
  /// A translation of something that the flows do not have.
  public static let textUnknown = Rule("text-unknown")
  /// A translation that shows other values than the words that it translates.
  public static let textValues = Rule("text-values")
}

extension Rule {
  /// The rules of the loader. All are errors: they prevent a catalogue.
  public static let ofReading: [Rule] = [
    .unreadableFile, .noFlows, .fileTooLarge, .invalidUTF8, .invalidYAML, .emptyFile,
    .severalDocuments, .aliasNotAllowed, .anchorNotAllowed, .tagNotAllowed, .nestedTooDeep,
    .unknownKey, .duplicateKey, .missingKey, .wrongKind, .wrongValue, .keysExclude, .fileName,
    .duplicateID, .duplicateFlow, .unknownTarget, .unknownFlow, .unknownErrorFlow, .unknownFact,
    .unknownInput, .unknownValue, .unknownResult, .factsDiffer,
  ]

  /// The rules about bindings of documents that have changed.
  public static let ofBindings: [Rule] = [.boundRowGone, .boundRowChanged]

  /// The rules about texts in other languages.
  public static let ofTexts: [Rule] = [.textMissing, .textOlder, .textUnknown, .textValues]

  /// The rules about steps and flows that do not exist.
  public static let ofMissingTargets: Set<Rule> = [.unknownTarget, .unknownFlow, .unknownErrorFlow]
}
