public import Diagnostics
public import FlowModel

/// The findings of a catalogue, kept while flows change one at a time.
///
/// Only flows that have changed are checked again, and those that see something else of other flows than
/// before. The findings are those of a check of all flows.
public struct KeptCheck: Sendable {
  private let catalogue: Catalogue
  private let bindings: [String: BoundAction]?
  private let written: CheckedCatalogue
  private let meant: CheckedCatalogue
  /// For every flow, what it sees of others as written and as meant.
  private let surroundings: [[Surroundings]]
  /// For every flow its findings, in reading order.
  private let findings: [[Finding]]
  /// The flows that were checked by the last change, by their places.
  package let checked: [Int]

  /// Checks all flows.
  public init(_ catalogue: Catalogue, bindings: [String: BoundAction]? = nil) {
    self.init(catalogue, bindings, before: nil)
  }

  /// The findings after a change.
  public func updated(to catalogue: Catalogue) -> KeptCheck {
    // The lists of a header name flows, so a flow that is new or gone may concern any other one.
    var isSame =
      self.catalogue.flows.count == catalogue.flows.count
      && self.catalogue.unread == catalogue.unread
    for (old, new) in zip(self.catalogue.flows, catalogue.flows) where isSame && old != new {
      isSame = old.id == new.id && old.path == new.path && old.isOutline == new.isOutline
    }
    return KeptCheck(catalogue, bindings, before: isSame ? self : nil)
  }

  private init(_ catalogue: Catalogue, _ bindings: [String: BoundAction]?, before: KeptCheck?) {
    self.catalogue = catalogue
    self.bindings = bindings
    let written = CheckedCatalogue(
      catalogue, as: .written, bindings: bindings, before: before?.written)
    let meant = CheckedCatalogue.meant(catalogue, written: written, before: before?.meant)
    (self.written, self.meant) = (written, meant)
    let readings = meant.graph.reading == .meant ? [written, meant] : [written]
    let isTouched = before.map { before -> [Bool] in
      let isTouched = written.isTouched(since: before.written)
      if readings.count == 1, before.meant.graph.reading == .written { return isTouched }
      return zip(isTouched, meant.isTouched(since: before.meant)).map { $0 || $1 }
    }
    var surroundings = before?.surroundings ?? []
    surroundings.reserveCapacity(catalogue.flows.count)
    var changed: [Int] = []
    for place in catalogue.flows.indices {
      guard isTouched?[place] ?? true else { continue }
      let new = readings.map { Surroundings(of: place, in: $0) }
      guard let before else {
        surroundings.append(new)
        changed.append(place)
        continue
      }
      let isSame =
        before.catalogue.flows[place] == catalogue.flows[place] && surroundings[place] == new
      surroundings[place] = new
      if !isSame { changed.append(place) }
    }
    self.surroundings = surroundings
    var findings = before?.findings ?? Array(repeating: [], count: catalogue.flows.count)
    for place in changed { findings[place] = FlowReport.findings(place, written, meant) }
    self.findings = findings
    checked = changed
  }

  /// All findings, with those of the loader.
  ///
  /// - Parameter reading: what the loader reported about the files.
  public func report(reading: [Diagnostic] = []) -> CheckReport {
    CheckReport(catalogue, reading) { findings[$0] }
  }

  /// The findings in some files, with what the loader reported.
  package func report(reading: [Diagnostic], of paths: Set<String>) -> CheckReport {
    CheckReport(catalogue, reading, of: paths) { findings[$0] }
  }

  /// The findings that count: their standing and fingerprint.
  package var identities: Set<String> {
    Set(findings.joined().compactMap(\.identity))
  }

  /// Whether something is found that is not among `known`, in the flows that were checked by the last
  /// change.
  package func findsMore(than known: Set<String>) -> Bool {
    checked.contains { place in
      findings[place].contains { $0.identity.map { !known.contains($0) } ?? false }
    }
  }
}

extension Finding {
  /// What tells it from other findings. Nil if nobody is told of it.
  fileprivate var identity: String? {
    switch standing {
    case .open, .knownSlip: "\(standing) \(fingerprint)"
    case .allowed, .inBaseline: nil
    }
  }
}
