internal import Diagnostics
package import FlowCheck
package import FlowEdit
internal import FlowLoader
internal import FlowModel

// Fixes of what is found. Each was tried out: the finding is gone then, and no error appears.
extension FlowFolder {
  /// The most fixes that are made in one go.
  private static let mostFixes = 1000

  /// The change that mends a finding: the best one of those that work.
  ///
  /// - Parameter found: everything that is found.
  package func fixes(for finding: Finding, among found: [Finding]) -> [Fix] {
    guard finding.standing == .open else { return [] }
    return fix(for: finding, among: found, in: editable()).map { [$0] } ?? []
  }

  /// The most findings of a report for which fixes are tried. Each trial checks the whole folder.
  package static let mostTried = 50

  /// The fixes for findings, by the index of the finding: for the first open ones, since a report
  /// of a large folder must not take minutes.
  package func fixes(for found: [Finding]) -> [[Fix]] {
    let flows = editable()
    var left = FlowFolder.mostTried
    return found.map { finding in
      guard finding.standing == .open, left > 0 else { return [] }
      left -= 1
      return fix(for: finding, among: found, in: flows).map { [$0] } ?? []
    }
  }

  /// - Parameter withProposals: whether fixes are asked for that are not safe.
  private func fix(
    for finding: Finding, among found: [Finding], in flows: EditableFlows,
    withProposals: Bool = true
  ) -> Fix? {
    guard finding.standing == .open else { return nil }
    return FixProposals(finding, in: flows).all(withProposals: withProposals).first {
      (withProposals || $0.isSafe) && mends($0.edit, finding, found)
    }
  }

  /// Makes one fix after the other, until none is left. The files are changed in memory only.
  ///
  /// - Parameters:
  ///   - withProposals: whether fixes are made that are not safe.
  ///   - isWanted: whether a finding is mended.
  /// - Returns: the change, and what each fix did.
  package mutating func fixAll(
    _ request: CheckRequest = CheckRequest(), withProposals: Bool = false,
    where isWanted: (Finding) -> Bool = { _ in true }
  ) -> (edit: FlowEdit, made: [(finding: Finding, fix: Fix)]) {
    var request = request
    request.proofs = .none
    var whole = FlowEdit([])
    var made: [(finding: Finding, fix: Fix)] = []
    var before = -1
    // What one fix reveals, the next pass mends.
    while made.count > before, made.count < FlowFolder.mostFixes {
      before = made.count
      var found = findings(request).findings
      var flows = editable()
      var next = 0
      while next < found.count, made.count < FlowFolder.mostFixes {
        let finding = found[next]
        next += 1
        guard isWanted(finding),
          let fix = fix(for: finding, among: found, in: flows, withProposals: withProposals)
        else { continue }
        made.append((finding, fix))
        whole = whole.followed(by: fix.edit)
        for file in fix.edit.files { set(file.after, at: file.path) }
        (found, flows) = (findings(request).findings, editable())
        // The finding is gone, so that another one has its place.
        next = max(next - 1, 0)
      }
    }
    return (whole, made)
  }

  /// Whether a finding is gone after a change, and no error is there that was not before.
  private func mends(_ edit: FlowEdit, _ finding: Finding, _ before: [Finding]) -> Bool {
    guard !edit.files.isEmpty else { return false }
    var folder = self
    for file in edit.files { folder.set(file.after, at: file.path) }
    var request = CheckRequest()
    request.proofs = .none
    let after = folder.findings(request).findings
    let path = finding.diagnostic.path
    func isSame(_ other: Finding) -> Bool {
      other.standing == .open && other.diagnostic.path == path
        && other.diagnostic.rule == finding.diagnostic.rule
        && other.diagnostic.message == finding.diagnostic.message
    }
    guard after.count(where: isSame) < before.count(where: isSame) else { return false }
    // A flow that could not be read shows only now what is wrong with it.
    let isRead = flow(at: path) != nil || holdsTexts(path)
    if !isRead, folder.flow(at: path) == nil, !folder.isMended(path, after: self) { return false }
    var errors: [String: Int] = [:]
    func count(_ findings: [Finding], _ sign: Int) {
      for other in findings
      where other.standing == .open && other.diagnostic.severity == .error
        && (isRead || other.diagnostic.path != path)
      {
        errors["\(other.diagnostic.rule) \(other.diagnostic.path)", default: 0] += sign
      }
    }
    count(before, -1)
    count(after, 1)
    return errors.values.allSatisfy { $0 <= 0 }
  }

  /// Whether fewer mistakes keep a file from being read than before. One that was not YAML shows
  /// the others only when it is.
  private func isMended(_ path: String, after old: FlowFolder) -> Bool {
    var (new, old) = (self, old)
    guard let file = old.file(path), (try? YAMLText(file)) != nil else {
      return new.file(path).map { (try? YAMLText($0)) != nil } ?? false
    }
    let count = new.result().diagnostics.count { $0.path == path }
    return count < old.result().diagnostics.count { $0.path == path }
  }
}
