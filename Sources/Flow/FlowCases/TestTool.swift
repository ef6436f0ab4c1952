/// A tool whose tests are written.
package enum TestTool: String, Hashable, Sendable, CaseIterable {
  /// Each is written as its name.
  case maestro, gherkin, behave, playwright, xcuitest, appium

  /// The end of the names of its files.
  package var fileEnding: String {
    switch self {
    case .maestro: ".yaml"
    case .gherkin, .behave: ".feature"
    case .playwright: ".spec.ts"
    case .xcuitest: ".swift"
    case .appium: ".py"
    }
  }

  /// Whether it finds what is shown on a screen by selectors.
  package var hasSelectors: Bool { !hasSentences }
  /// Whether its tests are features, with a sentence for each row.
  package var hasSentences: Bool { self == .gherkin || self == .behave }
}
