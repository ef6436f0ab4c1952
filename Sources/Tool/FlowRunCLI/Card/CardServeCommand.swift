internal import ArgumentParser
internal import VirtualCard

struct CardServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Inserts a virtual ID card into pcscd's virtual reader, until it is interrupted.",
    discussion: """
      To every PC/SC program of this machine it is a card on a reader. Needs `apt-get install \
      pcscd vsmartcard-vpcd`. A new card has the CAN 123456, PIN1 1234, PIN2 12345 and PUK 12345678.
      """)

  @OptionGroup var virtualCard: VirtualCardOptions
  @Option(help: "The port of the virtual reader. Its second slot has the next port.")
  var port: UInt16 = VPCDSlot.defaultPort

  func run() async throws {
    let card = try virtualCard.card()
    do throws(VPCDError) {
      let slot = try VPCDSlot(port: port)
      Console.current.err("the card is on the reader; Ctrl-C removes it\n")
      try await slot.serve(card)
    } catch {
      throw Refusal("\(error)", help: error.help, status: 1)
    }
    throw Refusal("the virtual reader was closed", status: 1)
  }
}
