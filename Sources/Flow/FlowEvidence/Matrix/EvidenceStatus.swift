/// How far something is proven. The worse compares as greater.
package enum EvidenceStatus: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// It does not apply.
  case notApplicable
  /// There is a proof, and nothing has changed its meaning since.
  case fresh
  /// There are only proofs that are older than the last change of meaning.
  case stale
  /// There is no proof.
  case missing
  /// A proof says that it is not so.
  case failed

  /// For people and files.
  package var words: String {
    switch self {
    case .notApplicable: "not applicable"
    case .fresh: "fresh"
    case .stale: "stale"
    case .missing: "missing"
    case .failed: "failed"
    }
  }

  package static func < (left: EvidenceStatus, right: EvidenceStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}
