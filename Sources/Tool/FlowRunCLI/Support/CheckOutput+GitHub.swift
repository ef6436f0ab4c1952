internal import Diagnostics
internal import Encodings

extension CheckOutput {
  /// Workflow commands, one line per finding. GitHub shows them beside the lines of a pull request.
  var github: String {
    entries.filter(\.entry.isShown).map { entry, place in
      let diagnostic = entry.diagnostic
      let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.name
      var properties = "file=\(property(diagnostic.path))"
      if let place {
        properties += ",line=\(place.start.line),col=\(place.start.column)"
        properties += ",endLine=\(place.end.line),endColumn=\(place.end.column)"
      }
      properties += ",title=\(property(diagnostic.rule.name))"
      let help = diagnostic.help.map { "\n\($0)" } ?? ""
      return
        "::\(command) \(properties)::\(PercentEncoding.text(diagnostic.message + help, encoding: "%\r\n"))\n"
    }.joined()
  }

  private func property(_ text: String) -> String {
    PercentEncoding.text(text, encoding: "%\r\n:,")
  }
}
