public import Diagnostics
internal import YAMLTree

/// The settings of a team, from a file `flowrun.yaml`: where its flows are, and how the check
/// treats its findings.
public struct TeamSettings: Equatable, Sendable {
  /// The name of the file.
  public static let fileName = "flowrun.yaml"

  /// The treatment of the findings of a rule.
  public enum Level: Hashable, Sendable {
    /// It does not report them.
    case off
    /// It reports them with this severity.
    case severity(Diagnostic.Severity)

    init?(_ word: String) {
      let severity = Diagnostic.Severity.allCases.first { $0.name == word }
      guard word == "off" || severity != nil else { return nil }
      self = severity.map { .severity($0) } ?? .off
    }
  }

  /// The folder of the flows, relative to the file. Nil for `Flows`.
  public private(set) var flows: String?
  /// The file of known findings, relative to the file.
  public private(set) var baseline: String?
  /// The tag of the language in which the flows are written. Nil if the file does not say it.
  public private(set) var language: String?
  /// The levels of rules, by name. Other rules have their own.
  public private(set) var levels: [String: Level] = [:]

  private static let keys = ["flows", "baseline", "language", "rules"]

  /// Settings that change nothing.
  public init() {}

  /// Reads the settings, and everything that is wrong with them.
  ///
  /// - Parameter rules: the names of all rules.
  public static func read(
    _ file: SourceFile, rules: [String]
  ) -> (settings: TeamSettings, diagnostics: [Diagnostic]) {
    var reader = TreeReader(FlowReader.vocabulary)
    var settings = TeamSettings()
    guard reader.begin(file), !reader.tree.isEmpty else { return (settings, reader.diagnostics) }
    guard reader.tree.kind(reader.tree.root) == .mapping else {
      reader.report(
        .wrongKind, at: .top, "the settings must be a mapping",
        help: "write `flows: FOLDER`, `baseline: FILE` or `rules: { RULE: off }`")
      return (settings, reader.diagnostics)
    }
    for (key, value) in reader.allPairs(reader.tree.root) {
      switch reader.string(key) {
      case "flows" where reader.isText(value, "a folder"): settings.flows = reader.string(value)
      case "baseline" where reader.isText(value, "a file"):
        settings.baseline = reader.string(value)
      case "language" where reader.isText(value, "a language"):
        let tag = reader.string(value)
        guard LanguageTag.isValid(tag) else {
          reader.report(
            .wrongValue, at: reader.tree.span(value), "`\(tag)` is not the tag of a language",
            help: "write `et`, or `pt-BR`")
          continue
        }
        settings.language = tag
      case "rules" where reader.tree.kind(value) == .mapping:
        for (rule, level) in reader.allPairs(value) {
          settings.set(level, of: rule, among: rules, &reader)
        }
      case let name where !keys.contains(name):
        reader.report(
          .unknownKey, at: reader.tree.span(key), "the settings have no key `\(name)`",
          help: DidYouMean.question(for: name, in: keys)
            ?? "they may have: \(keys.joined(separator: ", "))")
      default: break
      }
    }
    return (settings, reader.diagnostics)
  }

  private mutating func set(
    _ node: YAMLTree.Node, of rule: YAMLTree.Node, among rules: [String],
    _ reader: inout TreeReader
  ) {
    let name = reader.string(rule)
    guard reader.isText(node, "a level") else { return }
    if !rules.contains(name) {
      reader.report(
        .wrongValue, at: reader.tree.span(rule), "there is no rule `\(name)`",
        help: DidYouMean.question(for: name, in: rules) ?? "`flowrun explain` lists all rules")
    } else if let level = Level(reader.string(node)) {
      levels[name] = level
    } else {
      reader.report(
        .wrongValue, at: reader.tree.span(node), "`\(reader.string(node))` is not a level",
        help: "write off, note, warning or error")
    }
  }
}
