import FlowProof
import Foundation
import JSON
import TestSupport
import Testing

@testable import FlowFolder
@testable import FlowRunCLI
@testable import Studio

/// A folder with a `flowrun.yaml` says the same to every command, wherever the command is started.
@Suite struct OneFolderTests {
  private static let settings = """
    flows: specs
    baseline: known.txt
    rules: { numbering-gap: off, self-loop: error, never-triggered: off }

    """
  private static let hotel = """
    flow: UC1
    title: Book
    steps:
      - step: 1.1
        screen: Home
        buttons: [Again, Close, Help, More]
        rows:
          a: { user: selects Again, next: 1.1 }
          b: { user: selects Close, next: goto UC2 }
      - step: 1.3
        notice: Bye
        next: 9.9

    """
  private static let offer = """
    flow: UC2
    title: Offer
    rules:
      - rule: never-bye
        never: UC2:1.1a
        because: It is only an example
    steps:
      - step: 1.1
        screen: Offer
        buttons: [Close, Again]
        rows:
          a: { user: selects Close, next: end }
          b: { user: selects Again, next: 1.1 }

    """
  private static let rules = """
    rules:
      - rule: known-one
        never: UC1:1.1a
        because: It is in the baseline
      - rule: not-seen
        start: UC2
        never: UC1:1.1a
        after: UC1:1.1b
        because: Nothing comes to it, which the settings do not want to know
    """
  private static let known = [
    "button-without-row UC1:1.1 Help", "house-rule known-one",
  ]

  let folder: Folder

  init() throws {
    folder = try Folder([
      "flowrun.yaml": Self.settings, "specs/UC1.yaml": Self.hotel,
      "specs/offers/UC2.yaml": Self.offer, "specs/rules/house.yaml": Self.rules,
      "known.txt": Self.known.map { "\($0)\n" }.joined(), "elsewhere/note.txt": "",
    ])
  }

  // MARK: Findings, each as one line

  /// A finding without the way to its folder.
  static func line(
    _ path: String, _ line: Int64?, _ rule: String, _ severity: String, _ message: String
  ) -> String {
    let file = path.split(separator: "/").last ?? ""
    return "\(file):\(line ?? 0) \(severity) \(rule): \(message)"
  }

