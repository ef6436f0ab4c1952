internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// The result of reading one file.
struct FlowReading: Sendable {
  /// Nil if anything is wrong with the file, other than targets that do not exist.
  var tables: FlowTables?
  /// What a file with a mistake declares, so that other files that name it are not reported as
  /// well. Nil if not even its id is known. Runs never see it.
  var salvage: FlowTables?
  /// Whether the salvage has only the header: as far as others see, the flow is not yet written.
  var isHeader = false
  var diagnostics: [Diagnostic]
  /// The id of a flow without tables, if it is known.
  var id: String?
}

// Files with mistakes: as much of them as is there.
extension FlowReader {
  /// What could be read in spite of these mistakes.
  mutating func salvage(_ found: [Diagnostic]) -> FlowReading {
    defer { tables = Tables() }
    guard tables.header.id.isPresent else { return FlowReading(diagnostics: found) }
    let id = reader.string(tables.header.id)
    let isHeader = !isSound
    if isHeader { keepHeader() } else { distributeRows() }
    return FlowReading(salvage: finished(), isHeader: isHeader, diagnostics: found, id: id)
  }

  /// Reads the header of a file that is cut by a syntax error, and reports the mistakes before it
  /// that do not depend on what comes after.
  mutating func readBeginning() -> FlowReading {
    let errors = reader.diagnostics
    guard !reader.tree.isEmpty, reader.tree.kind(reader.tree.root) == .mapping else {
      return FlowReading(diagnostics: errors)
    }
    clear(for: reader.tree.nodeCount)
    _ = readFlow()
    let end = reader.tree.span(reader.tree.nodeCount - 1).start
    let certain: Set<Rule> = [.unknownKey, .duplicateKey, .wrongKind, .duplicateID]
    let others = reader.diagnostics.dropFirst(errors.count).filter {
      certain.contains($0.rule) && $0.span.end < end
    }
    defer { tables = Tables() }
    guard tables.header.id.isPresent else { return FlowReading(diagnostics: errors + others) }
    let id = reader.string(tables.header.id)
    keepHeader()
    return FlowReading(
      salvage: finished(), isHeader: true, diagnostics: errors + others, id: id)
  }

  /// Whether everything that the tables refer to is in them.
  private var isSound: Bool {
    let steps = 0..<Int32(tables.steps.count)
    func isSound(_ target: TargetRecord?) -> Bool {
      guard let target, target.kind.destination == .step else { return true }
      return target.step < steps.upperBound
    }
    guard tables.header.outline.isPresent || !steps.isEmpty,
      tables.facts.allSatisfy({ (1...FlowReader.maximumValues).contains($0.values.range.count) })
    else { return false }
    return tables.rows.allSatisfy {
      steps.contains($0.step) && steps.contains($0.meantStep) && isSound($0.next)
        && isSound(meant($0))
    }
  }

  /// Leaves only what the header says, as in a flow that is not yet written.
  private mutating func keepHeader() {
    var header = Tables()
    header.header = tables.header
    if !header.header.outline.isPresent {
      header.header.outline = reader.made("a flow with a mistake", from: header.header.id.span)
    }
    header.header.showsValues = false
    tables = header
  }
}
