internal import ArgumentParser
internal import CardDesk
internal import EstEID
internal import Markup
internal import PCSC

/// Prints why a card could not be used and what to do. Returns the exit status.
func fail(_ message: String, help: String?) -> ExitCode {
  Console.current.err("flowrun: \(TerminalText.lines(message))\n")
  if let help { Console.current.err("help: \(help)\n") }
  return ExitCode(1)
}

func fail(_ error: PCSCError) -> ExitCode { fail(error.description, help: error.help) }

func fail(_ error: EstEIDError) -> ExitCode { fail(error.words, help: error.help) }
