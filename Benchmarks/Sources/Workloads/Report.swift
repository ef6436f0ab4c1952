/// A table in Markdown. Its columns are padded, so that it can be read as text too.
package struct Report {
  private let header: [String]
  private var lines: [[String]] = []

  package init(_ header: [String]) { self.header = header }

  package mutating func add(_ cells: [String]) { lines.append(cells) }

  package var markdown: String {
    let all = [header] + lines
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| \(padded.joined(separator: " | ")) |\n"
    }
    return line(header) + line(widths.map { String(repeating: "-", count: $0) })
      + lines.map(line).joined()
  }
}

extension Double {
  /// The number with this many digits after the point.
  package func rounded(to digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let value = Int((self * scale).rounded())
    guard digits > 0 else { return "\(value)" }
    let text = "\(abs(value))"
    let padded = String(repeating: "0", count: Swift.max(0, digits + 1 - text.count)) + text
    return "\(value < 0 ? "-" : "")\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
