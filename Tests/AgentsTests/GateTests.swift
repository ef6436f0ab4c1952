import FlowFolder
import FlowModel
import FlowReports
import JSON
import TestSupport
import Testing

@testable import Agents

/// Runs behind a gate: what an assistant can do, and what it cannot.
@Suite struct GateTests {
  @Test("A run goes to where somebody decides, by the answers of the commands")
  func start() async throws {
    let desk = try GateDesk(amount: "small")
    let gate = try desk.open()
    let answer = try await gate.start("A")
    #expect(answer.took == ["A:1a"])
    #expect(answer.step == "A:2")
    #expect(await refusal { try await gate.start("B") } == "`B` may not be started")
    #expect(desk.refunds == 0)
  }

  @Test("Answers, errors and timers cannot be taken, nor rows of other steps")
  func decided() async throws {
    let desk = try GateDesk()
    let gate = try desk.open()
    let handle = try await gate.start("A").handle
    for row in ["3c", "A:3c", "1a", "4a", "A:4a", "4b", "2a", "", "3", "again", "9.9z", "*a"] {
      #expect(await refusal { try await gate.take(handle, row) } != nil, "\(row)")
    }
    let words = await refusal { try await gate.take(handle, "3c") }
    #expect(words?.hasPrefix("`A:3c` is not decided by anybody") == true)
    #expect(try await gate.state(handle).step == "A:3")
    #expect(desk.refunds == 0)
  }

  @Test("What changes the world is done once a person has agreed, and once only")
  func person() async throws {
    let desk = try GateDesk()
    let gate = try desk.open()
    let first = try await gate.start("A").handle
    let handle = try await gate.enter(first, [("draft", "Sorry")]).handle
    #expect(try await gate.take(handle, "3a").needsPerson)
    #expect(try await gate.take(handle, "3a").needsPerson)
    #expect(desk.refunds == 0)
    #expect(gate.questions.open.count == 1)
    try desk.decide(.granted, in: gate)
    let done = try await gate.take(handle, "3a")
    #expect(done.took == ["A:3a", "A:4a"])
    #expect(desk.refunds == 1)
    #expect(await refusal { try await gate.take(handle, "3a") } != nil)
    #expect(desk.refunds == 1)
    #expect(desk.folder.text("asked").contains(#""words":"Sorry"}"#))
    #expect(desk.folder.text("asked").contains(#""secrets":{"code":"file:code.txt"}"#))
  }

  @Test("A person who refuses is obeyed, and an agreement is void once the run has gone on")
  func refused() async throws {
    let desk = try GateDesk()
    let gate = try desk.open()
    let handle = try await gate.enter(gate.start("A").handle, [("draft", "x")]).handle
    #expect(try await gate.take(handle, "3a").needsPerson)
    try desk.decide(.refused, in: gate)
    #expect(await refusal { try await gate.take(handle, "3a") } == "a person has refused `A:3a`")
    // Nothing else can decide it any more.
    #expect(gate.questions.open.isEmpty)
    let other = try await gate.enter(gate.start("A").handle, [("draft", "x")]).handle
    #expect(try await gate.take(other, "3a").needsPerson)
    _ = try await gate.take(other, "3b")
    #expect(gate.questions.open.isEmpty)
    #expect(desk.refunds == 0)
  }

  @Test("`by: agent` leaves a row to the agent, and `by: person` keeps one for a person")
  func by() async throws {
    let desk = try GateDesk(amount: "small")
    let gate = try desk.open()
    #expect(try await gate.take(gate.start("A").handle, "2a").took == ["A:2a", "A:4a"])
    #expect(desk.refunds == 1)
    let other = try GateDesk()
    let large = try other.open()
    #expect(try await large.take(large.start("A").handle, "3d").needsPerson)
    #expect(other.refunds == 0)
  }

  @Test("The gate's file gives no agent what the table keeps for a person")
  func kept() throws {
    let desk = try GateDesk(gate: GateDesk.gate + "\nrows:\n  A:3d: agent\n")
    #expect(throws: Agents.Gate.Problem.self) { try desk.open() }
    let other = try GateDesk(gate: GateDesk.gate + "\nrows:\n  A:2a: person\n").open()
    let row = try #require(other.catalogue.flow(id: "A")?.row("2a"))
    #expect(other.rows.taker(of: row) == .person)
  }

