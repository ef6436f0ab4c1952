import FlowKit
import FlowStore
import Testing

/// Requests, one after the other and at once.
@Suite struct RunsTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("A run goes on in another process, which has the secret of the request before")
  func processes() async throws {
    let first = try await shop.runs()
    let started = try await first.start("UC1", id: "a")
    #expect(started.place == "UC1:1.1" && started.version == 1)
    let asked = try await first.choose("order", in: "a", shop.entries(), seen: 1)
    #expect(asked.situation?.message == "tea will be ordered")
    let second = try await shop.runs()
    let end = try await second.choose("UC1:yes", in: "a", seen: 2)
    #expect(end.place == "UC1:1.6" && end.version == 3 && end.situation?.step.name == "coming")
    #expect(shop.service.calls == ["order", "pay"])
    #expect(shop.service.codes == ["open sesame".utf8.count])
  }

  @Test("Of two requests for one version, at once, one is told that the run has gone on")
  func twice() async throws {
    let (first, second) = (try await shop.runs(), try await shop.runs())
    try await first.start("UC1", id: "a")
    try await first.choose("order", in: "a", shop.entries())
    let refused = await withTaskGroup(of: Bool.self) { group in
      for runs in [first, second, first, second] {
        group.addTask {
          do { try await runs.choose("yes", in: "a", seen: 2) } catch StoreError.moved(let run) {
            return run.version == 3 && run.situation?.step.name == "coming"
          } catch { Issue.record(error) }
          return false
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == 3)
    #expect(shop.service.calls == ["order", "pay"])
  }

  @Test("What is unknown, there already, or over is told by its name")
  func wrong() async throws {
    let runs = try await shop.runs()
    await #expect { try await runs.look("x") } throws: { "\($0)" == "there is no run `x`" }
    await #expect { try await runs.choose("yes", in: "x") } throws: {
      "\($0)" == "there is no run `x`"
    }
    try await runs.start("UC1", id: "a")
    await #expect { try await runs.start("UC1", id: "a") } throws: {
      "\($0)" == "there is a run `a` already"
    }
    try await runs.choose("close", in: "a")
    #expect(try await runs.look("a").end == "end")
    await #expect { try await runs.choose("close", in: "a") } throws: {
      "\($0)" == "the run `a` has ended: end"
    }
  }

  @Test("A row that cannot be taken changes nothing, not even the version")
  func refused() async throws {
    let runs = try await shop.runs()
    try await runs.start("UC1", id: "a")
    await #expect(throws: RunnerError.self) { try await runs.choose("nothing", in: "a") }
    await #expect(throws: RunnerError.self) { try await runs.choose("order", in: "a") }
    await #expect(throws: RunnerError.self) {
      try await runs.choose("order", in: "a", shop.entries(code: "short"))
    }
    let run = try await runs.look("a")
    #expect(run.version == 1 && run.place == "UC1:1.1")
    #expect(try await runs.delivered().map(\.version) == [1])
  }

  @Test("A page before the first decision shows what a run begins with, and keeps nothing")
  func preview() async throws {
    let runs = try await shop.runs()
    let page = try await runs.preview("order")
    #expect(page.version == 1 && page.place == "UC1:1.1" && page.situation?.title == "Order")
    #expect(page.situation?.choices.map(\.isEnabled) == [true, true])
    #expect(try await runs.waiting(at: "UC1:basket").isEmpty)
    await #expect(throws: RunnerError.self) { try await runs.preview("UC9") }
    // The form of that page is one of the run that is started when it comes.
    try await runs.start("UC1", id: "a")
    #expect(try await runs.choose("close", in: "a", seen: page.version).end == "end")
  }

  @Test("Who waits at a step is found by its id and by its name, page by page")
  func search() async throws {
    let runs = try await shop.runs()
    for id in ["a", "b", "c", "d"] { try await runs.start("UC1", id: id) }
    try await runs.choose("close", in: "b")
    try await runs.choose("order", in: "c", shop.entries())
    #expect(try await runs.waiting(at: "UC1:1.1").map(\.id) == ["a", "d"])
    #expect(try await runs.waiting(at: "UC1:basket").map(\.id) == ["a", "d"])
    #expect(try await runs.waiting(at: "UC1:basket", after: "a").map(\.id) == ["d"])
    #expect(try await runs.waiting(at: "UC1:basket", most: 1).map(\.id) == ["a"])
    #expect(try await runs.waiting(at: "UC1:sure").map(\.id) == ["c"])
    #expect(try await runs.waiting(at: "UC1:sure' OR 1=1").isEmpty)
  }

  @Test("Updates have every row once, in the order of their run, and come again after an error")
  func outbox() async throws {
    let runs = try await shop.runs()
    try await runs.start("UC1", id: "a")
    try await runs.choose("order", in: "a", shop.entries())
    try await runs.choose("yes", in: "a")
    await #expect(throws: Service.Broken.self) {
      try await runs.deliver { _ in throw Service.Broken(detail: "") }
    }
    let all = try await runs.delivered()
    #expect(all.map(\.version) == [1, 2, 3])
    #expect(all[2].body.contains("\"row\":\"UC1:1.2a\""))
    #expect(all[2].body.contains("\"row\":\"UC1:1.4a\""))
    #expect(!all.contains { $0.body.contains("sesame") })
    #expect(try await runs.deliver { _ in } == 0)
  }
}