  func run(_ arguments: [String], in place: String) async throws -> (String, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: builtFlowrun)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path(place))
    let output = Pipe()
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    return try await onOwnThread {
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }
  }

  /// What `check --format json` shows that has to be looked at.
  private func checked(_ arguments: [String], in place: String) async throws -> [String] {
    let (out, status) = try await run(["check", "--format", "json"] + arguments, in: place)
    #expect(status == 1)
    let json = try #require(JSONValue(parsing: out), "\(out)")
    let findings = json["findings"]?.array ?? []
    return findings.filter { $0["standing"]?.string == "open" }.map {
      Self.line(
        $0["file"]?.string ?? "", $0["line"]?.integer, $0["rule"]?.string ?? "",
        $0["severity"]?.string ?? "", $0["message"]?.string ?? "")
    }.sorted()
  }

  /// The lines of findings in a text for people.
  static func told(_ text: String) throws -> [String] {
    let pattern = /([^:\n]+):(\d+):\d+: (error|warning|note): (.*) \[([a-z-]+)\]/
    return text.matches(of: pattern).map {
      line(String($0.1), Int64($0.2), String($0.5), String($0.3), String($0.4))
    }.sorted()
  }

  @Test("All commands find the same in a folder with settings, from three places and by file")
  func commands() async throws {
    let all = try await checked([], in: ".")
    #expect(all.count == 6, "\(all)")
    for (rule, count) in [
      "self-loop": 2, "numbering-gap": 0, "never-triggered": 0, "house-rule": 1,
    ] {
      #expect(all.count { $0.contains(" \(rule): ") } == count, "\(rule): \(all)")
    }
    #expect(!all.contains { $0.contains("`Help`") || $0.contains("known-one") })
    let root = folder.path
    // check: from the root, from a folder in the folder, from elsewhere; with and without
    // `--flows`.
    #expect(try await checked([], in: "specs/offers") == all)
    #expect(try await checked(["specs"], in: ".") == all)
    #expect(try await checked(["\(root)/specs"], in: "elsewhere") == all)
    #expect(try await checked(["--flows", "../specs"], in: "elsewhere") == all)
    // check FILE and check of a folder in it: only what is in there, and about the same flows.
    for name in ["UC1.yaml", "offers/UC2.yaml", "offers"] {
      let part = all.filter { $0.hasPrefix(name == "UC1.yaml" ? "UC1" : "UC2") }
      #expect(!part.isEmpty)
      #expect(try await checked(["specs/\(name)"], in: ".") == part)
      #expect(try await checked([name], in: "specs") == part)
      #expect(try await checked(["\(root)/specs/\(name)"], in: "elsewhere") == part)
      #expect(
        try await checked(["--flows", "\(root)/specs", "../specs/\(name)"], in: "elsewhere") == part
      )
    }
    // The text, and what the hook of pre-commit runs.
    #expect(try Self.told(try await run(["check"], in: "specs").0) == all)
    #expect(try Self.told(try await run(try hook(), in: ".").0) == all)
    #expect(try await watched(in: ".") == all)
    #expect(try await watched(in: "specs/offers") == all)
    #expect(try await watched("\(root)/specs", in: "elsewhere") == all)
    // prove: the house rules.
    let broken = all.filter { $0.contains(" house-rule: ") }
    for (arguments, place) in [
      ([], "."), ([], "specs/offers"), (["--flows", "\(root)/specs"], "elsewhere"),
    ] {
      #expect(try await proven(arguments, in: place) == broken, "\(place)")
    }
  }

  @Test("House rules are decided only if their findings are asked for")
  func decided() {
    func decides(_ change: (inout CheckRequest) -> Void) -> Bool {
      var request = CheckRequest()
      change(&request)
      var opened = FlowFolder(folder.path("specs"))
      _ = opened.findings(request)
      return opened.proofs.decided > 0
    }
    #expect(decides { _ in })
    #expect(decides { $0.only = ["house-rule"] })
    #expect(!decides { $0.only = ["self-loop"] })
    #expect(!decides { $0.except = ["house-rule"] })
    #expect(decides { $0.except = ["never-triggered"] })
  }

  @Test(
    "A slip in the settings, or a wrong baseline, is found everywhere; `check` ends with 2"
  )
  func wrongSettings() async throws {
    for (settings, words) in [
      ("flows: specs\nrulez: {}\n", "the settings have no key `rulez`"),
      ("flows: specs\nbaseline: elsewhere/note.txt\n", "this is not a baseline"),
      ("flows: specs\nbaseline: nowhere.txt\n", "cannot be"),
    ] {
      try folder.write("lorem ipsum\n", to: "elsewhere/note.txt")
      try folder.write(settings, to: "flowrun.yaml")
      for arguments in [["check"], ["check", "specs/UC1.yaml"]] {
        let (out, status) = try await run(arguments, in: ".")
        #expect(status == 2 && out.contains(words), "\(arguments): \(out)")
      }
      let told = try edited("UC1.yaml", in: folder.path("specs"))
      #expect(told.contains { $0.contains(words) }, "\(told)")
    }
  }

  // MARK: The editor

  @Test("The editor finds what `check` finds, whichever file is opened first")
  func editor() async throws {
    let all = try await checked([], in: ".")
    for name in ["UC1.yaml", "offers/UC2.yaml", "rules/house.yaml"] {
      #expect(try edited(name, in: folder.path("specs")) == all, "\(name)")
    }
  }

  // MARK: Pages

  @Test("The pages of `site` and `studio` show what `check` finds, from three places")
  func pages() async throws {
    let all = try await checked([], in: ".")
    let wanted = all.filter { !$0.contains(" house-rule: ") }.map(Self.withoutFile).sorted()
    for path in ["specs", "elsewhere/../specs"] {
      var opened = FlowFolder(folder.path(path))
      let site = Book(&opened, name: "specs") { _ in nil }
      let json = try #require(JSONValue(parsing: site.text))
      #expect(Self.shown(json) == wanted)
      #expect(Self.openRules(json["proofs"]) == ["never-bye"])
      let book = await LiveBook(folder.path(path)) { _ in nil }
      let live = try #require(JSONValue(parsing: await book.text)?["book"])
      #expect(Self.shown(live) == wanted)
      #expect(Self.openRules(JSONValue(parsing: await book.proofs())) == ["never-bye"])
    }
    for place in [".", "specs/offers", "elsewhere"] {
      let flows = place == "elsewhere" ? ["--flows", folder.path("specs")] : []
      let (list, status) = try await run(["list"] + flows, in: place)
      #expect(status == 2 || list.contains("UC2"), "\(place): \(list)")
    }
  }
}
