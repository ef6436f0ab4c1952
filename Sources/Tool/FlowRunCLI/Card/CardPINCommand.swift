public import ArgumentParser
internal import CardDesk
public import EstEID

struct CardPINCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Changes, unblocks and activates the PINs of an ID card.",
    discussion: """
      Each command runs a flow of its own, `change-code`, `unblock-code` or `activate-pin2`. It \
      shows the tries left before it asks for a code, and asks for a new code twice. Without a \
      terminal, the codes are read from a file descriptor, one a line: the old code or the PUK, \
      then the new one: `flowrun card pin change pin1 --codes-from 3 3<codes.txt`.
      """,
    subcommands: [ChangeCommand.self, UnblockCommand.self, ActivateCommand.self])

  struct ChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Replaces PIN1, PIN2 or the PUK by a new one.")
    @Argument(help: "pin1, pin2 or puk.") var code: PINReference
    @OptionGroup var codes: CodesOption
    @OptionGroup var connection: CardConnection

    func run() async throws {
      let isDone = try await connection.desk("change-code", code, codes)
      if isDone { Console.current.out("the \(code.label) was changed\n") }
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
      let isDone = try await connection.desk("unblock-code", code, codes)
      if isDone { Console.current.out("the \(code.label) is new, and has all its tries\n") }
    }
  }

  struct ActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "activate",
      abstract: "Replaces the PIN2 of a new card, which does not sign before that.")
    @OptionGroup var codes: CodesOption
    @OptionGroup var connection: CardConnection

    func run() async throws {
      let isNew = try await connection.desk("activate-pin2", .pin2, codes)
      Console.current.out(
        isNew ? "the card can sign with the new PIN2\n" : "the card can sign already\n")
    }
  }
}

/// Where the codes come from.
struct CodesOption: ParsableArguments {
  @Option(parsing: .unconditional, help: "The file descriptor to read the codes from, one a line.")
  var codesFrom: Int32?
  @OptionGroup var flows: FlowsOption
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
