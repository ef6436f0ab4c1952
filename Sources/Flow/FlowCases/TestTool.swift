/// A tool whose tests are written.
package enum TestTool: String, Hashable, Sendable, CaseIterable {
  /// Each is written as its name.
  case maestro, gherkin, playwright, xcuitest, appium

  /// The end of the names of its files.
  package var fileEnding: String {
    switch self {
    case .maestro: ".yaml"
    case .gherkin: ".feature"
    case .playwright: ".spec.ts"
    case .xcuitest: ".swift"
    case .appium: ".py"
    }
  }

  /// Whether it finds what is shown on a screen by selectors.
  package var hasSelectors: Bool { self != .gherkin }
}
