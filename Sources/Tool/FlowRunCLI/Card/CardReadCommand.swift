internal import ArgumentParser
internal import EstEID

struct CardReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads the holder's data and the number of tries left. No try is used.",
    discussion: """
      The CAN, the six digits on the card's face, is asked for at the terminal, or read from a \
      file descriptor: `flowrun card read --can-from 3 3<can.txt`. By contacts no CAN is needed.
      """)

  @OptionGroup var connection: CardConnection
  @Flag(help: "Prints JSON, one object.") var json = false

  func run() async throws {
    let report = try await connection.session { card, _ in
      let data = try await card.personalData()
      var codes: [(PINReference, PINStatus)] = []
      for reference in PINReference.allCases {
        codes.append((reference, try await card.status(of: reference)))
      }
      return CardReport(data: data, codes: codes)
    }
    Console.current.out(json ? report.json + "\n" : report.text)
  }
}
