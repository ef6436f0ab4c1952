internal import Diagnostics
internal import FlowModel

/// The flows of all files, connected with each other.
struct LinkedFlows {
  /// The flows that could be read and agree with each other about ids and facts.
  let readable: Catalogue
  /// All flows that could be read.
  let all: Catalogue
  /// All flows, and what files with mistakes declare.
  let declared: Catalogue
  /// What is wrong with the names of flows and with what leads from one to another.
  let diagnostics: [Diagnostic]
  /// Whether only the header of some flow is known, or nothing at all.
  let hasHeaders: Bool

  /// - Parameters:
  ///   - readings: the files with what was read, in the order of the paths.
  ///   - names: of the files that could not be opened.
  init(_ readings: [(path: String, reading: FlowReading)], unread names: [String]) {
    let whole = readings.compactMap(\.reading.tables)
    let broken = readings.filter { $0.reading.tables == nil }
    var linker = Linker(
      tables: whole, unread: names + broken.map { $0.reading.id ?? FlowLoader.name($0.path) })
    linker.link()
    (readable, all) = (linker.usable(), linker.catalogue())
    hasHeaders =
      !names.isEmpty || broken.contains { $0.reading.isHeader || $0.reading.salvage == nil }
    guard broken.contains(where: { $0.reading.salvage != nil }) else {
      (declared, diagnostics) = (all, linker.diagnostics)
      return
    }
    // A flow with a mistake is one that others may name, and what it leads to is looked at, too.
    let unknown = broken.filter { $0.reading.salvage == nil }.map { FlowLoader.name($0.path) }
    var salvaged = Linker(
      tables: readings.compactMap { $0.reading.tables ?? $0.reading.salvage },
      unread: names + unknown, isWhole: false)
    salvaged.link()
    (declared, diagnostics) = (salvaged.catalogue(), salvaged.diagnostics)
  }
}
