import Diagnostics
import Files
import FlowLoader
import FlowModel
import FlowTestSupport
import FlowTexts
import FlowTranslation
import TestSupport
import Testing

/// What is found about texts, in the words of the rules' pages.
@Suite struct FindingTests {
  private static let flow = """
    flow: A
    title: A
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Start
            name: home
            message: 'Room {room} is held'
            buttons: [Go on, Leave]
            action: room.hold
            values: [room]
            rows:
              a: { user: selects Go on, next: end }
              b: { user: selects Leave, next: end }
              c: { case: It is held, on: held, next: end }

    """

  /// What is found, as `check` prints it.
  private func found(_ yaml: String, path: String = "Flows/texts/et.yaml") -> String {
    let file = SourceFile(path, text: yaml)
    let flows = FlowLoader().load([SourceFile("A.yaml", text: Self.flow)]).readable
    let translation = Translation(TextsFile(file), of: flows.flows, besides: ["B"])
    return DiagnosticRenderer(files: [file])
      .render(translation.file.diagnostics + translation.diagnostics)
  }

  private let all = """
        message: 'Tuba {room} on kinni'
        button 1: Edasi
        button 2: Lahku

    """

  @Test(
    "The page of a rule shows what the check says",
    arguments: [
      ("text-missing", "A:\n  home:\n    screen: { of: lhgtgf, text: Avaleht }\n"),
      ("text-older", "A:\n  home:\n    screen: { of: bcdfgh, text: Avaleht }\n"),
      ("text-unknown", "A:\n  home:\n    screen: Algus\n  hom:\n    screen: x\n"),
      (
        "text-values",
        "A:\n  home:\n    screen: x\n    message: { of: rxkzvk, text: 'Tuba {ruum} on kinni' }\n"
      ),
    ])
  func pages(rule: String, yaml: String) throws {
    let page = String(
      decoding: try FileSystem.read("\(projectFolder)/docs/rules/\(rule).md"), as: UTF8.self)
    let start = try #require(page.firstRange(of: "```text\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "```\n"))
    let shown = String(page[start.upperBound..<end.lowerBound])
    let text = found(yaml)
    #expect(text.contains(shown), "\(text)")
  }

  @Test("What is wrong with a file whatever the flows are is said with its place")
  func damaged() {
    #expect(found("A: x\n").contains(":1:4: error: `A` must be the texts of a flow [wrong-kind]"))
    #expect(found("A:\n  title: { of: x }\n").contains("`title` has no `text` [missing-key]"))
    #expect(
      found("A:\n  title: { text: x, off: y }\n").contains("`off` is not a key of a translation"))
    #expect(found("words:\n  usr: x {}\n").contains("did you mean `user`?"))
    #expect(found("words:\n  user: x\n").contains("`user` must have `{}` once"))
    #expect(found("A:\n  title: x\n  title: y\n").contains("[duplicate-key]"))
    #expect(
      found("A:\n  title: x\n", path: "Flows/texts/estonian.yaml")
        .contains("`estonian` is not the tag of a language [file-name]"))
  }

  @Test("A part that is translated by its id and by its name is translated twice")
  func twice() {
    let text = found("A:\n  home:\n    screen: x\n\(all)  '1.1':\n    screen: y\n    button 1: z\n")
    #expect(text.contains("`screen` of `1.1` is translated twice [duplicate-key]"))
    #expect(text.contains("`button 1` of `1.1` is translated twice [duplicate-key]"))
  }

  @Test("Texts of a flow that cannot be read are not said to be of nothing")
  func unread() {
    let text = found("A:\n  home:\n    screen: x\n\(all)B:\n  title: x\nC:\n  title: x\n")
    #expect(!text.contains("there is no flow `B`"))
    #expect(text.contains("there is no flow `C`"))
  }

  @Test("The entries of a list follow their words when these change places")
  func lists() {
    let flows = FlowLoader().load([SourceFile("A.yaml", text: Self.flow)]).readable
    let words = flows.flows[0].texts.filter { $0.list == "button" }
    let yaml = """
      A:
        home:
          button 1: { of: \(words[1].fingerprint), text: Lahku }
          button 2: { of: \(words[0].fingerprint), text: Edasi }
      """
    let translation = Translation(
      TextsFile(SourceFile("Flows/texts/et.yaml", text: yaml)), of: flows.flows)
    let found = translation.items.filter { $0.text.list == "button" }
    #expect(found.map(\.entry?.text) == ["Edasi", "Lahku"])
    #expect(!found.contains { !$0.isUsed })
  }
}
