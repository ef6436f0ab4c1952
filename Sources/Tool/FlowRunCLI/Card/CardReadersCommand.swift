internal import ArgumentParser
internal import Encodings
internal import EstEID
internal import JSON
internal import Markup
internal import PCSC

struct CardReadersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readers", abstract: "Lists the card readers and their cards.")

  @Flag(help: "Prints JSON, one array per line.") var json = false
  @Flag(help: "Keeps running and prints every change until it is interrupted.") var watch = false

  func run() async throws {
    let service = PCSCService()
    do {
      guard watch else { return show(try await service.readers()) }
      for try await readers in service.changes() { show(readers) }
    } catch let error as PCSCError { throw Refusal(error) }
  }

  private func show(_ readers: [CardReader]) {
    let report = ReaderReport(readers: readers)
    Console.current.out(json ? report.json + "\n" : report.text)
  }
}

/// The readers, as text and as JSON.
struct ReaderReport {
  let readers: [CardReader]

  /// One line per reader, in the service's order.
  var text: String {
    guard !readers.isEmpty else { return "no card reader is attached\n" }
    let names = readers.map { TerminalText.line($0.name) }
    let width = names.map(\.count).max() ?? 0
    return zip(readers, names).map { reader, name in
      let use = reader.isInUse ? ", in use" : ""
      return "\(name.padded(to: width))  \(words(reader))\(use)\n"
    }.joined()
  }

  var json: String {
    let list = readers.map { reader in
      JSONValue.object([
        "name": .string(reader.name), "state": .string(state(reader)),
        "atr": reader.answerToReset.map { .string(Hexadecimal.text($0, uppercase: true)) },
        "card": reader.answerToReset.flatMap { CardProfile(answerToReset: $0) }
          .map { .string($0.name) },
        "inUse": .bool(reader.isInUse),
      ])
    }
    return JSONValue.array(list).text
  }

  private func words(_ reader: CardReader) -> String {
    guard let answerToReset = reader.answerToReset else {
      return switch reader.content {
      case .empty: "empty"
      case .mute: "a card that does not answer"
      case .card, .unknown: "does not answer"
      }
    }
    let name = CardProfile(answerToReset: answerToReset).map { "Estonian ID card, \($0.name)" }
    return "\(name ?? "another card") (\(Hexadecimal.text(answerToReset, uppercase: true)))"
  }

  private func state(_ reader: CardReader) -> String {
    switch reader.content {
    case .empty: "empty"
    case .card: "card"
    case .mute: "mute"
    case .unknown: "unknown"
    }
  }
}
