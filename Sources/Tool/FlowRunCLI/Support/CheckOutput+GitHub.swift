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
        "::\(command) \(properties)::\((diagnostic.message + help).percentEncoded(in: "%\r\n"))\n"
    }.joined()
  }

  private func property(_ text: String) -> String { text.percentEncoded(in: "%\r\n:,") }
}

extension String {
  /// The text with the bytes for which the closure is true as `%` and two hexadecimal digits.
  func percentEncoded(where isEncoded: (UInt8) -> Bool) -> String {
    String(
      decoding: utf8.flatMap {
        isEncoded($0) ? Array("%\(Hexadecimal.text(of: $0, uppercase: true))".utf8) : [$0]
      },
      as: UTF8.self)
  }

  /// The text with these ASCII characters as `%` and two hexadecimal digits.
  fileprivate func percentEncoded(in characters: String) -> String {
    percentEncoded { characters.utf8.contains($0) }
  }
}
