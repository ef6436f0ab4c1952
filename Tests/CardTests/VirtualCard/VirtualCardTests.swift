import CryptoCore
import ISO7816
import PACE
import TestSupport
import Testing

@testable import VirtualCard

@Suite struct VirtualCardPACETests {
  @Test("The right CAN opens a session", arguments: CardModel.allCases)
  func rightCAN(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    var terminal = try await SecureTerminal(card.insert(), model)
    let answer = try await terminal.send(0, 0xA4, 0x00, 0x0C, [0x3F, 0x00])
    #expect(answer.status == .success)
  }

  @Test(
    "A wrong CAN is refused at the last step, and the right one works afterwards",
    arguments: CardModel.allCases)
  func wrongCAN(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    let channel = await card.insert()
    await #expect(throws: PACEError.wrongPassword) {
      _ = try await SecureTerminal(channel, model, can: "123457")
    }
    #expect(await channel.trace.last?.status == .authenticationFailed)
    _ = try await SecureTerminal(channel, model)
  }

  @Test(
    "The CardAccess file names the curve and cipher of the card's model",
    arguments: CardModel.allCases)
  func cardAccess(model: CardModel) async throws {
    let channel = try await VirtualCard(.test(model: model)).insert()
    _ = try await channel.exchange(CommandAPDU(0, 0xA4, 0x02, 0x0C, data: [0x01, 0x1C]))
    let file = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    let parameters = try CardAccess(parsing: file.data).parameters
    #expect(parameters?.curve == (model == .idemia ? .p256 : .brainpoolP384r1))
    #expect(parameters?.cipher == .aes256)
    #expect(file.data.count == 64)
    if model == .idemia {
      // As read from a real card.
      let real = hex("31143012060A04007F0007020204020402010202010C")
      #expect(file.data.prefix(real.count).elementsEqual(real))
    }
  }

  @Test(
    "Without PACE the card does nothing else",
    arguments: [
      "00A4040C0DE828BD080FF2504F5420415750", "00A4010C025000", "0020000100", "00CB3FFF00",
      "002A9E9A00", "0088000000",
    ])
  func withoutPACE(command: String) async throws {
    let channel = try await VirtualCard().insert()
    let response = try await channel.transmit(hex(command))
    #expect(response == StatusWord.securityStatusNotSatisfied.bytes)
  }

  @Test(
    "A command out of place gets the status word of its error",
    arguments: [
      ("00A4040010A000000077010800070000FE00000100", "6A86"), ("00A4040C02A000", "6A82"),
      ("00B0000000", "6986"), ("00FF0000", "6D00"), ("80A4040C02A000", "6E00"), ("00A4", "6700"),
      ("00A4040C05A000", "6700"), ("0022C1A403800100", "6A80"), ("1086000002 7C00 00", "6985"),
      ("0CA4040C02A000", "6987"), ("", "6700"),
    ])
  func errorStatus(command: String, status: String) async throws {
    let channel = try await VirtualCard().insert()
    #expect(try await channel.transmit(hex(command)) == hex(status))
  }

  @Test("An unprotected command after PACE ends the session")
  func plainCommand() async throws {
    let channel = try await VirtualCard().insert()
    var terminal = try await SecureTerminal(channel, .idemia)
    let plain = try await channel.transmit(hex("00A4010C025000"))
    #expect(plain == StatusWord.secureMessagingObjectsMissing.bytes)
    await #expect(throws: SecureMessagingError.unprotectedResponse(.secureMessagingObjectsMissing))
    {
      _ = try await terminal.send(0, 0xA4, 0x01, 0x0C, [0x50, 0x00])
    }
  }
}

