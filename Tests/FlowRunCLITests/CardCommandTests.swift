import Foundation
import PCSC
import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct CardCommandTests {
  @Test("`card read` prints the personal data of a virtual card")
  func read() async {
    let outcome = await flowrun("card", "read", "--virtual", flows: nil)
    #expect(outcome.status == 0)
    #expect(
      outcome.out == """
        Surname          JÕEORG
        Given names      JAAK-KRISTJAN
        Sex              M
        Citizenship      FIN
        Born             1980-01-08, FIN
        Personal code    38001085718
        Document number  EP0250124
        Expires          2039-12-31
        Tries left       PIN1 3, PIN2 3, PUK 3
        Not checked      that the state has issued this card: `flowrun card certificates` does

        """)
  }

  @Test("`card read --json` prints the same as JSON")
  func readJSON() async {
    let outcome = await flowrun(
      "card", "read", "--virtual", "--model", "thales", "--json", flows: nil)
    #expect(
      outcome.out == """
        {"surname":"JÕEORG","givenNames":"JAAK-KRISTJAN","sex":"M","citizenship":"FIN",\
        "birthDate":"1980-01-08","birthPlace":"FIN","personalCode":"38001085718",\
        "documentNumber":"EP0250124","expires":"2039-12-31",\
        "triesLeft":{"pin1":3,"pin2":3,"puk":3},"notChecked":["issuer"]}

        """)
  }

  @Test(
    "The CAN is read from a file descriptor and must have six digits",
    arguments: [
      ("123456\n", Int32(0), ""), ("123456", 0, ""), ("123456\r\n", 0, ""),
      (
        "654321\n", 1,
        "flowrun: the CAN is wrong\nhelp: the CAN is the six digits on the card's face\n"
      ),
      ("12345\n", 2, "flowrun: the CAN is the six digits on the card's face\n"),
      ("1234567\n", 2, "flowrun: the CAN is the six digits on the card's face\n"),
      ("", 2, "flowrun: the CAN is the six digits on the card's face\n"),
    ])
  func canFromDescriptor(text: String, status: Int32, message: String) async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let outcome = await flowrun(
      "card", "read", "--virtual", "--can-from", "\(descriptor)", flows: nil)
    #expect(outcome.status == status)
    #expect(outcome.err == message)
    try pipe.fileHandleForReading.close()
  }

  @Test("In a contact reader, no CAN is asked for", arguments: ["idemia", "thales"])
  func contacts(model: String) async {
    let card = ["card", "read", "--virtual", "--model", model]
    let overNFC = await flowrun(card, flows: nil)
    let outcome = await flowrun(card + ["--contacts", "--can-from", "99"], flows: nil)
    #expect(outcome.status == 0)
    #expect(outcome.out == overNFC.out)
    #expect(outcome.err.isEmpty)
    #expect(await flowrun("card", "read", "--contacts", flows: nil).status == 2)
  }

  @Test("`--file` keeps a virtual card, and another file is refused")
  func cardFile() async throws {
    let folder = try Folder()
    let path = folder.path("card")
    let first = await flowrun(
      "card", "read", "--virtual", "--model", "thales", "--file", path, flows: nil)
    #expect(first.status == 0)
    try folder.write(folder.text("card").replacing("pin1=03", with: "pin1=00"), to: "card")
    let second = await flowrun("card", "read", "--virtual", "--file", path, flows: nil)
    #expect(second.out.contains("PIN1 blocked, PIN2 3, PUK 3"))
    try folder.write("something else", to: "card")
    let third = await flowrun("card", "read", "--virtual", "--file", path, flows: nil)
    #expect(third.status == 2)
    #expect(third.err == "flowrun: `\(path)` is not a virtual card\n")
  }

  @Test("Impossible arguments end with status 2")
  func wrongArguments() async {
    #expect(await flowrun("card", "read", "--within", "0", flows: nil).status == 2)
    #expect(await flowrun("card", "read", "--file", "x", flows: nil).status == 2)
    #expect(
      await flowrun("card", "read", "--virtual", "--model", "gemalto", flows: nil).status == 2)
  }

  @Test("Readers are listed with their cards, as text and as JSON")
  func readers() {
    let report = ReaderReport(readers: [
      CardReader(
        name: "One 00",
        content: .card(answerToReset: [
          0x3B, 0x8B, 0x80, 0x01, 0x00, 0x12, 0x23, 0x3F, 0x53, 0x65, 0x49, 0x44, 0x0F, 0x90, 0x00,
          0xA0,
        ]), isInUse: true),
      CardReader(name: "Second 01", content: .card(answerToReset: [0x3B, 0x00])),
      CardReader(name: "Third", content: .mute),
      CardReader(name: "Fourth", content: .empty),
    ])
    #expect(
      report.text == """
        One 00     Estonian ID card, IDEMIA (3B8B80010012233F536549440F9000A0), in use
        Second 01  another card (3B00)
        Third      a card that does not answer
        Fourth     empty

        """)
    #expect(
      report.json == """
        [{"name":"One 00","state":"card","atr":"3B8B80010012233F536549440F9000A0","card":"IDEMIA",\
        "inUse":true},{"name":"Second 01","state":"card","atr":"3B00","inUse":false},\
        {"name":"Third","state":"mute","inUse":false},\
        {"name":"Fourth","state":"empty","inUse":false}]
        """)
    #expect(ReaderReport(readers: []).text == "no card reader is attached\n")
    #expect(ReaderReport(readers: []).json == "[]")
  }
}
