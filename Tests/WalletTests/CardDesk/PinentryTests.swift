import FlowModel
import FlowRuntime
import Foundation
import JSON
import TestSupport
import Testing
import VirtualCard

@testable import CardDesk

@Suite struct PinentryTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A pinentry that gives these answers, one to each question.
  private func pinentry(_ answers: [String]) throws -> Pinentry {
    try linkPinentry(in: folder)
    try folder.write(answers.joined(separator: "\n") + "\n", to: "pinentry.answers")
    return Pinentry(folder.path("pinentry"), terminal: "/dev/null")
  }

  private func logIn(_ person: any DeskPerson) async throws -> [JSONValue] {
    let program = try program()
    let browser = AskingBrowser(
      #"{"command":"authenticate","arguments":{"challengeNonce":"12345678123456781234567812345678912356789123","origin":"https://100%.ee"}}"#
        .replacing("100%", with: "ria"))
    let desk = try CardDesk(cards: CardOnReader(card: try VirtualCard(.test())), browser: browser)
    let flow = try need(program.catalogue.flow(named: "web-eid"))
    _ = try await DeskRun(program, flow, desk: desk, person: person, clock: ManualRunClock()).serve(
      browser, greeting: false)
    return browser.answered
  }

  // Each dialog is a process of its own, and they share the answers: the first answer is for each.
  @Test("Codes that are entered in the dialog log in")
  func entered() async throws {
    let person = try DialogBySteps(folder: folder, answers: [[""], ["123456"], ["12", "1234"]])
    let answers = try await logIn(person)
    #expect(answers.last?["format"]?.string == "web-eid:1.0")
    let log = folder.text("pinentry.log")
    #expect(
      log.contains(
        "SETDESC https://ria.ee asks you to log in%0AA website asks for your ID card. "
          + "Continue only if you have just asked it to\n"
      ))
    #expect(log.contains("SETOK _Continue\nSETCANCEL C_ancel\nCONFIRM\n"))
    #expect(log.contains("PIN1: 3 tries left%0AEnter PIN1 to log in\nSETOK _Log in\n"))
    #expect(log.contains("SETPROMPT PIN1:\nGETPIN\nSETERROR 4 to 12 digits\nGETPIN\n"))
    // The dialog gets no code, and says them to nobody else.
    #expect(!log.contains("1234"))
  }

  @Test(
    "Cancelling, closing and waiting too long in the dialog cancel the log in",
    arguments: [
      "ERR 83886179 Operation cancelled <Pinentry>", "ERR 83886194 Not confirmed <Pinentry>",
      "ERR 83886142 Timeout <Pinentry>",
    ])
  func cancelled(answer: String) async throws {
    let answers = try await logIn(try pinentry([answer]))
    #expect(
      answers.map(\.text) == [
        #"{"error":{"code":"ERR_WEBEID_USER_CANCELLED","message":"the user cancelled"}}"#
      ])
  }

  @Test("A dialog that cannot be shown is an error with its reason")
  func broken() async throws {
    let answers = try await logIn(
      try pinentry(["ERR 83918950 Inappropriate ioctl for device <Pinentry>"]))
    let path = folder.path("pinentry")
    #expect(
      answers.last?["error"]?["message"]?.string
        == "`\(path)`: Inappropriate ioctl for device <Pinentry>")
    let missing = try await logIn(Pinentry(folder.path("nothing")))
    #expect(
      missing.last?["error"]?["message"]?.string
        == "`\(folder.path("nothing"))` cannot be started: No such file or directory")
  }

  @Test("Escapes in what the dialog says are read, and a bare percent sign is one")
  func escapes() {
    for (text, meaning) in [
      ("12%334", "1234"), ("%31%32", "12"), ("%", "%"), ("%3", "%3"), ("%zz", "%zz"), ("", ""),
      ("1%25", "1%"),
    ] {
      #expect(bytes(of: Pinentry.unescaped(secret(text))) == Array(meaning.utf8), "\(text)")
    }
    #expect(Pinentry.escaped("a%b\r\nc") == "a%25b%0D%0Ac")
  }
}

/// Puts the pinentry of the tests into a folder, where its answers are. As a link: a program that
/// this process has just written cannot be started while the child of another test, which has not
/// begun its own program yet, holds the file open too.
private func linkPinentry(in folder: Folder) throws {
  try FileManager.default.createSymbolicLink(
    atPath: folder.path("pinentry"),
    withDestinationPath: projectFolder + "/Tests/WalletTests/CardDesk/Fixtures/pinentry.sh")
}

/// A pinentry whose answers change from dialog to dialog.
private actor DialogBySteps: DeskPerson {
  private let folder: Folder
  private var answers: [[String]]

  init(folder: Folder, answers: [[String]]) throws {
    self.folder = folder
    self.answers = answers
    try linkPinentry(in: folder)
  }

  func decide(_ dialog: Dialog, in run: Runner) async throws -> Row? {
    guard dialog.accept != nil, !answers.isEmpty else { return nil }
    try folder.write(answers.removeFirst().joined(separator: "\n") + "\n", to: "pinentry.answers")
    return try await Pinentry(folder.path("pinentry")).decide(dialog, in: run)
  }
}
