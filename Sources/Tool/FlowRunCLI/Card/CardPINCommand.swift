public import ArgumentParser
internal import CryptoCore
public import EstEID
internal import Secrets

struct CardPINCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Changes, unblocks and activates the PINs of an ID card.",
    discussion: """
      Each command shows the tries left before it asks for a code, and asks for a new code twice. \
      Without a terminal, the codes are read from a file descriptor, one a line: the old code or the \
      PUK, then the new one: `flowrun card pin change pin1 --codes-from 3 3<codes.txt`.
      """,
    subcommands: [ChangeCommand.self, UnblockCommand.self, ActivateCommand.self])

  struct ChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Replaces PIN1, PIN2 or the PUK by a new one.")
    @Argument(help: "pin1, pin2 or puk.") var code: PINReference
    @OptionGroup var codes: CodesOption
    @OptionGroup var connection: CardConnection

    func run() async throws {
      try await connection.session { card in
        _ = try await told(code, card)
        try await CardPINCommand.change(code, card, codes)
      }
      Console.current.out("the \(code.label) was changed\n")
    }
  }

  struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unblock", abstract: "Sets a new PIN1 or PIN2 with the PUK.")
    @Argument(help: "pin1 or pin2.") var code: PINReference
    @OptionGroup var codes: CodesOption
    @OptionGroup var connection: CardConnection

    func validate() throws {
      guard code != .puk else { throw ValidationError("the PUK itself cannot be unblocked") }
    }

    func run() async throws {
      try await connection.session { card in
        _ = try await told(code, card)
        guard try await told(.puk, card).triesLeft > 0 else {
          throw EstEIDError.pinBlocked(.puk)
        }
        let puk = try codes.current(.puk)
        let new = try codes.new(code)
        try await card.unblock(code, puk: puk, new: new, policy: PINPolicy(floor: 1))
      }
      Console.current.out("the \(code.label) is new, and has all its tries\n")
    }
  }

  struct ActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "activate",
      abstract: "Replaces the PIN2 of a new card, which does not sign before that.")
    @OptionGroup var codes: CodesOption
    @OptionGroup var connection: CardConnection

    func run() async throws {
      let isNew = try await connection.session { card in
        guard try await !told(.pin2, card).isActivated else { return false }
        try await CardPINCommand.change(.pin2, card, codes)
        return true
      }
      Console.current.out(
        isNew ? "the card can sign with the new PIN2\n" : "the card can sign already\n")
    }
  }

  fileprivate static func change(
    _ code: PINReference, _ card: EstEIDCard, _ codes: CodesOption
  ) async throws {
    let old = try codes.current(code)
    let new = try codes.new(code)
    guard !constantTimeEqual(old, new) else { throw refuse("the new \(code.label) is the old one") }
    // The person at the terminal knows how many tries are left.
    try await card.change(code, from: old, to: new, policy: PINPolicy(floor: 1))
  }
}

/// Tells how many tries are left. No try is used.
private func told(_ code: PINReference, _ card: EstEIDCard) async throws -> PINStatus {
  let status = try await card.status(of: code)
  Console.current.out("\(code.label): \(status.words)\n")
  return status
}

extension PINStatus {
  fileprivate var words: String {
    if isBlocked { return "blocked" }
    let tries = triesLeft == 1 ? "1 try left" : "\(triesLeft) tries left"
    return isActivated ? tries : tries + ", to be changed before its first use"
  }
}

/// Where the codes come from.
struct CodesOption: ParsableArguments {
  @Option(help: "The file descriptor to read the codes from, one a line.") var codesFrom: Int32?

  /// The code that the card knows.
  func current(_ code: PINReference) throws -> Secret { try secret(code, asking: code.label) }

  /// A new code, entered twice at a terminal.
  func new(_ code: PINReference) throws -> Secret {
    let new = try secret(code, asking: "new \(code.label)")
    guard codesFrom == nil else { return new }
    let again = try secret(code, asking: "new \(code.label) again")
    guard constantTimeEqual(new, again) else {
      throw refuse("the two are not the same; nothing was changed")
    }
    return new
  }

  private func secret(_ code: PINReference, asking question: String) throws -> Secret {
    let digits = code.digits
    let typed: Secret?
    if let codesFrom {
      typed = try Secret.line(from: codesFrom)
    } else if let terminal = Console.current.terminal {
      terminal.open()
      typed = terminal.secret(
        "\(question) (\(digits.lowerBound) to \(digits.upperBound) digits): ",
        { ("0"..."9").contains($0) }, limit: digits.upperBound)
    } else {
      throw refuse("there is no terminal to ask for the codes; give them with `--codes-from FD`")
    }
    guard let typed else { throw ExitCode(130) }
    guard typed.isDigits(digits) else {
      throw refuse("a \(code.label) has \(digits.lowerBound) to \(digits.upperBound) digits")
    }
    return typed
  }
}

extension PINReference: ExpressibleByArgument {
  public init?(argument: String) {
    guard let code = PINReference.allCases.first(where: { $0.label.lowercased() == argument })
    else {
      return nil
    }
    self = code
  }
}
