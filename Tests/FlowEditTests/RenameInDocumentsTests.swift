import Diagnostics
import Files
import FlowCheck
import FlowEdit
import FlowFolder
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// New names where documents and their binding files name flows.
@Suite struct RenameInDocumentsTests {
  private let folder: Folder
  private static let document = """
    # UC1 Buy ü

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Cart** | |
    | **1.1** | **System displays screen ‘Cart’** | |
    | 1.1a | User selects Pay | 1.2 |
    | 1.1b | User selects Later | Go to: UC7 Shop |
    | **1.2** | **System executes partial flow PF2 Pay** | |
    | 1.2a | Result: Paid | Go to: UC7:1.1 |
    | 1.2b | Result: Not paid | 1.1 |
    | 1.2c | Event: A minute passes | 1.1 |

    """
  private static let binding = """
    # Ours: UC7 is next.
    flow: UC1
    facts: { member: [no, yes] }
    rows:
      1.1b: { says: User selects Later, if: { member: yes }, meant: goto UC7:1.1, why: UC7 }
      1.2b: { on: Not paid }

    """

  init() throws {
    folder = try Folder()
    try folder.write(Self.document, to: "docs/UC1.md")
    try folder.write(Self.binding, to: "docs/UC1.bind.yaml")
    try folder.write(
      "flow: UC7\ntitle: Shop\nsections:\n  - section: 1\n    title: Shop\n    steps:\n"
        + "      - step: 1.1\n        screen: Shop\n        rows:\n"
        + "          a: { user: leaves, next: end }\n", to: "docs/UC7.yaml")
    try folder.write(
      "flow: PF2\ntitle: Pay\nkind: partial flow\nresults: [Paid, Not paid]\n"
        + "facts: { member: [no, yes] }\nsections:\n  - section: 1\n    title: Pay\n    steps:\n"
        + "      - step: 1.1\n        screen: Pay\n        rows:\n"
        + "          a: { user: pays, next: result Paid }\n"
        + "          b: { user: leaves, next: result Not paid }\n", to: "docs/PF2.yaml")
  }

  private func renamed(_ operation: EditOperation, in file: String) throws -> FlowFolder {
    var flows = FlowFolder(folder.path("docs"))
    let before = flows.findings().findings.filter { $0.diagnostic.severity == .error }.count
    let edit = try flows.editable().edit(operation, in: folder.path("docs/\(file)"))
    try flows.write(edit)
    let after = flows.findings().findings.filter { $0.diagnostic.severity == .error }
    #expect(after.count <= before, "\(after.map(\.diagnostic.message))")
    return flows
  }

  @Test("A flow gets its new name in documents and beside them, where it is named and nowhere else")
  func flow() throws {
    _ = try renamed(.renameName(.flow("UC7"), to: "UC70"), in: "UC7.yaml")
    #expect(folder.text("docs/UC1.md") == Self.document.replacing("UC7", with: "UC70"))
    #expect(
      folder.text("docs/UC1.bind.yaml")
        == Self.binding.replacing("goto UC7", with: "goto UC70"))
  }

  @Test("A called flow, its results and a fact follow as well")
  func others() throws {
    _ = try renamed(.renameName(.flow("PF2"), to: "PF20"), in: "PF2.yaml")
    #expect(folder.text("docs/UC1.md").contains("executes partial flow PF20 Pay"))
    _ = try renamed(
      .renameName(.result(flow: "PF20", name: "Not paid"), to: "Declined"), in: "PF2.yaml")
    #expect(folder.text("docs/UC1.md").contains("Result: Declined | 1.1"))
    #expect(folder.text("docs/UC1.bind.yaml").contains("on: Declined"))
    _ = try renamed(.renameName(.fact("member"), to: "isMember"), in: "PF2.yaml")
    let binding = folder.text("docs/UC1.bind.yaml")
    #expect(binding.contains("{ isMember: [") && binding.contains("if: { isMember: yes }"))
  }

  @Test("A step with another id has it in documents that lead to it")
  func step() throws {
    _ = try renamed(.rename(.step("1.1"), to: "1.9"), in: "UC7.yaml")
    #expect(folder.text("docs/UC1.md").contains("Go to: UC7:1.9 |"))
    #expect(folder.text("docs/UC1.bind.yaml").contains("meant: goto UC7:1.9"))
  }

  @Test("Names that a text cannot carry are refused, and so is the name of a document's use case")
  func refused() throws {
    let text = Self.document.replacing("UC7 Shop", with: "[Shop](UC7_Shop.md)")
    try folder.write(text, to: "docs/UC1.md")
    let wanted: [(Mention.Subject, String)] = [
      (.flow("UC7"), "names it in other words, in UC1"),
      (.flow("UC1"), "the id of a use case is that of its heading"),
    ]
    for (subject, message) in wanted {
      let flows = FlowFolder(folder.path("docs")).editable()
      let error = #expect(throws: EditRefusal.self) {
        try flows.edit(.renameName(subject, to: "X1"), in: folder.path("docs/UC7.yaml"))
      }
      #expect(error?.message.contains(message) ?? false, "\(String(describing: error))")
    }
    #expect(folder.text("docs/UC1.md") == text)
  }

  @Test("In random folders with documents, a new name and the old one again give the same files")
  func random() throws {
    for seed in UInt64(1)...12 {
      var random = SplitMix(seed: seed)
      let targets = (0..<4).map { _ in
        random.pick(["Go to: UC7", "Go to: UC7:1.1", "Go to: UC7 Shop", "End", "1.1"])
      }
      let rows = targets.enumerated().map {
        "| 1.1\("abcd".dropFirst($0).prefix(1)) | User selects \($0) | \($1) |\n"
      }
      let text =
        "# UC1 Buy\n\n| # | Description | Next |\n|---|---|---|\n| **1** | **Cart** | |\n"
        + "| **1.1** | **System displays screen ‘Cart’** | |\n" + rows.joined()
      try folder.write(text, to: "docs/UC1.md")
      try folder.write(
        "flow: UC1\nrows:\n  1.1a: { meant: \(random.pick(["goto UC7", "end"])), why: so }\n",
        to: "docs/UC1.bind.yaml")
      let rest = random.pick(["UC7:1.1a", "UC7, UC7:1.1a", "UC7 left, UC7"])
      try folder.write(
        "requirements:\n  R1: { title: UC7, covers: [\(rest)] }\n", to: "docs/evidence/R.yaml")
      try folder.write(
        "flow: UC7\npaths:\n  - path: left\n    rows: [\(random.pick(["UC7:1.1a", "1.1a"]))]\n"
          + "    end: end\n", to: "docs/paths/UC7.yaml")
      let names = ["UC1.md", "UC1.bind.yaml", "UC7.yaml", "evidence/R.yaml", "paths/UC7.yaml"]
      let before = names.map { folder.text("docs/\($0)") }
      _ = try renamed(.renameName(.flow("UC7"), to: "Zebra9"), in: "UC7.yaml")
      // Of the names that are left, one is a title.
      let left = names.map { folder.text("docs/\($0)") }.joined().ranges(of: "UC7").count
      #expect(left == 1, "\(text)")
      _ = try renamed(.renameName(.flow("Zebra9"), to: "UC7"), in: "UC7.yaml")
      #expect(names.map { folder.text("docs/\($0)") } == before)
    }
  }
}
