// Comments and blocks of code in Markdown.
extension LiteralBlocks {
  /// The letters of a document in Markdown or plain text with spaces in place of comments and code.
  struct Markdown {
    var scalars: [Unicode.Scalar]
    /// The lines that are comments and nothing else.
    var comments: Set<Int> = []
    /// The lines, without what ends them.
    let lines: [Range<Int>]
    private(set) var isLiteral: [Bool]
    /// What lines are, of those that were asked for.
    private var leads: [Int: LiteralBlocks.Lead] = [:]
    /// The lines in fences without a language, once looked for.
    var plainBlocks: Set<Int>?
    /// What does not end any more, of what was looked for.
    private var open: Set<String> = []

    /// - Parameter indents: whether indented lines may be code.
    init(_ scalars: [Unicode.Scalar], indents: Bool) {
      self.scalars = scalars
      lines = Markdown.lines(scalars)
      isLiteral = Array(repeating: false, count: lines.count)
      readBlocks()
      if indents { readIndents() }
    }

    private static func lines(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      var start = 0
      var place = 0
      while place < scalars.count {
        let scalar = scalars[place]
        if scalar == "\n" || scalar == "\r" {
          ranges.append(start..<place)
          if scalar == "\r", place + 1 < scalars.count, scalars[place + 1] == "\n" { place += 1 }
          start = place + 1
        }
        place += 1
      }
      return start < scalars.count ? ranges + [start..<scalars.count] : ranges
    }

    func text(_ line: Int) -> String {
      String(String.UnicodeScalarView(scalars[lines[line]])).trimmed
    }

    private mutating func blank(_ range: Range<Int>) {
      for place in range where scalars[place] != "\n" && scalars[place] != "\r" {
        scalars[place] = " "
      }
    }

    private mutating func blank(lines range: ClosedRange<Int>) {
      for line in range {
        isLiteral[line] = true
        blank(lines[line])
      }
    }

    // MARK: Blocks with a beginning and an end

    private mutating func readBlocks() {
      var line = 0
      while line < lines.count {
        if let fence = fence(line) {
          line = read(fence, from: line) + 1
          continue
        }
        if let end = endOfElement(line) {
          blank(lines: line...end)
          line = end + 1
          continue
        }
        if isContainer(line) { blank(lines: line...line) }
        line = readComments(line) + 1
      }
    }

    /// Whether a line begins or ends a container of a converter: `:::note`, `::: {.list}`, `:::`.
    private func isContainer(_ line: Int) -> Bool {
      let text = text(line).trimmed
      guard text.hasPrefix(":::") else { return false }
      let name = text.drop { $0 == ":" }.drop { $0 == " " }
      return name.hasPrefix("{") || !name.contains(" ")
    }

    typealias Fence = (mark: Unicode.Scalar, count: Int, start: Int, name: String)

    /// The fence that begins on a line, also after the mark of an item or a quotation.
    func fence(_ line: Int) -> Fence? {
      let range = lines[line]
      var place = range.lowerBound
      func skip(while fits: (Unicode.Scalar) -> Bool) {
        while place < range.upperBound, fits(scalars[place]) { place += 1 }
      }
      skip { $0 == " " || $0 == "\t" || $0 == ">" }
      let item = place
      skip { ("0"..."9").contains($0) }
      if place < range.upperBound, "-*+.)".unicodeScalars.contains(scalars[place]) {
        place += 1
        let gap = place
        skip { $0 == " " }
        if gap == place { place = item }
      } else {
        place = item
      }
      guard place < range.upperBound, scalars[place] == "`" || scalars[place] == "~" else {
        return nil
      }
      let (start, mark) = (place, scalars[place])
      skip { $0 == mark }
      let name = String(String.UnicodeScalarView(scalars[place..<range.upperBound])).trimmed
      guard place - start >= 3, mark == "~" || !name.contains("`") else { return nil }
      return (mark, place - start, start, name.lowercased())
    }

    /// The line where a fenced block ends. Nil if it is not closed.
    mutating func end(of fence: Fence, from line: Int) -> Int? {
      let kind = String(repeating: Character(fence.mark), count: fence.count)
      guard !open.contains(kind) else { return nil }
      let end = lines.indices.dropFirst(line + 1).first { other in
        let marks = text(other).unicodeScalars.drop { $0 == ">" || $0 == " " }
        return marks.count >= fence.count && marks.allSatisfy { $0 == fence.mark }
      }
      if end == nil { open.insert(kind) }
      return end
    }

    /// Leaves a fenced block out, and returns its last line. A fence that is not closed is text.
    private mutating func read(_ fence: Fence, from line: Int) -> Int {
      guard let end = end(of: fence, from: line) else { return line }
      let inner = (line + 1)..<end
      let isText = ["text", "txt", "markdown", "md"].contains(fence.name)
      let isPlain = LiteralBlocks.plainNames.contains(fence.name)
      if isText && isUseCase(line...end, isPlain: false)
        || isPlain && drawsSteps(inner)
        || isPlain && isUseCase(line...end, isPlain: true)
        || (isText || fence.name.isEmpty) && hasSteps(inner, from: line, to: end)
        || (isText || isPlain) && isMessage(inner, from: line)
      {
        blank(lines: line...line)
        blank(lines: end...end)
        return end
      }
      blank(fence.start..<lines[line].upperBound)
      if line < end { blank(lines: (line + 1)...end) }
      isLiteral[line] = true
      return end
    }

