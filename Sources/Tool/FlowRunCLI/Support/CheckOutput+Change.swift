internal import Diagnostics
internal import FlowCheck

extension CheckOutput {
  /// A finding without its place in the file.
  private struct Identity: Hashable {
    let path: String
    let fingerprint: String
    let message: String
    let standing: Finding.Standing
  }

  /// Prints what has appeared since an earlier check, and what has gone away. Lines that only moved
  /// are not printed.
  func showChange(from earlier: CheckOutput, limit: Int, on console: Console) {
    let appeared = findings(notIn: earlier)
    let gone = earlier.findings(notIn: self)
    var change = CheckOutput(self, only: appeared)
    let omitted = change.keep(atMost: limit) { $0.isShown }
    change.showEntries(on: console)
    var text = omitted > 0 ? CheckOutput.more(omitted) : ""
    for entry in gone.prefix(limit).map({ earlier.entries[$0].entry }) {
      text +=
        "gone: \(entry.diagnostic.path): \(entry.diagnostic.message) [\(entry.diagnostic.rule)]\n"
    }
    if gone.count > limit { text += "gone: \(gone.count - limit) more\n" }
    console.out("\(text)\(appeared.count) new, \(gone.count) gone; \(summary)")
  }

  /// The places of the entries that are printed, and that another check does not have as often.
  private func findings(notIn other: CheckOutput) -> [Int] {
    var left: [Identity: Int] = [:]
    for (entry, _) in other.entries where entry.isShown {
      left[CheckOutput.identity(entry), default: 0] += 1
    }
    return entries.indices.filter { place in
      let entry = entries[place].entry
      guard entry.isShown else { return false }
      let identity = CheckOutput.identity(entry)
      guard let count = left[identity], count > 0 else { return true }
      left[identity] = count - 1
      return false
    }
  }

  private static func identity(_ entry: Entry) -> Identity {
    Identity(
      path: entry.diagnostic.path, fingerprint: entry.fingerprint,
      message: entry.diagnostic.message, standing: entry.standing)
  }
}
