import Diagnostics
import FlowEdit
import FlowTestSupport
import Testing

/// Alternatives of steps that get other numbers, whose ids do not begin with that of their step.
@Suite struct AlternativeIDsTests {
  private static let flow = """
    flow: UC1
    title: Pay

    steps:
      - step: 1
        user: enters the PIN
      - step: 2
        system: charges the card
      - step: 3
        system: shows the receipt
        next: end

    extensions:
      - extension: 2-3b
        case: The card is refused
        lines:
          - line: 1
            outside: Resumes at step 1
            next: 1
      - extension: 2-3b (3)
        case: The card is refused
        at: 3
        lines:
          - line: 1
            outside: As in 2-3b
            next: 2-3b.1
      - extension: A1
        case: Nothing is heard
        at: '2' # the charge
        meant at: 1
        lines:
          - line: 1
            outside: The use case ends
            next: end

    """

  private func inserted(before step: String) throws -> String {
    let file = SourceFile("UC1.yaml", text: Self.flow)
    let edit = try EditableFlows(flows: [file]).edit(
      .insert(["system": "asks the bank"], before: step), in: file.path)
    let found = try #require(edit.files.first)
    #expect(found.inverse.after == file.bytes)
    return String(decoding: try #require(found.after), as: UTF8.self)
  }

  @Test("Both ends of a range follow, and the step that an alternative is said to belong to")
  func ranges() throws {
    let first = try inserted(before: "1")
    for line in [
      "- extension: 3-4b\n", "- extension: 3-4b (4)\n", "at: 4\n", "next: 3-4b.1\n",
      "at: '3' # the charge\n", "meant at: 2\n",
    ] { #expect(first.contains(line), "\(line) in\n\(first)") }
    let last = try inserted(before: "3")
    for line in [
      "- extension: 2-4b\n", "- extension: 2-4b (4)\n", "at: 4\n", "next: 2-4b.1\n",
      "at: '2' # the charge\n", "meant at: 1\n",
    ] { #expect(last.contains(line), "\(line) in\n\(last)") }
  }
}
