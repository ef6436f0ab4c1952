internal import Diagnostics

extension CheckOutput {
  /// Workflow commands, one line per finding. GitHub shows them beside the lines of a pull request.
  var github: String {
    entries.filter(\.entry.isShown).map { entry, place in
      let diagnostic = entry.diagnostic
      let command =
        switch diagnostic.severity {
        case .note: "notice"
        case .warning: "warning"
        case .error: "error"
        }
      var properties = "file=\(CheckOutput.property(diagnostic.path))"
      if let place {
        properties += ",line=\(place.start.line),col=\(place.start.column)"
        properties += ",endLine=\(place.end.line),endColumn=\(place.end.column)"
      }
      properties += ",title=\(CheckOutput.property(diagnostic.rule.name))"
      let help = diagnostic.help.map { "\n\($0)" } ?? ""
      return "::\(command) \(properties)::\(CheckOutput.escaped(diagnostic.message + help))\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case "\r\n": "%0D%0A"
      default: String(character)
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    escaped(text).map { character in
      switch character {
      case ":": "%3A"
      case ",": "%2C"
      default: String(character)
      }
    }.joined()
  }
}
