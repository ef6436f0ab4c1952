import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// What a second import takes into a flow file that was edited since the first one.
@Suite struct FlowMergeTests {
  private static let document = """
    # UC1 Pay

    ## Main success scenario
    1. Guest enters the PIN.
    2. System charges the card.
    3. System shows the receipt.

    ## Extensions
    2a. The card is refused
    2a1. Resumes at step 1.
    """

  private func yaml(_ document: String) throws -> String {
    try #require(DocumentImport(SourceFile("UC1.md", text: document)).flows.first).yaml
  }

  /// The merge of a changed document into a changed flow file.
  private func merge(
    _ document: [(String, String)], _ file: [(String, String)]
  ) throws -> FlowMerge {
    let base = try yaml(Self.document)
    var (ours, theirs) = (base, Self.document)
    for (before, after) in file {
      try #require(ours.contains(before), "\(ours)")
      ours = ours.replacing(before, with: after)
    }
    for (before, after) in document {
      try #require(theirs.contains(before))
      theirs = theirs.replacing(before, with: after)
    }
    return FlowMerge(base: base, ours: ours, theirs: try yaml(theirs), at: "UC1.yaml")
  }

  private func flow(_ merge: FlowMerge) throws -> Flow {
    #expect(merge.problems.isEmpty, "\(merge.text)")
    let result = FlowLoader().load([SourceFile("UC1.yaml", text: merge.text)])
    return try #require(result.flows.first, "\(result.diagnostics)\n\(merge.text)")
  }

  private static let action = (
    "    system: charges the card\n",
    """
        system: charges the card
        # The payment team knows why.
        action: card.charge
        on: charged

    """
  )

  @Test("A sentence of the document and an action beside it are both kept, with comments")
  func both() throws {
    let merge = try merge([("shows the receipt", "prints the receipt")], [Self.action])
    let flow = try flow(merge)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.changes == 1)
    #expect(flow.steps.map(\.subject).contains("prints the receipt"))
    #expect(flow.step("2")?.action == "card.charge")
    #expect(merge.text.contains("# The payment team knows why.\n"))
  }

  @Test("An action follows its step, which has another number now")
  func renumbered() throws {
    let merge = try merge(
      [
        (
          "2. System charges the card.\n3. System shows",
          "2. System asks for a moment.\n3. System charges the card.\n4. System shows"
        ),
        ("2a. The", "3a. The"), ("2a1.", "3a1."),
      ], [Self.action])
    let flow = try flow(merge)
    #expect(merge.conflicts.isEmpty)
    #expect(flow.step("3")?.action == "card.charge")
    #expect(flow.step("2")?.action == nil)
    #expect(flow.step("4")?.subject == "shows the receipt")
  }

  @Test("The same words changed on both sides stay, with those of the document above")
  func conflict() throws {
    let merge = try merge(
      [("charges the card", "debits the card")],
      [("charges the card", "charges the account")])
    #expect(merge.conflicts.count == 1)
    let told = try #require(merge.conflicts.first)
    #expect(told.rule == .importConflict)
    #expect(told.message.contains("`system: debits the card` now"))
    #expect(told.message.contains("`system: charges the card`"))
    #expect(told.message.hasSuffix("here is `system: charges the account`"))
    #expect(merge.text.contains("    #   system: debits the card\n    system: charges the account"))
    let file = SourceFile("UC1.yaml", text: merge.text)
    let line = file.position(of: told.span.start).line
    #expect(
      merge.text.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
        == "    system: charges the account")
    #expect(try flow(merge).step("2")?.subject == "charges the account")
  }

  @Test("The same change on both sides is no conflict, and none is none")
  func same() throws {
    let words = ("charges the card", "debits the card")
    let both = try merge([words], [words])
    #expect(both.conflicts.isEmpty)
    let nothing = try merge([], [Self.action])
    #expect(nothing.changes == 0 && nothing.text.contains("card.charge"))
    let all = try merge([words], [])
    #expect(all.text == (try yaml(Self.document.replacing(words.0, with: words.1))))
  }

  @Test("A step that the document has no longer, and that was edited, is not lost")
  func removed() throws {
    let merge = try merge(
      [
        ("2. System charges the card.\n3. System shows", "2. System shows"),
        ("\n## Extensions\n2a. The card is refused\n2a1. Resumes at step 1.", ""),
      ], [Self.action])
    #expect(!merge.conflicts.isEmpty)
    #expect(merge.text.contains("action: card.charge"))
  }

  @Test("Names in code stay when the document changes the words beside them or adds a step")
  func names() throws {
    let names = [
      ("    system: charges the card\n", "    system: charges the card\n    name: charge\n"),
      ("    system: shows the receipt\n", "    system: shows the receipt\n    name: receipt\n"),
      ("    user: enters the PIN\n", "    user: enters the PIN\n    name: enterPIN\n"),
    ]
    let reworded = try merge([("the receipt", "the bill"), ("the PIN", "a PIN")], names)
    #expect(reworded.conflicts.isEmpty, "\(reworded.text)")
    let flow = try flow(reworded)
    #expect(flow.steps.prefix(3).map(\.name) == ["enterPIN", "charge", "receipt"])
    #expect(flow.steps.prefix(3).map(\.subject).last == "shows the bill")
    let added = try merge(
      [("3. System shows the receipt.", "3. System shows the receipt.\n4. System says good bye.")],
      names)
    #expect(added.conflicts.isEmpty, "\(added.text)")
    #expect(try self.flow(added).steps.prefix(3).map(\.name) == ["enterPIN", "charge", "receipt"])
  }

  @Test("Other line ends stay")
  func lineEnds() throws {
    let base = try yaml(Self.document)
    let ours = base.replacing("\n", with: "\r\n")
    let theirs = try yaml(Self.document.replacing("receipt", with: "bill"))
    let merge = FlowMerge(base: base, ours: ours, theirs: theirs, at: "UC1.yaml")
    #expect(merge.text == theirs.replacing("\n", with: "\r\n"))
  }

  @Test("The mark of an import is read as it is written, and is a comment of the flow file")
  func mark() throws {
    let text = try yaml(Self.document)
    let document = ImportMark.Source(
      path: "docs/UC1 pay.md", fingerprint: String(repeating: "0a", count: 20))
    let binding = ImportMark.Source(
      path: "docs/UC1.bind.yaml", fingerprint: String(repeating: "0b", count: 20))
    for mark in [ImportMark(document: document), ImportMark(document: document, binding: binding)] {
      try expect(mark, above: text)
    }
  }

  private func expect(_ mark: ImportMark, above text: String) throws {
    let marked = mark.added(to: text)
    #expect(marked.hasPrefix("# yaml-language-server"))
    let read = try #require(ImportMark.read(marked))
    #expect(read.mark == mark && read.rest == text)
    let returned = try #require(ImportMark.read(marked.replacing("\n", with: "\r\n")))
    #expect(returned.mark == mark && returned.rest == text.replacing("\n", with: "\r\n"))
    #expect(ImportMark.read(text) == nil)
    #expect(FlowLoader().load([SourceFile("UC1.yaml", text: marked)]).flows.count == 1)
  }
}
