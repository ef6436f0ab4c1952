import FlowEdit
import FlowFolder
import FlowModel
import Foundation
import TestSupport
import Testing

@Suite struct WritingTests {
  private static let flow = """
    flow: A
    title: A
    steps:
      - step: 1 # begins
        system: begins
        next: end

    """
  private static let path = """
    flow: A
    paths:
      - path: all
        rows: [1]
        end: end

    """

  private func opened(_ body: (Folder, inout FlowFolder) throws -> Void) throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow, "Flows/paths/A.yaml": Self.path])
    var flows = FlowFolder(folder.path("Flows"))
    try body(folder, &flows)
  }

  @Test("A change of several files is written, and its inverse gives every byte again")
  func write() throws {
    try opened { folder, flows in
      let path = folder.path("Flows/A.yaml")
      let edit = try flows.editable().edit(.rename(.step("1"), to: "2"), in: path)
      try flows.write(edit)
      #expect(folder.text("Flows/A.yaml").contains("step: 2 # begins"))
      #expect(folder.text("Flows/paths/A.yaml").contains("rows: [2]"))
      #expect(flows.flow(at: path)?.step("2") != nil)
      try flows.write(edit.inverse)
      #expect(folder.text("Flows/A.yaml") == Self.flow)
      #expect(folder.text("Flows/paths/A.yaml") == Self.path)
    }
  }

  @Test("A new file is written, and goes away again")
  func create() throws {
    try opened { folder, flows in
      let flow: EditValue = ["flow": "B", "title": "B", "outline": "to be written"]
      let path = folder.path("Flows/B.yaml")
      let edit = try flows.editable().edit(.create(flow), in: path)
      try flows.write(edit)
      #expect(flows.flow(at: path)?.title == "B")
      try flows.write(edit.inverse)
      #expect(folder.text("Flows/B.yaml").isEmpty)
      #expect(flows.paths == [folder.path("Flows/A.yaml")])
    }
  }

  @Test("Nothing is written over a file that somebody else has saved meanwhile")
  func changedMeanwhile() throws {
    try opened { folder, flows in
      let edit = try flows.editable().edit(
        .rename(.step("1"), to: "2"), in: folder.path("Flows/A.yaml"))
      try folder.write(Self.path + "# saved meanwhile\n", to: "Flows/paths/A.yaml")
      do throws(EditRefusal) {
        try flows.write(edit)
        Issue.record("It was written")
      } catch {
        #expect(error.kind == .changedMeanwhile)
      }
      #expect(folder.text("Flows/A.yaml") == Self.flow)
      #expect(folder.text("Flows/paths/A.yaml").hasSuffix("# saved meanwhile\n"))
    }
  }

  @Test("If one of several files cannot be written, the others keep their content")
  func oneFails() throws {
    try opened { folder, flows in
      let edit = try flows.editable().edit(
        .rename(.step("1"), to: "2"), in: folder.path("Flows/A.yaml"))
      // Where the new content would be drafted, a folder is in the way.
      let draft = folder.path("Flows/paths/A.yaml.\(getpid()).new")
      try FileManager.default.createDirectory(
        atPath: draft, withIntermediateDirectories: false)
      do throws(EditRefusal) {
        try flows.write(edit)
        Issue.record("It was written")
      } catch {
        #expect(error.message.contains("Flows/paths/A.yaml` cannot be written"))
      }
      #expect(folder.text("Flows/A.yaml") == Self.flow)
      #expect(folder.text("Flows/paths/A.yaml") == Self.path)
    }
  }
}