  @Test("A handle acts once, also between two hosts")
  func once() async throws {
    let desk = try GateDesk()
    let (one, two) = (try desk.open(), try desk.open())
    let handle = try await one.start("A").handle
    let tries = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<12 {
        group.addTask {
          await refusal { try await (number % 2 == 0 ? one : two).take(handle, "3b") } == nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(tries == 1)
  }

  @Test("Handles of others, changed handles and plain texts are refused")
  func handles() async throws {
    let (desk, stranger) = (try GateDesk(), try GateDesk())
    let gate = try desk.open()
    let handle = try await gate.start("A").handle
    let foreign = try await stranger.open().start("A").handle
    var bad = [foreign, "", "x", handle + "A", String(handle.dropLast()), handle.lowercased()]
    for place in stride(from: 0, to: handle.count, by: 41) {
      var letters = Array(handle)
      letters[place] = letters[place] == "A" ? "B" : "A"
      bad.append(String(letters))
    }
    for text in bad {
      #expect(await refusal { try await gate.take(text, "3b") } != nil)
      #expect(await refusal { try await gate.state(text) } != nil)
    }
    #expect(try await gate.take(handle, "3b").took == ["A:3b"])
    #expect(desk.refunds + stranger.refunds == 0)
  }

  @Test("A secret is refused from a caller, and other inputs only as the step says")
  func inputs() async throws {
    let desk = try GateDesk()
    let gate = try desk.open()
    let handle = try await gate.start("A").handle
    for (name, text) in [
      ("code", "123456"), ("draft", ""), ("draft", String(repeating: "x", count: 41)), ("no", "x"),
    ] {
      #expect(await refusal { try await gate.enter(handle, [(name, text)]) } != nil, "\(name)")
    }
    #expect(desk.refunds == 0)
  }

  @Test("A table that leads on another way goes on, and one whose step has changed says so")
  func release() async throws {
    let desk = try GateDesk()
    let handle = try await desk.open().start("A").handle
    try desk.folder.write(
      GateDesk.flow.replacing("title: A refund", with: "title: Refunds"), to: "Flows/A.yaml")
    let newer = try desk.open()
    let next = try await newer.enter(handle, [("draft", "x")]).handle
    #expect(try await newer.take(next, "3b").took == ["A:3b"])
    let other = try await newer.start("A").handle
    try desk.folder.write(
      GateDesk.flow.replacing("A large refund", with: "Another screen"), to: "Flows/A.yaml")
    let changed = try desk.open()
    #expect(await refusal { try await changed.take(other, "3b") }?.contains("changed") == true)
  }

  @Test("A refund that fails asks a person again before it is made again")
  func again() async throws {
    let desk = try GateDesk(refund: "exit 1")
    let gate = try desk.open()
    let handle = try await gate.enter(gate.start("A").handle, [("draft", "x")]).handle
    _ = try await gate.take(handle, "3a")
    try desk.decide(.granted, in: gate)
    let failed = try await gate.take(handle, "3a")
    #expect(failed.step == "A:4" && failed.text.contains("failed: "))
    try desk.folder.write("cat >> \(desk.folder.path)/asked; echo paid", to: "refund")
    #expect(try await gate.take(failed.handle, "again").needsPerson)
    #expect(desk.refunds == 0)
    try desk.decide(.granted, in: gate)
    #expect(try await gate.take(failed.handle, "again").took == ["A:4a"])
    #expect(desk.refunds == 1)
  }

  @Test("An agreement is for what was entered when the person saw it, and for the same tables")
  func circumstances() async throws {
    let desk = try GateDesk()
    let gate = try desk.open()
    let first = try await gate.start("A").handle
    let kind = try await gate.enter(first, [("draft", "Sorry")]).handle
    #expect(try await gate.take(kind, "3a").needsPerson)
    #expect(gate.questions.open.first?.words.contains("draft: “Sorry”") == true)
    try desk.decide(.granted, in: gate)
    for handle in [first, kind] {
      let other = try await gate.enter(handle, [("draft", "Go away")]).handle
      #expect(try await gate.take(other, "3a").needsPerson)
    }
    let text = GateDesk.flow.replacing("title: A refund", with: "title: Another")
    try desk.folder.write(text, to: "Flows/A.yaml")
    let newer = try desk.open()
    #expect(try await newer.take(kind, "3a").needsPerson)
    #expect(desk.refunds == 0)
    try desk.folder.write(GateDesk.flow, to: "Flows/A.yaml")
    #expect(try await desk.open().take(kind, "3a").took == ["A:3a", "A:4a"])
    #expect(desk.refunds == 1)
  }

  @Test("A folder that the gate runs is bound, by whatever path the gate's file names it")
  func bound() throws {
    let names = ["Flows", "./Flows/../Flows", "Flows/"]
    for flows in [""] + names.map({ "flows: \($0)\n" }) {
      let desk = try GateDesk(gate: flows + GateDesk.gate)
      let gate = try desk.open()
      let (path, folder) = (desk.folder.path("gate.yaml"), desk.folder.path("Flows"))
      #expect(Agents.Gate.binds(gate.file, at: path, folder: folder), "\(flows)")
      #expect(!Agents.Gate.binds(gate.file, at: path, folder: "/usr") || flows.isEmpty)
    }
  }

  @Test("For all runs it is decided that nothing changes the world without a person")
  func proofs() throws {
    #expect(try !GateDesk().open().proofs.fails)
    let text = try GateDesk().open().proofs.text
    #expect(text.contains("order.refund-needs-a-person: "))
  }
}
