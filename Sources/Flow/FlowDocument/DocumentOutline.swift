/// The headings and tables in the lines of a document.
struct DocumentOutline {
  /// The levels of the headings. 0 for another line.
  let levels: [Int]
  /// The last heading above a line, for each.
  let headings: [Int?]
  /// The first line of the table in which a line is, for each; a line outside is its own.
  let tables: [Int]

  init(_ lines: [DocumentLine]) {
    levels = lines.map(DocumentOutline.level)
    var (heading, table): (Int?, Int?) = (nil, nil)
    var (headings, tables): ([Int?], [Int]) = ([], [])
    for (place, line) in lines.enumerated() {
      headings.append(heading)
      if levels[place] > 0 { heading = place }
      if case .text = line.kind { table = nil } else { table = table ?? place }
      tables.append(table ?? place)
    }
    (self.headings, self.tables) = (headings, tables)
  }

  private static func level(_ line: DocumentLine) -> Int {
    guard case .text = line.kind, line.fragment.text.utf8.first == UInt8(ascii: "#") else {
      return 0
    }
    let marks = line.fragment.text.prefix { $0 == "#" }.count
    return line.fragment.text.dropFirst(marks).first == " " ? marks : 0
  }
}
