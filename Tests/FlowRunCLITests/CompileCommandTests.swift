import FlowTestSupport
import TestSupport
import Testing

@Suite struct CompileCommandTests {
  /// The output of a command with the project's flows, and with the same flows compiled.
  private func both(_ arguments: [String]) async throws -> (yaml: Outcome, compiled: Outcome) {
    let folder = try Folder()
    let made = await flowrun("compile", flowsFolder, "-o", folder.path("app.flows"), flows: nil)
    #expect(made.status == 0)
    #expect(made.out + made.err == "")
    return (await flowrun(arguments), await flowrun(arguments, flows: folder.path("app.flows")))
  }

  @Test(
    "Every command prints the same for compiled flows",
    arguments: [
      ["list"], ["table", "UC2.3", "--format", "json"], ["print", "UC2.3"], ["paths", "UC2.3"],
      ["graph", "UC2.3"], ["UC2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "json"],

    ])
  func sameOutput(_ arguments: [String]) async throws {
    let (yaml, compiled) = try await both(arguments)
    #expect(compiled.status == yaml.status)
    #expect(compiled.out == yaml.out)
    #expect(!compiled.out.isEmpty)
  }

  @Test("`check` says that it checks what a compiled file was made from")
  func check() async throws {
    let folder = try Folder()
    _ = await flowrun("compile", flowsFolder, "-o", folder.path("app.flows"), flows: nil)
    let outcome = await flowrun("check", folder.path("app.flows"), flows: nil)
    #expect(outcome.status == 2)
    #expect(
      outcome.err
        == """
        flowrun: `\(folder.path("app.flows"))` is a file of compiled flows; check the folder \
        that it was made from\n
        """
    )
  }

  private static let menu = """
    flow: UC1
    title: Menu
    steps:
      - step: 1
        screen: Menu
        buttons: [Refresh, Sign out]
        rows:
          a: { user: selects Refresh, next: 1 }
          b: { user: selects Sign out, next: end }

    """

  @Test("An id that means something else than in the lock is refused, until names or `--accept`")
  func lock() async throws {
    let folder = try Folder(["Flows/UC1.yaml": Self.menu])
    let output = folder.path("Menu.flows")
    func compile(_ options: String...) async -> Outcome {
      await flowrun(["compile", folder.path("Flows"), "-o", output] + options, flows: nil)
    }
    #expect(await compile().status == 0)
    #expect(folder.text("Menu.lock").contains("UC1:1b\tuser\tselects Sign out\t"))
    let before = folder.text("Menu.lock")
    let swapped = Self.menu.replacing("Refresh, next: 1", with: "X, next: end")
      .replacing("Sign out, next: end", with: "Refresh, next: 1").replacing("X,", with: "Sign out,")
    try folder.write(swapped, to: "Flows/UC1.yaml")
    let refused = await compile()
    #expect(refused.status == 1)
    let line = "Flows/UC1.yaml:8: error: `UC1:1a` was “selects Refresh” at"
    #expect(refused.err.contains(line), "\(refused.err)")
    #expect(refused.err.contains("; that is `UC1:1b` now"))
    #expect(refused.err.contains("help: `flowrun name UC1`"))
    #expect(folder.text("Menu.lock") == before)
    // Names are a way out, and so is to accept it.
    let shown = await flowrun("name", "UC1", "--diff", flows: folder.path("Flows"))
    #expect(shown.status == 1)
    #expect(shown.out.contains("+      a: { user: selects Sign out, name: signOut, next: end }"))
    #expect(folder.text("Flows/UC1.yaml") == swapped)
    let named = await flowrun("name", "UC1", flows: folder.path("Flows"))
    #expect(named.status == 0)
    #expect(named.out.contains("UC1:1a  signOut  User selects Sign out\n"), "\(named.out)")
    #expect(await compile().status == 0)
    #expect(folder.text("Menu.lock").contains("\n- UC1:1a\t"))
    #expect(folder.text("Menu.lock").contains("\nUC1:signOut\tuser\tselects Sign out\t"))
    let trace = await flowrun(
      "UC1", "--rows", "refresh,signOut", "--trace", "text", "--names", flows: folder.path("Flows"))
    #expect(trace.out.contains("UC1:1a  User selects Sign out -> end  [signOut]\n"), "\(trace.out)")
    try folder.write(Self.menu, to: "Flows/UC1.yaml")
    #expect(await compile().status == 0)
    try folder.write(swapped, to: "Flows/UC1.yaml")
    #expect(await compile("--accept").status == 0)
    #expect(await compile().status == 0)
    #expect(!folder.text("Menu.lock").contains("\n- "))
    for damaged in ["<<<<<<< ours\n", "", String(folder.text("Menu.lock").dropLast(4))] {
      try folder.write(damaged, to: "Menu.lock")
      let refused = await compile()
      #expect(refused.status == 2)
      #expect(refused.err.contains("write it anew with `flowrun compile --accept`"))
    }
    #expect(await compile("--accept").status == 0)
  }

