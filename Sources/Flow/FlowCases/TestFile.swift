/// A file for a tool.
package struct TestFile: Hashable, Sendable {
  /// The path below the folder of the tool.
  package let path: String
  /// The text.
  package var text: String
  /// The parts to write by hand, in the order of the file. Nil for a file that is only generated.
  package var stubs: [Stub]?

  /// A part of a file that somebody writes by hand.
  package struct Stub: Hashable, Sendable {
    /// What the file has if the part is there.
    let marker: String
    /// What stands there until it is written.
    let text: String
  }

  /// The text of the file, given what is there: parts that are written by hand stay, and those that
  /// are missing come after them.
  package func text(keeping written: String?) -> String {
    guard let stubs else { return text }
    var result = written ?? text
    for stub in stubs where !result.contains(stub.marker) {
      if !result.isEmpty, !result.hasSuffix("\n") { result += "\n" }
      result += stub.text
    }
    return result
  }

  /// What all generated files have in their first line.
  package static let mark = "Made by `flowrun tests"
}