@Suite struct VirtualCardFileTests {
  @Test("The test holder's personal data equal those read from the real test card")
  func personalData() async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    _ = try await terminal.send(0, 0xA4, 0x01, 0x0C, [0x50, 0x00])
    // Recorded from a real card; the fields 7 and 8 are its own.
    let real: [UInt8: String] = [
      1: "4AC395454F5247", 2: "4A41414B2D4B524953544A414E", 3: "4D", 4: "46494E",
      5: "30382030312031393830" + "2046494E", 6: "3338303031303835373138",
      7: "455030323530313234",
    ]
    for (number, content) in real {
      _ = try await terminal.send(0, 0xA4, 0x02, 0x0C, [0x50, number])
      #expect(try await terminal.read() == hex(content))
    }
  }

  @Test("An absent field is a single zero byte")
  func absentField() async throws {
    var holder = CardHolder.test
    holder.sex = ""
    var terminal = try await SecureTerminal(
      try VirtualCard(.test(holder: holder)).insert(), .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, [0x50, 0x00, 0x50, 0x03])
    #expect(try await terminal.read() == [0])
  }

  @Test(
    "An IDEMIA card accepts only the documented forms of SELECT",
    arguments: [
      ("00A4010C025000", "9000"), ("00A4010C025000 00A4010C025000", "6A82"),
      ("00A4010C025000 00A4010C025001", "9000"), ("00A4010C025000 00A4020C025001", "9000"),
      ("00A4020C025000", "6A82"), ("00A4090C04ADF13401", "9000"), ("00A4080C04ADF13401", "9000"),
      ("00A4090C0450005001", "9000"), ("00A4090C04ADF13401 00A4020C023401", "9000"),
      ("00A4090C04ADF13401 00A4030C", "9000"), ("00A4090C04ADF13402", "6A82"),
      ("00A4090C03ADF134", "6700"), ("00A4060C02ADF1", "6A86"), ("00A4010202ADF1", "6A86"),
      ("00A4040C105153434420 4170706C69636174696F6E", "9000"), ("00A4000C", "9000"),
      ("00A4000C023F00", "9000"),
    ])
  func selection(script: String, status: String) async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    var last: StatusWord?
    let spaced = script.replacing("153434420 ", with: "153434420")
    for command in spaced.split(separator: " ") {
      last = try await terminal.send(CommandAPDU(parsing: hex(String(command)))).status
    }
    #expect(last?.description == status)
  }

  @Test("An IDEMIA file's control parameters equal those of the real card")
  func controlParameters() async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    let answer = try await terminal.send(0, 0xA4, 0x09, 0x04, [0xAD, 0xF1, 0x34, 0x01], le: 256)
    var expected = hex(
      "62248002040882010183023401" + "8800A1128C077BFFFFFFFF43009C077BFFFFFFFF43008A0105")
    expected[4...5] = answer.data[4...5]
    #expect(answer.data == expected)
    let size = Int(answer.data[4]) << 8 | Int(answer.data[5])
    #expect(try await terminal.read().count == size)
  }

  @Test("A certificate is as long as real ones, 893 to 1115 bytes", arguments: CardModel.allCases)
  func certificateLength(model: CardModel) async throws {
    let channel = try await VirtualCard(.test(model: model)).insert()
    var terminal = try await SecureTerminal(channel, model)
    for last: UInt8 in model == .idemia ? [0x01, 0x1F] : [0x11, 0x21] {
      let directory: UInt8 = last & 0x0F == 1 && last < 0x20 ? 0xF1 : 0xF2
      let status = try await terminal.send(0, 0xA4, 0x08, 0x0C, [0xAD, directory, 0x34, last])
        .status
      #expect(status == .success)
      #expect((893...1115).contains(try await terminal.read().count))
    }
  }

  @Test("A holder with one, very long name gets a card")
  func longName() async throws {
    var holder = CardHolder.test
    holder.surname = String(repeating: "Ä", count: 100)
    holder.givenNames = ""
    var terminal = try await SecureTerminal(
      try VirtualCard(.test(holder: holder)).insert(), .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, [0xAD, 0xF1, 0x34, 0x01])
    let subject = try Certificate(der: await terminal.read()).subject
    #expect(subject.surname == holder.surname)
    #expect(subject.givenName == nil)
    #expect(subject.commonName == String(holder.surname.prefix(64)))
  }

  @Test("Reading beyond the end of a file is a wrong offset")
  func wrongOffset() async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, [0x50, 0x00, 0x50, 0x01])
    #expect(try await terminal.send(0, 0xB0, 0, 6, le: 223).data == Array("G".utf8))
    #expect(try await terminal.send(0, 0xB0, 0, 7, le: 223).status == .wrongOffset)
    #expect(try await terminal.send(0, 0xB0, 0x81, 0, le: 223).status == .fileNotFound)
    #expect(try await terminal.send(0, 0xB0, 0, 0).status == .wrongLength)
  }

  @Test("A full read of an IDEMIA card needs GET RESPONSE for its last bytes")
  func getResponse() async throws {
    let channel = try await VirtualCard().insert()
    var terminal = try await SecureTerminal(channel, .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, [0xAD, 0xF1, 0x34, 0x01])
    let part = try await terminal.send(0, 0xB0, 0, 0, le: 256)
    #expect(part.data.count == 231)
    let trace = await channel.trace.suffix(2)
    #expect(trace.map(\.status) == [StatusWord(0x61, 2), .success])
    #expect(trace.map(\.responseLength) == [258, 4])
  }

  @Test("The largest read that fits one response is 223 bytes")
  func largestRead() async throws {
    let channel = try await VirtualCard().insert()
    var terminal = try await SecureTerminal(channel, .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, [0xAD, 0xF1, 0x34, 0x01])
    let part = try await terminal.send(0, 0xB0, 0, 0, le: 223)
    #expect(part.data.count == 223)
    #expect(await channel.trace.last?.status == .success)
  }

  @Test("A Thales card answers with at most 223 bytes")
  func thalesRead() async throws {
    var terminal = try await SecureTerminal(
      try VirtualCard(.test(model: .thales)).insert(), .thales)
    _ = try await terminal.send(0, 0xA4, 0x08, 0x0C, [0xAD, 0xF1, 0x34, 0x11])
    #expect(try await terminal.send(0, 0xB0, 0, 0, le: 0xE5).data.count == 223)
  }
}
