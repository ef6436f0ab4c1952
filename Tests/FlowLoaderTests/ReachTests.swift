import Diagnostics
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@Suite struct ReachTests {
  @Test("A flow is loaded with what it reaches, and is the same as in the whole catalogue")
  func reach() throws {
    let whole = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let part = try #require(
      FlowLoader().load("UC2.3", andWhatItReachesIn: flowsFolder).catalogue)
    let counts = whole.flows.compactMap {
      FlowLoader().load($0.id, andWhatItReachesIn: flowsFolder).catalogue?.flows.count
    }
    #expect(counts.count == whole.flows.count)
    #expect(counts.contains { $0 < whole.flows.count })
    let flow = try #require(part.flow(id: "UC2.3"))
    #expect(flow.rows.map(\.qualified) == whole.flow(id: "UC2.3")?.rows.map(\.qualified))
    #expect(part.flow(id: "PF2.8") != nil)
  }

  @Test("Neither scripts named as the flow nor flows out of reach are read")
  func scripts() throws {
    let folder = try Folder()
    for scripts in FlowLoader.scriptFolders {
      try folder.write("flow: UC1\npaths: []\n", to: "\(scripts)/UC1.yaml")
    }
    let flow = "flow: UC1\ntitle: T\nsteps:\n  - step: 1\n    user: acts\n    next: end\n"
    try folder.write(flow, to: "UC1.yaml")
    try folder.write("flow: UC2\nwrong\n", to: "UC2.yaml")
    let result = FlowLoader().load("UC1", andWhatItReachesIn: folder.path)
    #expect(result.catalogue?.flows.map(\.id) == ["UC1"])
    #expect(result.diagnostics.isEmpty)
  }

  @Test("A flow is found by its alias, in any letter case")
  func alias() throws {
    let result = FlowLoader().load("Unlock-The-App", andWhatItReachesIn: flowsFolder)
    #expect(try #require(result.catalogue).flow(id: "UC2.3") != nil)
  }

  @Test("Where the names of the files do not lead to a flow, everything is loaded")
  func unknown() throws {
    let whole = FlowLoader().load(folder: flowsFolder)
    let result = FlowLoader().load("UC0.0", andWhatItReachesIn: flowsFolder)
    #expect(result.flows.map(\.id) == whole.flows.map(\.id))
  }

  @Test("Files read on several threads give what they give on one")
  func threads() throws {
    let files = (0..<200).map { index in
      let next = index % 7 == 0 ? "goto UC\(index + 1000)" : "goto UC\((index + 1) % 200)"
      let text =
        "flow: UC\(index)\ntitle: T\nsteps:\n  - step: 1\n    user: acts\n    next: \(next)\n"
      return SourceFile("UC\(index).yaml", text: text)
    }
    let one = FlowLoader().load(files)
    let four = FlowLoader(threads: 4).load(files)
    #expect(four.flows.map(\.id) == one.flows.map(\.id))
    #expect(four.diagnostics == one.diagnostics)
    #expect(one.diagnostics.count == 29)
  }
}
