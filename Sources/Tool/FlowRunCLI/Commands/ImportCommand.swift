internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import Markup

struct ImportCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts use-case documents to flow files.",
    discussion: """
      Reads Word, OpenDocument, HTML, Confluence's storage format, AsciiDoc, reStructuredText, \
      and Markdown with step tables, also collapsed to one line; text copied from a rendered \
      page; a main scenario with extensions, in eight languages; user stories; CSV. Flows that \
      are named but not there become outlines. Says in one line for each use case how much of it \
      was read, and with --details where everything stands that could not be placed; of a single \
      document it says that always. Exit status: 1 when text of a document is missing from the \
      flows or stands only in their notes. \
      What a binding file beside a document says is taken into its flow. \
      A file that was imported before gets what its document has changed since then, which git \
      has to know; where both have changed, a comment has what the document says, and the \
      exit status is 1.
      """)

  var deed: String? { "reading documents" }

  @Argument(help: "Documents, or folders of documents; `-` is standard input.")
  var documents: [String]
  @Option(name: .shortAndLong, help: "Writes every flow into a file in this folder.")
  var output: String?
  @Option(help: "Only this use case.") var only: String?
  @Option(help: "The letters before the number in an id.") var prefix = "UC"
  @Option(help: "The id, for a document without one.") var id: String?
  @Flag(help: "Says of several documents as well where each remark is about.") var details = false
  @Flag(help: "Omits notes about unusual parts that were kept.") var quiet = false

  @Option(
    help:
      "text; github (workflow commands) or gitlab (code quality), which print remarks and no flows."
  )
  var format = RemarkFormat.text

  func run() async throws {
    let console = Console.current
    if let output { try requireFolderName(output, for: "--output") }
    let read = try DocumentFiles.read(documents)
    let (files, unread) = (read.files, read.unread)
    let isSet = output != nil && only == nil
    let isThere = output.map(FileSystem.isFolder) ?? false
    let known = isThere ? try output.map { try FlowsFolder(name: $0).ids() } ?? [] : []
    var set = DocumentSet(files, prefix: prefix, id: id, known: known)
    let bound = set.bind(read.bindings)
    let isTold = details || files.count == 1
    let remarks = unread + set.diagnostics.filter { !quiet || $0.severity != .note }
    let places = files + read.bindings + read.damaged
    if let report = format.report(remarks, in: places) {
      console.out(report)
    } else {
      let told = isTold ? remarks : unread + set.diagnostics.filter { read.isBinding($0.path) }
      console.show(Repeats.gathered(told, in: places), in: places)
    }
    summarize(set, bound, files, console)
    var members = set.members.filter { isSet || $0.document != nil }
    if let only {
      members = members.filter { $0.flow.id.lowercased() == only.lowercased() }
      guard !members.isEmpty else {
        let ids = set.members.filter { $0.document != nil }.map(\.flow.id)
        throw Refusal(
          "there is no use case `\(only)`; "
            + (DidYouMean.question(for: only, in: ids)
              ?? "there are: \(ids.joined(separator: ", "))"))
      }
    }
    guard let first = members.first else { throw ExitCode(2) }
    var hasConflict = false
    if let output {
      let flows = ImportedFlows(read, in: output, prefix: prefix, id: id, known: known)
      hasConflict = try await write(members, bound, flows, isWhole: only == nil)
    } else if format == .text {
      guard members.count == 1 else {
        throw Refusal(
          "there are \(members.count) use cases; name a folder with `-o DIR`, or one of them "
            + "with `--only \(first.flow.id)`")
      }
      console.out(first.flow.yaml)
    }
    if hasConflict || !unread.isEmpty
      || set.diagnostics.contains(where: { $0.rule == .documentUnplaced || $0.severity == .error })
    {
      throw ExitCode(1)
    }
  }

  /// Says in a line for each use case how much was read, and how many documents have none.
  private func summarize(
    _ set: DocumentSet, _ bound: [String: String], _ files: [SourceFile], _ console: Console
  ) {
    var found: Set<String> = []
    for member in set.members {
      guard let path = member.document, let file = files.first(where: { $0.path == path }) else {
        continue
      }
      found.insert(path)
      let beside = bound[member.flow.id].map { "; with what \($0) says" } ?? ""
      console.err(
        "\(path): \(member.flow.reading.summary(of: member.flow.id, in: file))\(beside)\n")
    }
    for left in set.leftOut where found.insert(left.path).inserted {
      console.err("\(left.path): \(left.message)\n")
    }
    let others = files.map(\.path).filter { !found.contains($0) }
    let unread = documents.filter(FileSystem.isFolder).flatMap(FlowFolder.unreadDocuments)
    let lines = DocumentFlows.summary(
      withoutUseCase: files.count > 1 ? others : [], unread: unread)
    for line in lines { console.err("\(line)\n") }
  }

  /// - Returns: whether a flow file and its document have changed the same.
  private func write(
    _ members: [DocumentSet.Member], _ bound: [String: String], _ flows: ImportedFlows,
    isWhole: Bool
  ) async throws -> Bool {
    var flows = flows
    var results: [ImportedFlows.Result] = []
    for member in members {
      results.append(try await flows.result(member, binding: bound[member.flow.id]))
    }
    var (new, merged): ([ImportedFlows.Result], [ImportedFlows.Result]) = ([], [])
    for result in results {
      switch result.outcome {
      case .new: new.append(result)
      case .merged: merged.append(result)
      case .same: break
      }
    }
    if let present = new.map(\.path).first(where: FileSystem.isTaken) {
      throw Refusal("`\(present)` exists already; move it away first")
    }
    let files = new.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    try refusing { () throws(FileError) in try FileSystem.writeNew(files, in: flows.folder) }
    for result in merged {
      try refusing { () throws(FileError) in
        try FileSystem.write(Array(result.text.utf8), to: result.path)
      }
    }
    let console = Console.current
    var conflicts: [Diagnostic] = []
    for result in results where format == .text {
      switch result.outcome {
      case .new(let isOutline): console.out("\(result.path)\(isOutline ? " (outline)" : "")\n")
      case .same: console.out("\(result.path) (up to date)\n")
      case .merged(let changes, let open):
        let told = open.isEmpty ? "" : ", \(String.count(open.count, "conflict"))"
        console.out("\(result.path) (\(String.count(changes, "change"))\(told))\n")
      }
    }
    for result in results {
      guard case .merged(_, let open) = result.outcome else { continue }
      conflicts += open
      console.show(open, in: [SourceFile(path: result.path, bytes: Array(result.text.utf8))])
    }
    for path in isWhole ? flows.gone(besides: members) : [] {
      console.err("\(path): its document does not have this use case any more\n")
    }
    return !conflicts.isEmpty
  }
}
