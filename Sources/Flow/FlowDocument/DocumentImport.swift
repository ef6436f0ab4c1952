public import Diagnostics
internal import FlowLoader
public import FlowModel
internal import YAMLTree

/// Turns use-case documents into flow files, and reports the parts that do not fit.
public struct DocumentImport: Sendable {
  /// One use case of the document.
  public struct Flow: Sendable {
    /// The id of the flow, such as `UC2.1`.
    public let id: String
    /// The title, without the id.
    public let title: String
    /// The file name under which the loader finds the flow.
    public let fileName: String
    /// The flow file.
    public let yaml: String
    /// The place of the use case's heading in the document.
    public let span: Span
    /// The flow as the loader reads the file, by itself.
    public let loaded: FlowModel.Flow?
    let draft: FlowDraft

    /// The flow of a draft. Only its id, title and summary are kept if the loader cannot read it.
    init(_ complete: FlowDraft, _ reporter: inout Reporter) {
      var draft = complete
      var (yaml, result) = DocumentImport.written(draft)
      if result.flows.isEmpty {
        let reason = result.diagnostics.first?.message ?? ""
        reporter.lose(draft.span, "`\(draft.id)` cannot be written as a flow: \(reason)")
        (draft.sections, draft.steps, draft.extensions) = ([], [], [])
        draft.texts[.outline] = draft.texts[.summary] ?? draft.title
        (yaml, result) = DocumentImport.written(draft)
      }
      id = draft.id
      title = draft.title
      fileName = DocumentImport.fileName(of: draft)
      span = draft.span
      loaded = result.flows.first
      self.yaml = yaml
      self.draft = draft
    }
  }

  /// The use cases, in the document's order.
  public private(set) var flows: [Flow] = []
  /// In reading order. Errors are about parts missing from the flows, warnings about assumptions,
  /// notes about slips and habits that were kept.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The titles of other flows that the document mentions, by their ids.
  public private(set) var titles: [String: String] = [:]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - prefix: the letters before the number in an id: with `UC`, "Use Case 2.1" is `UC2.1`.
  ///   - id: the id to use if the document has none.
  public init(_ file: SourceFile, prefix: String = "UC", id: String? = nil) {
    var reporter = Reporter(path: file.path)
    if let bad = DocumentImport.firstBad(file.bytes) {
      reporter.report(
        .invalidUTF8, .error, bad, "the document is not UTF-8 text", help: "save it as UTF-8")
      diagnostics = reporter.diagnostics
      return
    }
    let lines = DocumentLines(file).lines
    guard lines.contains(where: { !$0.isBlank }) else {
      reporter.lose(.top, "the document is empty")
      diagnostics = reporter.diagnostics
      return
    }
    for (start, range) in DocumentImport.segments(lines, prefix, id, file.path, &reporter) {
      var draft = start
      let last = lines[range].last { !$0.isBlank }
      draft.end = Int(last?.fragment.span.end ?? draft.span.end)
      var reader = DocumentReader(
        Array(lines[range]), draft: draft, prefix: prefix,
        reporter: Reporter(path: file.path))
      reader.read()
      reporter.add(reader.reporter)
      if reader.draft.hasMadeUpID {
        reporter.assume(
          start.span, "the document gives no id; `\(reader.draft.id)` was taken",
          help: "say the id with `--id`, or write it into the heading: `# UC1 Title`")
      }
      flows.append(Flow(reader.draft, &reporter))
    }
    diagnostics = reporter.diagnostics.inReadingOrder()
    titles = reporter.titles
  }

