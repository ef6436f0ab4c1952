import Foundation
import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct CardPINCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Runs `card pin` on the virtual card in the folder, with these lines as codes.
  private func pin(_ arguments: String..., codes: [String], model: String = "idemia") async throws
    -> Outcome
  {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(
      contentsOf: Data((codes.joined(separator: "\n") + "\n").utf8))
    try pipe.fileHandleForWriting.close()
    defer { try? pipe.fileHandleForReading.close() }
    return await flowrun(
      ["card", "pin"] + arguments + [
        "--virtual", "--model", model, "--file", folder.path("card"), "--codes-from",
        "\(pipe.fileHandleForReading.fileDescriptor)",
      ], flows: nil)
  }

  @Test(
    "A PIN is changed after its tries are shown, and the old one is refused then",
    arguments: [
      ("idemia", "pin1", "PIN1", "1234", "4321"), ("idemia", "pin2", "PIN2", "12345", "54321"),
      ("idemia", "puk", "PUK", "12345678", "87654321"), ("thales", "pin1", "PIN1", "1234", "4321"),
    ])
  func change(model: String, code: String, label: String, old: String, new: String) async throws {
    let changed = try await pin("change", code, codes: [old, new], model: model)
    #expect(changed.out == "\(label): 3 tries left\nthe \(label) was changed\n")
    #expect(changed.status == 0)
    let again = try await pin("change", code, codes: [old, new + "0"], model: model)
    #expect(again.err == "flowrun: the \(label) is wrong; 2 tries left\n")
    #expect(again.status == 1)
    let third = try await pin("change", code, codes: [new, old], model: model)
    #expect(third.out == "\(label): 2 tries left\nthe \(label) was changed\n")
  }

  @Test("A blocked PIN is unblocked with the PUK", arguments: ["idemia", "thales"])
  func unblock(model: String) async throws {
    for left in ["2 tries left", "1 try left"] {
      let wrong = try await pin("change", "pin1", codes: ["9999", "4321"], model: model)
      #expect(wrong.err == "flowrun: the PIN1 is wrong; \(left)\n")
    }
    let last = try await pin("change", "pin1", codes: ["9999", "4321"], model: model)
    #expect(last.out == "PIN1: 1 try left\n")
    #expect(last.err == "flowrun: the PIN1 is blocked\nhelp: unblock it with the PUK\n")
    let unblocked = try await pin("unblock", "pin1", codes: ["12345678", "4321"], model: model)
    #expect(
      unblocked.out
        == "PIN1: blocked\nPUK: 3 tries left\nthe PIN1 is new, and has all its tries\n")
    let changed = try await pin("change", "pin1", codes: ["4321", "1234"], model: model)
    #expect(changed.status == 0)
  }

  @Test("Codes that cannot be right are not sent, and no try is used")
  func impossible() async throws {
    for (codes, message) in [
      (["123", "4321"], "flowrun: a PIN1 has 4 to 12 digits\n"),
      (["1234", "12345678901234"], "flowrun: a PIN1 has 4 to 12 digits\n"),
      (["1234", "abcd"], "flowrun: a PIN1 has 4 to 12 digits\n"),
      (["1234", "1234"], "flowrun: the new PIN1 is the old one\n"),
    ] {
      let outcome = try await pin("change", "pin1", codes: codes)
      #expect(outcome.err == message)
      #expect(outcome.status == 2)
    }
    let outcome = try await pin("change", "pin1", codes: ["1234", "4321"])
    #expect(outcome.out.hasPrefix("PIN1: 3 tries left\n"))
    #expect(try await pin("unblock", "puk", codes: []).status == 2)
    #expect(try await pin("change", "pin3", codes: []).status == 2)
    let terminal = await flowrun("card", "pin", "change", "pin1", "--virtual", flows: nil)
    #expect(
      terminal.err
        == "flowrun: there is no terminal to ask for the codes; give them with `--codes-from FD`\n")
  }

  @Test("A card that signs already needs no activation; a new one gets its own PIN2")
  func activate() async throws {
    let ready = try await pin("activate", codes: [], model: "thales")
    #expect(ready.out == "PIN2: 3 tries left\nthe card can sign already\n")
    // The second byte of the record says whether the code was changed.
    try folder.write(folder.text("card").replacing("pin2=0301", with: "pin2=0300"), to: "card")
    let new = try await pin("activate", codes: ["12345", "54321"], model: "thales")
    #expect(
      new.out
        == """
        PIN2: 3 tries left, to be changed before its first use\nthe card can sign with the new \
        PIN2\n
        """
    )
    let again = try await pin("activate", codes: [], model: "thales")
    #expect(again.out == "PIN2: 3 tries left\nthe card can sign already\n")
  }
}
