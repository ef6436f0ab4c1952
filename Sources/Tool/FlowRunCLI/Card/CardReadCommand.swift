internal import ArgumentParser
internal import EstEID
internal import Files
internal import ISO7816
internal import PCSC
internal import Secrets
internal import VirtualCard

struct CardReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads the holder's data and the number of tries left. No try is used.",
    discussion: """
      The CAN, the six digits on the card's face, is asked for at the terminal, or read from a file \
      descriptor: `flowrun card read --can-from 3 3<can.txt`.
      """)

  @Option(help: "The name of the reader. By default the first with a card.") var reader: String?
  @Flag(help: "Reads a virtual card in this process; its CAN is 123456 unless given.")
  var virtual = false
  @OptionGroup var virtualCard: VirtualCardOptions
  @Option(help: "The file descriptor to read the CAN from.") var canFrom: Int32?
  @Option(help: "How many seconds to wait for a card.") var within: Int = 90
  @Flag(help: "Prints JSON, one object.") var json = false

  func validate() throws {
    guard (1...3600).contains(within) else {
      throw ValidationError("`--within` is from 1 to 3600 seconds")
    }
    guard virtual || virtualCard.file == nil else {
      throw ValidationError("`--file` is for `--virtual`")
    }
  }

  func run() async throws {
    ProcessGuard.start()
    let can = try can()
    do {
      let report =
        virtual
        ? try await read(try virtualCard.card().insert(), can) : try await readFromReader(can)
      Console.current.out(json ? report.json + "\n" : report.text)
    } catch let error as PCSCError {
      throw fail(error)
    } catch let error as EstEIDError {
      throw fail(error)
    }
  }

  private func readFromReader(_ can: borrowing Secret) async throws -> CardReport {
    let service = PCSCService()
    let present = try await service.readers().first {
      $0.answerToReset != nil && (reader == nil || $0.name == reader)
    }
    if present == nil { Console.current.err("put the card on the reader\n") }
    let found = try await service.waitForCard(in: reader, within: .seconds(within))
    let channel = try await service.connect(to: found.name)
    do {
      let report = try await read(channel, can)
      await channel.close()
      return report
    } catch {
      await channel.close()
      throw error
    }
  }

  private func read(
    _ channel: some CardChannel, _ can: borrowing Secret
  ) async throws -> CardReport {
    let options = EstEIDCard.Options(memory: try PINMemory())
    let card = try await EstEIDCard.open(over: channel, can: can, options: options)
    let data = try await card.personalData()
    var codes: [(PINReference, PINStatus)] = []
    for reference in PINReference.allCases {
      codes.append((reference, try await card.status(of: reference)))
    }
    await card.close()
    return CardReport(data: data, codes: codes)
  }

  private func can() throws -> Secret {
    guard let can = try typedCAN() else { throw ExitCode(130) }
    guard can.isDigits(6...6) else { throw refuse("the CAN is the six digits on the card's face") }
    return can
  }

  /// Nil if the user cancelled.
  private func typedCAN() throws -> Secret? {
    if let canFrom { return try CardReadCommand.secret(from: canFrom) }
    if virtual { return Secret.publicCAN }
    guard let terminal = Console.current.terminal else {
      throw refuse("there is no terminal to ask for the CAN; give it with `--can-from FD`")
    }
    Console.current.out("CAN (the six digits on the card's face): ")
    return terminal.secret({ (0x30...0x39).contains($0) }, limit: 6)
  }

  /// The first line from a descriptor, up to the length of a CAN.
  private static func secret(from descriptor: Int32) throws -> Secret {
    try refusing { () throws(FileError) in
      try Secret(capacity: 8) { buffer throws(FileError) in
        try FileSystem.readLine(from: descriptor, into: buffer)
      }
    }
  }
}

extension Secret {
  /// The CAN of the virtual test card, which is public.
  fileprivate static var publicCAN: Secret {
    Secret(capacity: 6) { buffer in
      for index in 0..<6 { buffer[index] = 0x31 + UInt8(index) }
      return 6
    }
  }
}
