import CardTestSupport
import ISO7816
import Testing

@Suite struct ResponseTests {
  @Test func aResponseIsDataAndAStatusWord() throws {
    let response = try #require(ResponseAPDU(parsing: hex("0102639f")))
    #expect(response.data == [1, 2])
    #expect(response.status == StatusWord(rawValue: 0x639F))
    #expect(response.encoded == hex("0102639f"))
    #expect(ResponseAPDU(parsing: [0x90]) == nil)
    #expect(ResponseAPDU(parsing: []) == nil)
  }

  @Test func statusWordsSayWhatTheyCount() {
    #expect(StatusWord(rawValue: 0x63C2).triesLeft == 2)
    #expect(StatusWord(rawValue: 0x6300).triesLeft == nil)
    #expect(StatusWord(rawValue: 0x6102).bytesWaiting == 2)
    #expect(StatusWord(rawValue: 0x6100).bytesWaiting == 256)
    #expect(StatusWord(rawValue: 0x6C00).exactLength == 256)
    #expect(StatusWord.triesLeft(1).rawValue == 0x63C1)
    #expect(StatusWord(rawValue: 0x0A82).description == "0A82")
  }

  @Test func waitingBytesAreFetchedAndJoined() async throws {
    let channel = ScriptedChannel(
      """
      00b0000000 > 01026102
      00c0000002 > 03046101
      00c0000001 > 059000
      """)
    let response = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    #expect(response == ResponseAPDU(data: [1, 2, 3, 4, 5], status: .success))
    #expect(await channel.problems.isEmpty)
  }

  @Test func aWrongLengthIsCorrectedOnce() async throws {
    let channel = ScriptedChannel("00b0000000 > 6c05\n00b0000005 > 6c04")
    let response = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    #expect(response.status == StatusWord(rawValue: 0x6C04))
    #expect(await channel.problems.isEmpty)
  }

  @Test func aResponseWithoutAStatusWordIsALostCard() async {
    for answer in [[], [UInt8(0x90)]] {
      let channel = ScriptedChannel([.init([0, 0xB0, 0, 0], .success(answer))])
      await #expect(throws: CardChannelError.cardLost) {
        _ = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0))
      }
    }
  }

  @Test func aCardThatAnnouncesDataForeverIsLost() async {
    let channel = ScriptedChannel(
      """
      00b0000000 > 6110
      00c0000010 > 6110
      """)
    await #expect(throws: CardChannelError.cardLost) {
      _ = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    }
    #expect(await channel.problems.isEmpty)
  }

  @Test func aScriptedCardSaysWhatItDidNotExpect() async {
    let channel = ScriptedChannel("00b0000000 > 9000\n00b0000000 > 9000")
    _ = try? await channel.transmit([0x00, 0xA4])
    #expect(await channel.problems.count == 2)
  }
}
