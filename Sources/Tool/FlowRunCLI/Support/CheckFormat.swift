internal import ArgumentParser

/// The format of printed findings.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, github
}
