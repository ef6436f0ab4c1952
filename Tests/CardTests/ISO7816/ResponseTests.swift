import CardTestSupport
import ISO7816
import TestSupport
import Testing

@Suite struct ResponseTests {
  @Test("A response is its data followed by a status word")
  func dataAndStatus() throws {
    let response = try #require(ResponseAPDU(parsing: hex("0102639f")))
    #expect(response.data == [1, 2])
    #expect(response.status == StatusWord(rawValue: 0x639F))
    #expect(response.encoded == hex("0102639f"))
    #expect(ResponseAPDU(parsing: [0x90]) == nil)
    #expect(ResponseAPDU(parsing: []) == nil)
  }

  @Test("Status words tell tries left, bytes waiting and the exact length")
  func statusWords() {
    #expect(StatusWord(rawValue: 0x63C2).triesLeft == 2)
    #expect(StatusWord(rawValue: 0x6300).triesLeft == nil)
    #expect(StatusWord(rawValue: 0x6102).bytesWaiting == 2)
    #expect(StatusWord(rawValue: 0x6100).bytesWaiting == 256)
    #expect(StatusWord(rawValue: 0x6C00).exactLength == 256)
    #expect(StatusWord.triesLeft(1).rawValue == 0x63C1)
    #expect(StatusWord(rawValue: 0x0A82).description == "0A82")
  }

  @Test("Bytes that wait on the card are fetched with GET RESPONSE and joined")
  func waitingBytes() async throws {
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

  @Test("A card that always has another short part counts as lost after three of them")
  func shortParts() async {
    let channel = ScriptedChannel(
      """
      00b0000000 > 016101
      00c0000001 > 026101
      00c0000001 > 036101
      00c0000001 > 046101
      00c0000001 > 056101
      """)
    await #expect(throws: CardChannelError.cardLost) {
      _ = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    }
    // It is not asked once more.
    #expect(await channel.problems.isEmpty)
  }

  @Test("A wrong expected length is corrected once")
  func wrongLength() async throws {
    let channel = ScriptedChannel("00b0000000 > 6c05\n00b0000005 > 6c04")
    let response = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256))
    #expect(response.status == StatusWord(rawValue: 0x6C04))
    #expect(await channel.problems.isEmpty)
  }

  @Test("A response without a status word counts as a lost card")
  func missingStatus() async {
    for answer in [[], [UInt8(0x90)]] {
      let channel = ScriptedChannel([.init([0, 0xB0, 0, 0], .success(answer))])
      await #expect(throws: CardChannelError.cardLost) {
        _ = try await channel.exchange(CommandAPDU(0, 0xB0, 0, 0))
      }
    }
  }

  @Test("A card that announces more data without sending any counts as lost")
  func endlessData() async {
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

  @Test("A scripted card reports a wrong command and the lines that were not reached")
  func scriptProblems() async {
    let channel = ScriptedChannel("00b0000000 > 9000\n00b0000000 > 9000")
    _ = try? await channel.transmit([0x00, 0xA4])
    #expect(await channel.problems.count == 2)
  }
}
