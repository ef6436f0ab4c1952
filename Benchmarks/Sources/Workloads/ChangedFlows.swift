import Diagnostics
import FlowCheck
import FlowLoader

/// Flows in an editor: one file after the other changes, and all findings are right again.
package struct ChangedFlows {
  private var files: [SourceFile]
  private var flows = KeptFlows()
  private var check: KeptCheck
  private var count = 0

  package init(_ files: [SourceFile]) {
    self.files = files
    for file in files { flows.read(file) }
    check = KeptCheck(flows.result().readable)
  }

  /// Writes a file in which a row has another target, or in which a sentence is another one.
  package mutating func change() {
    let place = count * 37 % files.count
    var text = String(decoding: files[place].bytes, as: UTF8.self)
    if count % 2 == 0 {
      text.replace("next: 3.1", with: "next: 3.2", maxReplacements: 1)
      text.replace("next: 1.1", with: "next: 1.2", maxReplacements: 1)
    }
    text += "# change \(count)\n"
    text.replace("user: selects", with: "user: selects a", maxReplacements: 1)
    count += 1
    files[place] = SourceFile(path: files[place].path, bytes: Array(text.utf8))
  }

  /// Brings everything up to date with the last change.
  package mutating func update() {
    let place = (count - 1) * 37 % files.count
    flows.read(files[place])
    check = check.updated(to: flows.result().readable)
  }

  /// Fails if the findings are others than those of a check of all flows.
  package func verify() throws {
    // In the order of their paths, as a folder is loaded: where several flows call one, the first is named.
    let sorted = files.sorted { $0.path < $1.path }
    let all = CheckReport(FlowLoader().load(sorted).readable)
    let kept = check.report().findings.map { "\($0.fingerprint) \($0.diagnostic)" }
    guard kept == all.findings.map({ "\($0.fingerprint) \($0.diagnostic)" }) else {
      throw BenchError("the findings after a change are others than those of a new check")
    }
  }
}
