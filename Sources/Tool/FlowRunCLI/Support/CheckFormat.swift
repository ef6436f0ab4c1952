internal import ArgumentParser

/// How findings are printed.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, github
}