  @Test("Words that are exchanged under names, and an id that comes back, are refused as well")
  func names() async throws {
    let named = Self.menu.replacing("Refresh, next", with: "Refresh, name: refresh, next")
      .replacing("Sign out, next", with: "Sign out, name: signOut, next")
    let folder = try Folder(["Flows/UC1.yaml": named])
    func compile(_ text: String) async throws -> Outcome {
      try folder.write(text, to: "Flows/UC1.yaml")
      return await flowrun(
        ["compile", folder.path("Flows"), "-o", folder.path("Menu.flows")], flows: nil)
    }
    #expect(try await compile(named).status == 0)
    let refused = try await compile(
      named.replacing("selects Refresh", with: "selects X")
        .replacing("selects Sign out", with: "selects Refresh")
        .replacing("selects X", with: "selects Sign out"))
    #expect(refused.status == 1)
    #expect(refused.err.contains("error: `UC1:refresh` was “selects Refresh” at"))
    #expect(refused.err.contains("help: give each name to the row that it was made for"))
    // Row b is deleted, and another one gets its id.
    #expect(try await compile(Self.menu).status == 0)
    let row = "      b: { user: selects Sign out, next: end }\n"
    #expect(try await compile(Self.menu.replacing(row, with: "")).status == 0)
    let back = try await compile(Self.menu.replacing("selects Sign out", with: "selects Delete"))
    #expect(back.status == 1)
    #expect(back.err.contains("”, then gone, and is “selects Delete” at"), "\(back.err)")
  }

  @Test("`replay` runs the scripts of the nearest folder on compiled flows")
  func replay() async throws {
    let (_, compiled) = try await both(["replay", "UC2.3"])
    #expect(compiled.status == 0)
    #expect(compiled.out.hasSuffix(" passed, 0 failed\n"))
  }

  @Test("Flows that lead to nothing yet are compiled with a warning each, and runs end there")
  func missing() async throws {
    let folder = try Folder()
    try folder.write(
      """
      flow: X
      title: X
      sections:
        - section: 1
          title: All
          steps:
            - step: 1.1
              screen: Menu
              rows:
                a: { user: goes on, next: 9.9 }
                b: { user: goes elsewhere, next: goto Y }
                c: { user: looks it up, next: 1.2 }
            - step: 1.2
              call: Z
              rows:
                a: { result: Done, next: error E }

      """, to: "Flows/X.yaml")
    let made = await flowrun(
      "compile", folder.path("Flows"), "-o", folder.path("x.flows"), flows: nil)
    #expect(made.status == 0)
    #expect(made.out == "")
    for problem in [
      ":10:37: warning: step `9.9` does not exist [unknown-target]",
      "warning: there is no flow `Y`", "warning: there is no flow `Z`",
      "warning: there is no error flow `E`",
    ] {
      #expect(made.err.contains(problem), "\(made.err)")
    }
    #expect(!made.err.contains("error:"))
    for flows in [folder.path("x.flows"), folder.path("Flows")] {
      for (row, end) in [("1.1a", "9.9"), ("1.1b", "goto Y")] {
        let run = await flowrun("X", "--rows", row, flows: flows)
        #expect(run.out == "end: missing \(end)\n")
        #expect(run.status == 2)
      }
    }
    for command in [
      ["list"], ["table", "X"], ["print", "X"], ["paths", "X"], ["graph", "X"], ["prove"],
      ["swift"],
    ] + ["scxml", "bpmn", "asl"].map({ ["export", "X", "--to", $0, "-o", folder.path($0)] }) {
      let outcome = await flowrun(command, flows: folder.path("Flows"))
      #expect(outcome.status == 0, "\(command)")
      #expect(
        outcome.err == "flowrun: note: 4 problems in the flows; see `flowrun check`\n",
        "\(command)")
    }
  }

  @Test("Flows that cannot be used together are not compiled, and one of them runs")
  func differing() async throws {
    let folder = try Folder()
    let steps = "steps:\n  - { step: 1, screen: A }\n  - { step: 2, system: goes on, next: end }\n"
    for (flow, values) in [("X", "a"), ("Y", "a, c")] {
      try folder.write(
        "flow: \(flow)\ntitle: X\nfacts: { f: [\(values)] }\n\(steps)", to: "Flows/\(flow).yaml")
    }
    let flows = folder.path("Flows")
    let made = await flowrun("compile", flows, "-o", folder.path("x.flows"), flows: nil)
    #expect(made.status == 2)
    #expect(made.err.contains("the fact `f` has other values in `X`"))
    let listed = await flowrun("list", flows: flows)
    #expect(listed.status == 2)
    #expect(listed.out.hasPrefix("X "))
    #expect(!listed.out.contains("Y "))
    let run = await flowrun("X", "--rows", "1,2", "--trace", "full", flows: flows)
    #expect(run.out.hasSuffix("ended\n"))
  }

  @Test("`diff` finds no difference between flows and what was compiled from them")
  func diff() async throws {
    let folder = try Folder()
    _ = await flowrun("compile", flowsFolder, "--output", folder.path("app.flows"), flows: nil)
    let outcome = await flowrun(
      "diff", folder.path("app.flows"), flowsFolder, "--exit-code", flows: nil)
    #expect(outcome.out == "nothing is different\n")
    #expect(outcome.status == 0)
  }

  @Test("A file that is not compiled flows is refused with what to do")
  func refused() async throws {
    let folder = try Folder()
    let yaml = flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml"
    let named = await flowrun("list", flows: yaml)
    #expect(named.status == 2)
    #expect(named.err == "flowrun: `\(yaml)`: name the folder of this file\n")
    try folder.write("other", to: "other.flows")
    let refused = await flowrun("list", flows: folder.path("other.flows"))
    #expect(refused.status == 2)
    #expect(
      refused.err
        == "flowrun: `\(folder.path("other.flows"))`: this is not a file of compiled flows\n")
  }

  @Test("Flows with an error are not compiled")
  func errors() async throws {
    let folder = try Folder()
    try folder.write("flow: A\ntitle: A\n", to: "A.yaml")
    let outcome = await flowrun("compile", folder.path, "-o", folder.path + "/a.flows", flows: nil)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("[missing-key]"))
  }
}
