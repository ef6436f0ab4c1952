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
    public let span: SourceSpan
    /// The flow as the loader reads the file, by itself.
    public var loaded: FlowModel.Flow? { read.flow }
    /// What the loader has read of the file.
    let read: MadeReading
    /// How much of the use case is in the flow.
    public internal(set) var reading: DocumentReading
    let draft: FlowDraft
    /// The places of the pieces of the flow file in the document.
    let places: [FlowPlaces.Entry]

    /// The flow of a draft. Only its id, title and summary are kept if the loader cannot read it.
    ///
    /// - Parameter earlier: the reporter of its reading, if another one has what was said before.
    init(_ complete: FlowDraft, _ reporter: inout Reporter, read earlier: Reporter? = nil) {
      var (draft, earlier) = (complete, earlier)
      var (made, result) = DocumentImport.written(draft, in: reporter.path)
      if result.flow == nil {
        let problem = "`\(draft.id)` cannot be written as a flow: \(result.problem ?? "")"
        reporter.lose(draft.span, problem)
        earlier?.lose(draft.span, problem)
        (draft.sections, draft.steps, draft.extensions) = ([], [], [])
        draft.texts[.outline] = draft.texts[.summary] ?? draft.title
        (made, result) = DocumentImport.written(draft, in: reporter.path)
      }
      id = draft.id
      title = draft.title
      fileName = DocumentImport.fileName(of: draft)
      span = draft.span
      self.read = result
      (yaml, places) = (made.text, made.entries)
      reading = DocumentReading(draft, earlier ?? reporter)
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
    var outside: [(title: String, span: Span)] = []
    if let bad = DocumentImport.firstBad(file.bytes) {
      reporter.report(
        .invalidUTF8, .error, bad, "the document is not UTF-8 text", help: "save it as UTF-8")
      diagnostics = reporter.diagnostics
      return
    }
    if file.path.lowercased().hasSuffix(".feature") {
      readFeature(file, prefix, id, &reporter)
      diagnostics = reporter.diagnostics.inReadingOrder()
      titles = reporter.titles
      return
    }
    let freed = QuotedLines.freed(MarkupLists.read(DocumentLines(file).lines))
    let plain = WrappedLines.joined(FrontMatter.read(ArrowedLines.freed(freed)))
    let counted = BareNumbers.joined(StepAnchors.read(plain))
    let flat = TurnTables.sorted(FlatTables.read(NumberedFields.read(counted)))
    let lines = UseCaseRows.spread(NumberedTitles.read(PartNames.read(flat)))
    guard lines.contains(where: { !$0.isBlank }) else {
      if file.bytes.isEmpty, HTMLDocument.isName(file.path) {
        reporter.report(
          .documentNoted, .note, .top,
          "this page has titles and links only; it is not read as a use case")
      } else {
        reporter.lose(.top, "the document is empty")
      }
      diagnostics = reporter.diagnostics
      return
    }
    var segments = DocumentSegments(lines, prefix: prefix, id: id, reporter: reporter)
    let parts = segments.parts()
    reporter = segments.reporter
    var guesses = reporter.guesses
    var taken: [String: String] = [:]
    var copies: [String: Int] = [:]
    let systems = DeclaredSystem.names(in: lines)
    var readers: [DocumentReader] = []
    for (start, range) in parts {
      var draft = start
      let last = lines[range].last { !$0.isBlank }
      draft.end = Int(last?.fragment.span.end ?? draft.span.end)
      var reader = DocumentReader(
        Array(lines[range]), draft: draft, prefix: prefix,
        reporter: Reporter(path: file.path))
      reader.scenario.systems = systems
      reader.read()
      readers.append(reader)
    }
    let actors = readers.compactMap { $0.draft.texts[.actor] }
    let named = readers.count > 1 ? actors.flatMap(ScenarioBuilder.names) : []
    let programs = actors.reduce(into: Set<String>()) {
      $0.formUnion(ScenarioBuilder.systems(in: $1))
    }
    let others = ScenarioBuilder.people(named: named.filter { !programs.contains($0) })
    for (place, (start, range)) in parts.enumerated() {
      var reader = readers[place]
      reader.finish(others: others)
      if parts.count > 1, reader.draft.steps.isEmpty, UserStory.isOne(lines[range]) {
        reporter.note(start.span, "this is a user story without steps; it is left out")
        continue
      }
      if reader.scenario.isEmpty, reader.table.isEmpty, UserStory.isRequirement(reader.draft) {
        reporter.note(start.span, "this is a requirement without steps; it is left out")
        continue
      }
      guard reader.isUseCase || parts.count == 1 && id != nil else {
        outside.append((reader.draft.title, start.span))
        let hasNumbers = lines[range].contains { line in
          !line.isRow && line.fragment.text.hasPrefix("1. ")
        }
        if parts.count > 1, !reader.scenario.isEmpty || !reader.table.isEmpty || hasNumbers {
          reporter.misplace(
            start.span, "what stands here is not read as a use case; it is left out")
        }
        continue
      }
      if reader.draft.hasMadeUpID {
        // Several use cases of a file without ids.
        let name = reader.draft.id
        var number = 2
        while taken[reader.draft.id] != nil {
          reader.draft.id = "\(name)\(number)"
          number += 1
        }
      } else if let title = taken[reader.draft.id] {
        let id = reader.draft.id
        let isSame = flows.contains {
          $0.id == id && $0.draft.steps.map(\.said) == reader.draft.steps.map(\.said)
        }
        let isEmpty = reader.scenario.isEmpty && reader.table.isEmpty
        if isEmpty || isSame && title == reader.draft.title {
          reader.reporter.lose(start.span, "there is a use case `\(id)` already")
        } else {
          // The form was copied with its id.
          var number = copies[id, default: 2]
          while taken["\(id)-\(number)"] != nil { number += 1 }
          copies[id] = number + 1
          reader.draft.id = "\(id)-\(number)"
          reader.reporter.assume(
            start.span,
            "there is a use case `\(id)` already; this one was written as `\(reader.draft.id)`",
            help: "give one of the two another id")
        }
      }
      taken[reader.draft.id] = taken[reader.draft.id] ?? reader.draft.title
      LostLines.report(lines[range], of: reader.draft, &reader.reporter)
      reporter.add(reader.reporter)
      if reader.draft.hasMadeUpID {
        reporter.assume(
          start.span, "the document gives no id; `\(reader.draft.id)` was taken",
          help: "write it into the heading: `# UC1 Title`, or import it with `--id`")
        guesses += reporter.guesses.suffix(1)
      }
      flows.append(Flow(reader.draft, &reporter, read: reader.reporter))
    }
    place(guesses)
    if !flows.isEmpty {
      LostLines.report(lines, outside: parts.map(\.lines), prefix: prefix, &reporter)
    }
    if flows.isEmpty, let (title, span) = outside.first {
      reporter.report(
        .documentNoted, .note, span,
        """
        `\(title)` is not read as a use case: it has no heading such as `Main scenario`, no table \
        of steps, and no line that begins with `Use case`
        """)
    }
    diagnostics = reporter.diagnostics.inReadingOrder()
    titles = reporter.titles
  }

  /// Adds what was assumed about whole use cases to that of their steps.
  private mutating func place(_ guesses: [Diagnostic]) {
    for guess in guesses where !flows.isEmpty {
      let place = flows.lastIndex { $0.span.start <= guess.span.start } ?? 0
      flows[place].reading.guesses.insert(guess, at: 0)
    }
  }

  /// Reads a feature file, unless it is a test of a flow.
  private mutating func readFeature(
    _ file: SourceFile, _ prefix: String, _ id: String?, _ reporter: inout Reporter
  ) {
    let feature = GherkinFeature(file, &reporter)
    guard !feature.isTest, !feature.scenarios.isEmpty else {
      let why = feature.isTest ? "a test of a flow" : "without a scenario"
      reporter.report(
        .documentNoted, .note, feature.span, "this feature is \(why), and not read as a use case")
      return
    }
    let draft = GherkinFlow.draft(feature, prefix: prefix, id: id, &reporter)
    let read = reporter
    flows.append(Flow(draft, &reporter, read: read))
  }

  /// The place of the first byte that is not UTF-8. Nil if there is none.
  static func firstBad(_ bytes: [UInt8]) -> Span? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = UTF8.ForwardParser()
    var source = bytes.makeIterator()
    var place: UInt32 = 0
    while case .valid = parser.parseScalar(from: &source) { place += 1 }
    return Span(start: place, end: place + 1)
  }

  // MARK: Names

  /// The id in a file name, spelled like that of the heading: that of `uc1.md` is `UC1`. Nil if its
  /// letters are neither those of the heading nor in capitals: `table1.md` names no flow.
  static func fitted(_ name: String, _ heading: String) -> String? {
    let letters = name.prefix(while: \.isLetter)
    let rest = name.dropFirst(letters.count)
    for known in [String(heading.prefix(while: \.isLetter)), "UC", "PF"]
    where letters.uppercased() == known.uppercased() {
      return known + rest
    }
    return letters.count > 1 && letters.allSatisfy(\.isUppercase) ? name : nil
  }

  /// The name of a file, also of one of a revision of git: `main:UC1.md`.
  static func fileName(_ path: String) -> Substring {
    path.split { $0 == "/" || $0 == ":" }.last ?? ""
  }

  /// The id with which the name of a file begins: `PF2.9_SetupPin.md`.
  static func id(inName path: String) -> String? {
    var file = fileName(path)
    // `CU-ETI-10-5.md`
    if let dot = file.lastIndex(of: "."), file[dot...].dropFirst().allSatisfy(\.isLetter),
      file[dot...].utf8.count > 3 || file.hasSuffix(".md")
    {
      file = file[..<dot]
    }
    let name = UseCaseHeading.joined(file)
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

  /// The id of the use case to whose document a link leads: `UC3.1` of `../UC3.1_Obtain.md#flow`.
  static func id(ofLink address: String) -> String? {
    id(inName: String(address.prefix { !"#? ".contains($0) }))
  }

  static func written(_ draft: FlowDraft, in path: String) -> (MadeText, MadeReading) {
    let made = FlowYAML.text(of: draft, alias: FlowYAML.alias(draft))
    return (made, MadeReading(SourceFile(path: path, bytes: Array(made.text.utf8))))
  }

  private static func fileName(of draft: FlowDraft) -> String {
    let alias = FlowYAML.alias(draft)
    let isFileName = !draft.id.contains { $0 == " " || $0 == "/" }
    let stem =
      alias.map { isFileName ? "\(draft.id)-\($0)" : $0 } ?? draft.id.replacing("/", with: "-")
    return "\(stem).yaml"
  }
}
