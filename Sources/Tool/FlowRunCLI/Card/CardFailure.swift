internal import CardDesk
internal import EstEID
internal import PCSC

extension Refusal {
  /// Why a reader cannot be used, and what to do.
  init(_ error: PCSCError) { self.init(error.description, help: error.help, status: 1) }

  /// Why a card cannot be used, and what to do.
  init(_ error: EstEIDError) { self.init(error.description, help: error.help, status: 1) }
}
