internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowModel
internal import Markup

struct VerifyCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares flows with their documents: rows, targets, bullets, headers.",
    discussion: """
      Name documents or folders of documents, and at the end a flow to compare only that one. A \
      difference that is intended is allowed in the flow file with `allow: { document-differs: \
      why }`. Exit status: 1 when something differs, or when a document has parts that cannot be \
      read.
      """)

  var deed: String? { "comparing" }

  @Argument(
    help: "Documents or folders; at the end the id or alias of a flow.", completion: .file())
  var names: [String]
  @Flag(help: "Compares only ids, kinds and targets, not the sentences.") var onlyStructure = false
  @Option(help: "The letters before the number in an id. By default those of the flow, or UC.")
  var prefix: String?
  @Option(help: "text, github (workflow commands) or gitlab (code quality).")
  var format = RemarkFormat.text
  @OptionGroup var flows: FlowsOption

  func run() throws {
    var console = Console.current
    let reports = console.out
    // The report has standard output for itself.
    if format != .text { console.out = console.err }
    let catalogue = try flows.catalogue()
    var documents = names
    var only: Flow?
    if let last = names.last, last != "-", !FileSystem.exists(last) {
      only = try catalogue.find(last)
      documents.removeLast()
    }
    guard !documents.isEmpty else { throw Refusal("name a document before the flow") }
    let read = try DocumentFiles.read(documents)
    let (files, unread) = (read.files, read.unread)
    let letters = only.map { $0.id.prefix { !$0.isNumber } }.flatMap {
      $0.isEmpty ? nil : String($0)
    }
    let set = DocumentSet(files, prefix: prefix ?? letters ?? "UC")
    let members = set.members.filter { $0.document != nil }
    let pairs: [(DocumentSet.Member, Flow)]
    if let only {
      pairs = [(try member(of: only, in: members), only)]
    } else {
      pairs = members.compactMap { member in catalogue.flow(id: member.flow.id).map { (member, $0) }
      }
      for member in members where catalogue.flow(id: member.flow.id) == nil {
        console.out("\(member.document ?? ""): there is no flow `\(member.flow.id)`\n")
      }
    }
    let excerpts = files + read.damaged + SourceFile.excerpts(from: pairs.map(\.1.path))
    // Print what of the documents cannot be read first, since it explains the differences.
    let lost =
      unread
      + set.diagnostics.filter { $0.severity == .error || $0.rule == .documentUnplaced }
    if format == .text { console.show(lost, in: files + read.damaged) }
    var remarks = lost
    var isSame = lost.isEmpty && pairs.count == (only == nil ? members.count : 1)
    for (member, flow) in pairs {
      let check = DocumentCheck(
        member.flow, at: member.document ?? "", against: flow, comparesWords: !onlyStructure)
      remarks += check.diagnostics
      if format == .text {
        console.show(check.diagnostics, in: excerpts, to: .standardOutput)
      }
      var words =
        "\(flow.id): \(check.rowCount) rows of the document, \(check.differenceCount) different"
      if check.allowedCount > 0 { words += ", \(check.allowedCount) allowed" }
      console.out(words + "\n")
      isSame = isSame && check.differenceCount == 0
    }
    if !lost.isEmpty {
      console.out("\(String.count(lost.count, "part")) of the documents cannot be compared\n")
    }
    if let report = format.report(remarks, in: excerpts) { reports(report) }
    if !isSame { throw ExitCode(1) }
  }

  private func member(
    of flow: Flow, in members: [DocumentSet.Member]
  ) throws -> DocumentSet.Member {
    if let member = members.first(where: { $0.flow.id == flow.id }) { return member }
    if members.count == 1 { return members[0] }
    let ids = members.map(\.flow.id).joined(separator: ", ")
    throw Refusal(
      ids.isEmpty
        ? "there is no use case in the documents"
        : "the documents have no use case `\(flow.id)`; they have: \(ids)")
  }
}
