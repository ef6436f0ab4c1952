import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct MigrateCommandTests {
  private static let old = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: Start
        rows:
          a: { user: starts, next: 2 }
      - step: 2
        screen: PIN
        rows:
          a: { user: enters PIN, next: 3 }
      - step: 3
        screen: Done
        rows:
          a: { user: leaves, next: end }
      - step: 4
        screen: Help
        rows:
          a: { user: leaves, next: end }

    """

  /// A new first step, another row at the screen of the PIN, and no more help.
  private static let new = """
    flow: X
    title: X
    steps:
      - step: 1
        screen: Welcome
        rows:
          a: { user: reads, next: 2 }
      - step: 2
        screen: Start
        rows:
          a: { user: starts, next: 3 }
      - step: 3
        screen: PIN
        rows:
          a: { user: enters PIN, next: 4 }
          b: { user: leaves, next: end }
      - step: 4
        screen: Done
        rows:
          a: { user: leaves, next: end }

    """

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(MigrateCommandTests.old, to: "old/X.yaml")
    try folder.write(MigrateCommandTests.new, to: "new/X.yaml")
    let program = try catalogue(in: folder.path("old")).compiled()
    var machine = try need(program.start(try need(program.catalogue.flow(id: "X"))))
    for name in ["first", "second", "third"] {
      let snapshot = try need(Snapshot(machine))
      let text = name == "third" ? snapshot.text { _ in "1" } : snapshot.json
      try folder.write(text + "\n", to: "runs/\(name).json")
      try machine.take(0)
    }
    try folder.write("{}", to: "runs/zero.json")
  }

  private func migrate(_ arguments: String...) async -> Outcome {
    await flowrun(
      ["migrate", folder.path("old"), folder.path("new")] + arguments, flows: nil)
  }

  @Test("A saved run that cannot be read does not keep the others from being tried")
  func unreadable() async throws {
    let all = await migrate("--snapshots", folder.path("runs"))
    try FileManager.default.removeItem(atPath: folder.path("runs/second.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("runs/second.json"), withDestinationPath: "nowhere.json")
    let outcome = await migrate("--snapshots", folder.path("runs"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("second.json"))
    let others = all.out.split(separator: "\n").filter {
      $0.contains("runs/") && !$0.contains("second")
    }
    #expect(others.count == 3)
    for line in others { #expect(outcome.out.contains(line)) }
  }

  @Test("`migrate` says which steps were renumbered, have changed, or are lost")
  func steps() async throws {
    let outcome = await migrate()
    #expect(
      outcome.out == """
          renumbered  X:1 -> X:2
          must be told  X:2 -> X:3: other things can happen at step `X:3` (it was `X:2`)
          renumbered  X:3 -> X:4
          lost  X:4: `X:4` is another step now
        steps: 0 stay, 2 renumbered, 1 must be told, 1 lost

        """)
    #expect(outcome.status == 1)
  }

  @Test("`migrate --snapshots` tries every saved run, also those with a code of the app")
  func snapshots() async throws {
    let outcome = await migrate("--snapshots", folder.path("runs"))
    let lines = outcome.out.replacing(folder.path + "/", with: "").split(separator: "\n").suffix(5)
    #expect(
      lines.joined(separator: "\n") == """
          renumbered  runs/first.json -> X:2
          must be told  runs/second.json -> X:3: the flows have changed since the snapshot: other \
        things can happen at step `X:3` (it was `X:2`); the run could go on at `X:3`
          renumbered  runs/third.json -> X:4
          lost  runs/zero.json: the snapshot has the format `none`; this reads `3`
        runs: 0 stay, 2 renumbered, 1 must be told, 1 lost
        """)
  }

  @Test("Nothing has to be done if nothing has changed, and `--all` lists the steps")
  func same() async throws {
    let path = folder.path("old")
    var outcome = await flowrun("migrate", path, path, flows: nil)
    #expect(outcome.status == 0)
    #expect(outcome.out == "steps: 4 stay, 0 renumbered, 0 must be told, 0 lost\n")
    outcome = await flowrun("migrate", path, path, "--all", flows: nil)
    #expect(outcome.out.hasPrefix("  stays  X:1\n"))
    outcome = await flowrun("migrate", flowsFolder, flowsFolder, "--as-meant", flows: nil)
    #expect(outcome.status == 0, "\(outcome.out)")
  }

  @Test("`migrate --format json` lists every step for programs")
  func json() async throws {
    let outcome = await migrate("--format", "json")
    #expect(
      outcome.out.hasPrefix(
        "{\"steps\":[{\"step\":\"X:1\",\"fate\":\"renumbered\",\"now\":\"X:2\"},"))
  }

  @Test("Flows that are missing or not complete are refused with status 2")
  func refused() async throws {
    for (flow, values) in [("X", "a, b"), ("Y", "a, c")] {
      let steps =
        "steps:\n  - { step: 1, screen: A }\n  - { step: 2, system: goes on, next: end }\n"
      try folder.write(
        "flow: \(flow)\ntitle: X\nfacts: { f: [\(values)] }\n\(steps)", to: "broken/\(flow).yaml")
    }
    var outcome = await flowrun("migrate", folder.path("old"), folder.path("broken"), flows: nil)
    #expect(outcome.status == 2)
    #expect(
      outcome.err.hasSuffix(
        "flowrun: the new flows are not complete: `flowrun check` says what is missing\n"))
    outcome = await migrate("--snapshots", folder.path("nowhere"))
    #expect(outcome.status == 2)
  }
}