    /// The last line of an element of HTML with text that is no Markdown.
    private mutating func endOfElement(_ line: Int) -> Int? {
      guard lines[line].first(where: { scalars[$0] != " " }).map({ scalars[$0] == "<" }) ?? false
      else { return nil }
      let text = text(line).lowercased()
      guard text.hasPrefix("<"),
        let name = ["pre", "script", "style", "textarea"].first(where: { name in
          text.hasPrefix("<\(name)>") || text.hasPrefix("<\(name) ")
        }), !open.contains(name)
      else { return nil }
      let end = lines.indices[line...].first {
        self.text($0).lowercased().contains("</\(name)>")
      }
      if end == nil { open.insert(name) }
      return end
    }

    /// Leaves out the comments that begin on a line, and returns the line where the last one ends.
    private mutating func readComments(_ first: Int) -> Int {
      var (line, place) = (first, lines[first].lowerBound)
      /// How many backticks no others follow on the line.
      var openTicks = Int.max
      while place < lines[line].upperBound {
        switch scalars[place] {
        case "\\": place += 2
        case "`":
          // What stands between these is no comment.
          let rest = scalars[place..<lines[line].upperBound]
          let ticks = rest.prefix { $0 == "`" }
          let code =
            ticks.count < openTicks ? rest.dropFirst(ticks.count).firstRange(of: ticks) : nil
          if code == nil { openTicks = min(openTicks, ticks.count) }
          place = code?.upperBound ?? ticks.endIndex
        case "<" where scalars[place...].starts(with: "<!--".unicodeScalars):
          guard let end = endOfComment(place) else { return line }
          blank(place..<end)
          let last = lines[line...].firstIndex { end <= $0.upperBound } ?? line
          for between in line...last
          where lines[between].allSatisfy({ scalars[$0].properties.isWhitespace }) {
            comments.insert(between)
          }
          (line, place, openTicks) = (last, end, .max)
        default: place += 1
        }
      }
      return line
    }

    private mutating func endOfComment(_ start: Int) -> Int? {
      guard !open.contains("<!--") else { return nil }
      var place = start + 4
      while place + 2 < scalars.count {
        if scalars[place] == "-", scalars[place + 1] == "-", scalars[place + 2] == ">" {
          return place + 3
        }
        place += 1
      }
      open.insert("<!--")
      return nil
    }

    // MARK: Code that is indented

    /// Leaves out lines that are four columns from the margin, after a paragraph and an empty line.
    /// Below a heading, a label and an item they are steps.
    private mutating func readIndents() {
      var isApart = false
      /// The last line that is not indented, and whether indented lines below it are code.
      var (last, isCode): (Int?, Bool?) = (nil, nil)
      for line in lines.indices where !comments.contains(line) {
        guard !isLiteral[line], !isBlank(line) else {
          isApart = true
          continue
        }
        guard isIndented(line) else {
          (last, isCode, isApart) = (line, nil, false)
          continue
        }
        // `    Main Flow` above its steps
        if isApart, isCode == nil, case .heading(isScenario: true) = lead(line) { isCode = false }
        let leadsToCode = isCode ?? last.map { self.leadsToCode($0) && !isBelow(line, $0) } ?? false
        guard leadsToCode, isApart else {
          // A line that goes on is no code, and an indented item has items below it.
          if !leadsToCode || LiteralBlocks.Lead(text(line)).isItem { isCode = false }
          isApart = false
          continue
        }
        isCode = true
        blank(lines: line...line)
      }
    }

    /// Whether a line is a paragraph, after which indented lines are code: not if it stands above
    /// the steps of a scenario, which has none yet.
    private mutating func leadsToCode(_ line: Int) -> Bool {
      guard case .paragraph = lead(line) else { return false }
      for above in lines.indices[..<line].suffix(200).reversed()
      where !isLiteral[above] && !isBlank(above) {
        switch lead(above) {
        case .heading(let isScenario): return !isScenario
        case .item: return true
        case .paragraph: if text(above).first == "|" { return true }
        }
      }
      return true
    }

    /// What a line is. The line below a title is a heading.
    private mutating func lead(_ line: Int) -> LiteralBlocks.Lead {
      if let known = leads[line] { return known }
      let found = readLead(line)
      leads[line] = found
      return found
    }

    func readLead(_ line: Int) -> LiteralBlocks.Lead {
      let text = text(line)
      if text.count >= 3, let first = text.first, first == "=" || first == "-",
        text.allSatisfy({ $0 == first })
      {
        return line > 0
          ? LiteralBlocks.Lead("# \(self.text(line - 1))") : .heading(isScenario: false)
      }
      return LiteralBlocks.Lead(text)
    }

    func isBlank(_ line: Int) -> Bool {
      lines[line].allSatisfy {
        let scalar = scalars[$0]
        return scalar.isASCII
          ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
      }
    }

    private func isIndented(_ line: Int) -> Bool {
      var column = 0
      for place in lines[line] {
        if scalars[place] == "\t" {
          column += 4 - column % 4
        } else if scalars[place] == " " {
          column += 1
        } else {
          break
        }
      }
      return column >= 4
    }
  }
}
