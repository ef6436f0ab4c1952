import Diagnostics
import FlowCheck
import FlowEdit
import FlowFolder
import FlowLoader
import FlowTestSupport
import TestSupport
import Testing

/// Fixes of flows with random mistakes. `tools/tests/fuzz-test` takes more, or as many as
/// FIXED_FLOWS says: each takes a second, since every fix is tried out on the whole folder.
@Suite struct FixFuzzTests {
  private static let count = sampleSize("FIXED_FLOWS", or: 4)

  /// A flow with a mistake such as people make.
  private static func damaged(_ text: String, _ random: inout SplitMix) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...random.next(3) where !lines.isEmpty {
      let at = random.next(lines.count)
      let line = lines[at]
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch random.next(9) {
      case 0: lines[at] = line.replacing("ne", with: "n", maxReplacements: 1)
      case 1 where !value.isEmpty: lines[at] = "\(line[...colon]) *\(value)"
      case 2 where !value.isEmpty: lines[at] = "\(line[...colon]) Note: \(value)"
      case 3: lines.insert(line, at: at)
      case 4 where !value.isEmpty: lines[at] = line + "x"
      case 5: lines.remove(at: at)
      case 6: lines[at] = line.replacing("1.2", with: "1.22")
      case 7: lines[at] = line.replacing("mode", with: "mod")
      default: lines[at] = line.replacing("s: ", with: ": ")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The errors of the files that could be read, by rule.
  private static func errors(
    _ folder: inout FlowFolder, besides paths: Set<String>
  ) -> [String: Int] {
    var request = CheckRequest()
    request.proofs = .none
    var errors: [String: Int] = [:]
    for finding in folder.findings(request).findings
    where finding.standing == .open && finding.diagnostic.severity == .error
      && !paths.contains(finding.diagnostic.path)
    {
      errors["\(finding.diagnostic.rule) \(finding.diagnostic.path)", default: 0] += 1
    }
    return errors
  }

  @Test("Fixes of damaged flows make no new error, and have nothing left to do afterwards")
  func damage() throws {
    var made = 0
    for seed in 0..<UInt64(Self.count) {
      var random = SplitMix(seed: seed)
      var files: [String: String] = [:]
      for file in Sample.random(seed: seed % 50) {
        files["Flows/\(file.path)"] = String(decoding: file.bytes, as: UTF8.self)
      }
      let name = random.pick(files.keys.sorted())
      files[name] = Self.damaged(files[name] ?? "", &random)
      let folder = try Folder(files)
      var old = FlowFolder(folder.path("Flows"))
      let unread = Set(old.paths.filter { old.flow(at: $0) == nil })
      let before = Self.errors(&old, besides: unread)
      // Flows that make no sense have hundreds of findings that are no errors.
      let withProposals = seed % 4 == 0
      func isWanted(_ finding: Finding) -> Bool {
        !withProposals || Rule.ofReading.contains(finding.diagnostic.rule)
      }
      let (edit, fixes) = old.fixAll(withProposals: withProposals, where: isWanted)
      made += fixes.count
      let after = Self.errors(&old, besides: unread)
      for (rule, count) in after {
        #expect(count <= before[rule, default: 0], "seed \(seed): \(rule)")
      }
      // In memory and on the disk it is the same, and nothing is left to do.
      var written = FlowFolder(folder.path("Flows"))
      try written.write(edit)
      #expect(
        written.fixAll(withProposals: withProposals, where: isWanted).made.isEmpty, "seed \(seed)")
      try written.write(edit.inverse)
      #expect(folder.text(name) == files[name], "seed \(seed)")
    }
    #expect(made >= Self.count / 8, "\(made)")
  }
}
