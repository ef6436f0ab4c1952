import Foundation
import TestSupport
import Testing

@Suite struct WalletCommandTests {
  private static let saved = """
    saved: { can: 123456, pin1: 1234 }
    card: { touches: 0 s }
    """

  @Test("A run in a world logs in with the virtual card")
  func logIn() async throws {
    let folder = try Folder(["world.yaml": WalletCommandTests.saved])
    let world = folder.path("world.yaml")
    let outcome = await flowrun("login-web", "--world", world, "--by-itself")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out.contains("answers the caller: 200"))
    #expect(outcome.out.hasSuffix("\nended\n"))
  }

  @Test("Messages for the person are printed beside the rows, without the PIN")
  func messages() async throws {
    let folder = try Folder([
      "world.yaml": "saved: { can: 123456, pin1: 9999 }\ncard: { touches: 0 s }\n"
    ])
    let world = folder.path("world.yaml")
    let outcome = await flowrun("login-web", "--world", world, "--by-itself")
    #expect(outcome.out.contains("PIN1 was wrong. 2 tries left"))
    #expect(outcome.out.contains("answers the caller: 449"))
    #expect(!outcome.out.contains("9999"))
  }

  @Test("EID5 shows the six fields of the card on its screen, and its trace has none of them")
  func showsTheCard() async throws {
    let folder = try Folder(["world.yaml": WalletCommandTests.saved])
    let world = folder.path("world.yaml")
    let shown = await flowrun("EID5", "--world", world, "--by-itself")
    for line in [
      "First name: JAAK-KRISTJAN", "Last name: JÕEORG", "Personal code: 38001085718",
      "Expiry date: 31 12 2039", "Citizenship: FIN", "Sex: M",
    ] {
      #expect(shown.out.contains("│ - \(line) "), "\(shown.out)")
    }
    let traced = await flowrun("EID5", "--world", world, "--by-itself", "--trace", "json")
    #expect(traced.status == 0)
    #expect(!traced.out.contains("38001085718"))
  }

  @Test("A run by itself stops where a person must decide")
  func stops() async throws {
    let folder = try Folder(["world.yaml": "account: { pin: 142536 }\n"])
    let world = folder.path("world.yaml")
    let outcome = await flowrun("UC2.3", "--as-meant", "--world", world, "--by-itself")
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("stopped at UC2.3:1.3"))
  }

  @Test("A run by itself presses no button")
  func pressesNothing() async throws {
    let folder = try Folder(["world.yaml": "{}\n"])
    let world = folder.path("world.yaml")
    let outcome = await flowrun("NSTIC", "--world", world, "--by-itself")
    #expect(outcome.status == 1)
    #expect(outcome.out.hasSuffix("stopped at NSTIC:3\n"))
  }

  @Test("A wrong world is refused with its place")
  func wrongWorld() async throws {
    let folder = try Folder(["world.yaml": "card: { can: 12345 }\nnetwrok: ok\n"])
    let world = folder.path("world.yaml")
    let outcome = await flowrun("login-web", "--world", world, "--by-itself")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("\(world):1:14: error: `12345` is not what `can` may be"))
    #expect(outcome.err.contains("did you mean `network`?"))
  }

  @Test("A script with a world runs from standard input")
  func worldScript() async {
    let script = """
      flow: EID4
      world: {}
      steps:
        - EID1:2: { can: 123456 }
      expect: { end: end, stored: { can: yes } }
      """
    let outcome = await flowrun("EID4", "--script", "-", input: script)
    #expect(outcome.status == 0, "\(outcome.err)")
    let wrong = await flowrun(
      "EID4", "--script", "-", input: script.replacing("can: yes", with: "can: no"))
    #expect(wrong.status == 1)
    #expect(wrong.err.contains("`can` is stored at the end"))
  }

  /// The project's flows with these scripts of `real` only: all together take ten seconds.
  private func flows(withReal scripts: String...) throws -> Folder {
    let folder = try Folder()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: flowsFolder) where name != "real" {
      try files.copyItem(atPath: "\(flowsFolder)/\(name)", toPath: folder.path(name))
    }
    try files.createDirectory(atPath: folder.path("real"), withIntermediateDirectories: true)
    for name in scripts {
      try files.copyItem(
        atPath: "\(flowsFolder)/real/\(name)", toPath: folder.path("real/\(name)"))
    }
    return folder
  }

  @Test("`replay --real` of one flow counts its rows")
  func realReplay() async throws {
    let folder = try flows(withReal: "EID.yaml", "UC2.3.yaml")
    let outcome = await flowrun("replay", "EID4", "--real", flows: folder.path)
    #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
    #expect(outcome.out.contains("4 of 4 rows taken for their real reason"))
    #expect(outcome.out.hasSuffix("1 passed, 0 failed\n"))
  }

  @Test("`replay --real` of one flow counts scripts of other flows that lead through it")
  func realReplayThroughOtherFlows() async throws {
    let folder = try Folder()
    let flows = try flows(withReal: "PF2.8.yaml", "UC2.3.yaml")
    let outcome = await flowrun(
      "replay", "PF2.8", "--real", "--junit", folder.path("junit.xml"), flows: flows.path)
    #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
    #expect(outcome.out.contains("real/UC2.3.yaml: "))
    let junit = folder.text("junit.xml")
    #expect(junit.contains("real/UC2.3.yaml\" tests="))
  }

  @Test("`--state` without a name is refused, and nothing is written into the root folder")
  func emptyState() async {
    let outcome = await flowrun("PF2.8", "--by-itself", "--state", "")
    #expect(outcome.status == 2)
    #expect(outcome.err == "flowrun: `--state` needs the name of a folder\n")
  }

  @Test("`serve account` refuses a wrong version")
  func wrongVersion() async {
    let outcome = await flowrun("serve", "account", "--port", "1", "--oldest", "x", flows: nil)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("a version consists of numbers separated by dots"))
  }
}
