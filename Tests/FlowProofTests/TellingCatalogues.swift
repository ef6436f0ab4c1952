import FlowModel
import FlowTestSupport
import TestSupport

/// Small random catalogues with a rule each. They were chosen because each shows a mistake that was
/// made in the prover on purpose; `docs/house-rules.md` lists the mistakes.
enum TellingCatalogues {
  static let seeds: [UInt64] = [
    90, 91, 134, 135, 307, 355, 593, 633, 820, 1002, 1242, 1414, 1633, 1655, 1829, 1960, 2071, 3798,
    3887, 12909, 14146, 14253, 30670, 31531, 32671,
  ]

  static func load(seed: UInt64) throws -> Catalogue {
    try RandomCatalogue.load(seed: seed, hasLongTimers: false, kind: .small)
  }
}