  /// The place of the first byte that is not UTF-8. Nil if there is none.
  private static func firstBad(_ bytes: [UInt8]) -> Span? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      let place = UInt32(bytes[..<error.byteOffsets.lowerBound].count { $0 & 0xC0 != 0x80 })
      return Span(start: place, end: place + 1)
    }
  }

  // MARK: Use cases

  /// The range of every use case, with its heading.
  private static func segments(
    _ lines: [DocumentLine], _ prefix: String, _ id: String?, _ path: String,
    _ reporter: inout Reporter
  ) -> [(FlowDraft, Range<Int>)] {
    var starts: [(draft: FlowDraft, line: Int)] = []
    for (index, line) in lines.enumerated() {
      guard case .text = line.kind, let heading = UseCaseHeading(line.fragment.text, prefix: prefix)
      else { continue }
      let draft = FlowDraft(
        id: heading.id, kind: heading.kind, title: heading.title, span: line.fragment.span)
      starts.append((draft, index))
    }
    if starts.isEmpty {
      let (draft, line) = unnamed(lines, id, path, &reporter)
      return parts(of: draft, line..<lines.count, lines, &reporter)
    }
    let named = DocumentImport.id(inName: path)
    if starts.count == 1, let wanted = id ?? named.flatMap({ fitted($0, starts[0].draft.id) }),
      wanted != starts[0].draft.id
    {
      if id == nil {
        reporter.assume(
          starts[0].draft.span,
          """
          the heading says `\(starts[0].draft.id)` and the file name `\(wanted)`; `\(wanted)` was \
          taken
          """,
          help: "correct one of the two")
      }
      starts[0].draft.id = wanted
    }
    var seen: Set<String> = []
    for start in starts where !seen.insert(start.draft.id).inserted {
      reporter.lose(start.draft.span, "there is a use case `\(start.draft.id)` already")
    }
    let loose = lines[..<starts[0].line].filter { !$0.isBlank }
    if let first = loose.first {
      let count = loose.count == 1 ? "1 line" : "\(loose.count) lines"
      let verb = loose.count == 1 ? "is" : "are"
      reporter.misplace(
        first.fragment.span,
        "\(count) before the first use case \(verb) left out")
    }
    return starts.enumerated().flatMap { index, start in
      let end = index + 1 < starts.count ? starts[index + 1].line : lines.count
      return parts(of: start.draft, start.line + 1..<end, lines, &reporter)
    }
  }

  /// Splits a use case where a table begins with a section that an earlier one has: it is another
  /// flow, named after the heading above it.
  private static func parts(
    of draft: FlowDraft, _ range: Range<Int>, _ lines: [DocumentLine], _ reporter: inout Reporter
  ) -> [(FlowDraft, Range<Int>)] {
    var parts = [(draft, range)]
    var seen: Set<String> = []
    var isNew = false
    for place in range {
      guard case .row(let cells) = lines[place].kind else { continue }
      if place + 1 < lines.count, case .delimiter = lines[place + 1].kind {
        isNew = DocumentReader.isFlowTable(cells)
        continue
      }
      let id = DocumentID(CellText(cells.first?.text ?? "").text)
      guard id.shape != .other else { continue }
      if isNew, seen.contains(id.head) {
        let heading = (parts[parts.count - 1].1.lowerBound..<place).last {
          lines[$0].fragment.text.hasPrefix("#")
        }
        let start = heading ?? place - 2
        var other = FlowDraft()
        other.id = "\(draft.id)-\(parts.count + 1)"
        other.kind = draft.kind
        let title = heading.map {
          CellText(String(lines[$0].fragment.text.drop { "# ".contains($0) })).text
        }
        other.title = title ?? "\(draft.title) (\(parts.count + 1))"
        other.span = lines[start].fragment.span
        reporter.assume(
          other.span,
          "this table begins with section `\(id.head)` again; it is read as the flow `\(other.id)`")
        let last = parts[parts.count - 1].1
        parts[parts.count - 1].1 = last.lowerBound..<start
        parts.append((other, (heading == nil ? start : start + 1)..<last.upperBound))
        seen = []
      }
      isNew = false
      seen.insert(id.head)
    }
    return parts
  }

  /// For a document without a use case's heading: the first heading is the title.
  private static func unnamed(
    _ lines: [DocumentLine], _ id: String?, _ path: String, _ reporter: inout Reporter
  ) -> (FlowDraft, Int) {
    var draft = FlowDraft()
    var line = 0
    if let first = lines.firstIndex(where: { $0.fragment.text.hasPrefix("# ") }) {
      draft.title = UseCaseHeading.title(
        CellText(String(lines[first].fragment.text.dropFirst(2))).whole)
      draft.span = lines[first].fragment.span
      line = first + 1
    }
    let name = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    if let file = path.split(separator: "/").last,
      let dot = file.lastIndex(of: ".")
    {
      // `UC43.1_List.csv`
      let words = file[..<dot].split { $0 == "_" || $0 == "-" || $0 == " " }
      let isNumbered = words.first.map { FlowName.isID($0) } ?? false
      draft.fileTitle = words.dropFirst(isNumbered ? 1 : 0).joined(separator: " ")
    }
    let words = (draft.title.isEmpty ? String(name) : draft.title).split {
      !$0.isLetter && !$0.isNumber
    }
    let named = DocumentImport.id(inName: path).flatMap { fitted($0, "UC") }
    draft.id = id ?? named ?? words.first.map { $0.uppercased() } ?? "FLOW"
    if draft.id.hasPrefix("PF") { draft.kind = .partialFlow }
    draft.hasMadeUpID = id == nil && named == nil
    return (draft, line)
  }

  /// The id in a file name, spelled like that of the heading: that of `uc1.md` is `UC1`. Nil if its
  /// letters are neither those of the heading nor in capitals: `table1.md` names no flow.
  private static func fitted(_ name: String, _ heading: String) -> String? {
    let letters = name.prefix(while: \.isLetter)
    let rest = name.dropFirst(letters.count)
    for known in [String(heading.prefix(while: \.isLetter)), "UC", "PF"]
    where letters.uppercased() == known.uppercased() {
      return known + rest
    }
    return letters.count > 1 && letters.allSatisfy(\.isUppercase) ? name : nil
  }

  /// The id with which the name of a file begins: `PF2.9_SetupPin.md`.
  static func id(inName path: String) -> String? {
    let name = UseCaseHeading.joined(path.split(separator: "/").last ?? "")
    let word = name.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
    let rest = name.dropFirst(word.count)
    var id = word
    if rest.isEmpty, let dot = word.lastIndex(of: "."),
      word[dot...].dropFirst().contains(where: \.isLetter)
    {
      id = word[..<dot]
    }
    return FlowName.isID(id) ? String(id) : nil
  }

  private static func written(_ draft: FlowDraft) -> (String, FlowLoader.Result) {
    let yaml = FlowYAML.text(of: draft, alias: FlowYAML.alias(draft))
    let file = SourceFile(path: fileName(of: draft), bytes: Array(yaml.utf8))
    return (yaml, FlowLoader().load([file]))
  }

  private static func fileName(of draft: FlowDraft) -> String {
    let alias = FlowYAML.alias(draft)
    let isFileName = !draft.id.contains { $0 == " " || $0 == "/" }
    let stem =
      alias.map { isFileName ? "\(draft.id)-\($0)" : $0 } ?? draft.id.replacing("/", with: "-")
    return "\(stem).yaml"
  }
}
