public import ArgumentParser
public import VirtualCard

/// `flowrun card`: commands for the ID card, without a flow.
struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Reads an ID card, or acts as one.",
    subcommands: [
      CardReadersCommand.self, CardReadCommand.self, CardCertificatesCommand.self,
      CardPINCommand.self, CardServeCommand.self,
    ])
}

/// The options that select a virtual card.
struct VirtualCardOptions: ParsableArguments {
  @Option(
    help:
      "The make of the virtual card: \(CardModel.allCases.map(\.rawValue).joined(separator: " or "))."
  )
  var model: CardModel = .idemia

  @Option(
    help: ArgumentHelp(
      "Keeps the virtual card in this file; without it every card is a new one.",
      discussion: "Tries and changed PINs are kept. An existing file determines the make."))
  var file: String?

  @Flag(help: "The virtual card is in a contact reader, where it needs no CAN.")
  var contacts = false

  private var interface: CardInterface { contacts ? .contacts : .contactless }

  /// The card in the file, or a new one. Exits with status 2 if there is an error.
  func card() throws -> VirtualCard {
    guard let file else { return try VirtualCard(.test(model: model), interface: interface) }
    do throws(CardFileError) {
      return try VirtualCard(
        storedAt: file, otherwise: .test(model: model), interface: interface)
    } catch { throw Refusal("\(error)") }
  }
}

extension CardModel: ExpressibleByArgument {}
