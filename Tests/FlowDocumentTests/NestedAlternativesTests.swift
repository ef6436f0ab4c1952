import Diagnostics
import FlowCheck
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Alternatives of the lines of alternatives, and of those of theirs.
@Suite struct NestedAlternativesTests {
  /// How a document shows to which line an alternative belongs.
  enum Form: CaseIterable {
    /// `1a` below line 1 of `2a`.
    case indented
    /// `2a1a`, indented or in a flat list.
    case whole, flat
    /// `- **2a1a.** ...`
    case bold
    /// `2a. ...: 2a1. ... 2a2. ...`
    case running
  }

  /// Writes a tree of alternatives, and remembers what it is.
  private struct Writer {
    let (form, tongue): (Form, LanguagesTests.Tongue)
    var random: SplitMix
    var text = ""
    /// The alternatives with their lines' number and where each belongs.
    var found: [(id: String, at: String, lines: Int)] = []

    mutating func write(_ words: String, _ id: String, _ depth: Int) {
      guard form != .running else {
        // Ids and numbers that begin no line.
        let aside = random.next(2) == 0 ? "" : " (2b. + 3. + 2a1. x)"
        text +=
          words.hasSuffix(".")
          ? "\(id). \(words.dropLast())\(id.count > 3 ? "" : aside). " : "\(id). \(words): "
        return
      }
      let indent = form == .flat ? "" : String(repeating: "   ", count: depth)
      let mark = form == .bold ? "**\(id).**" : form == .flat ? "\(id):" : "\(id)."
      text += "\(indent)\(form == .indented ? "" : "- ")\(mark) \(words)\n"
    }

    /// - Parameters:
    ///   - id: the id that the flow has.
    ///   - written: the id in the document.
    mutating func add(_ id: String, written: String, at: String, depth: Int) {
      write(tongue.cases[random.next(3)], written, depth)
      let count = 1 + random.next(3)
      found.append((id, at, count))
      for line in 1...count {
        let isLast = line == count
        let words = isLast ? tongue.ends : "\(tongue.system) \(tongue.works[line - 1])"
        write("\(words).", form == .indented ? "\(line)" : "\(written)\(line)", depth + 1)
        guard depth < 4, !isLast, random.next(2) == 0 else { continue }
        for letter in ["a", "b"].prefix(1 + random.next(2)) {
          let inner = "\(line)\(letter)"
          let (own, said) =
            form == .indented ? ("\(id).\(inner)", inner) : (id + inner, written + inner)
          add(own, written: said, at: "\(id).\(line)", depth: depth + 2)
        }
      }
    }
  }

  @Test("An alternative of a line belongs to it, and the lines behind it to the outer one")
  func trees() throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in turns(1, of: 6, from: number) {
        let plan = Plan(seed: UInt64(seed)).withoutExtensions
        for form in Form.allCases {
          var writer = Writer(
            form: form, tongue: tongue, random: SplitMix(seed: UInt64(seed * 10 + number)))
          for step in 1...2 { writer.add("\(step)a", written: "\(step)a", at: "\(step)", depth: 0) }
          let text = "\(plan.list(in: tongue))\n## \(tongue.extensions)\n\n\(writer.text)"
          let flow = try #require(DocumentImport(document(text)).flows.first?.loaded, "\(text)")
          let rows = flow.rows.filter { $0.kind == .extension }
          #expect(rows.map(\.reference) == writer.found.map(\.id), "\(text)")
          #expect(rows.map(\.step.id) == writer.found.map(\.at), "\(text)")
          for (id, _, count) in writer.found {
            let lines = (1...count).map { flow.row("\(id).\($0)") != nil }
            #expect(lines.allSatisfy { $0 } && flow.row("\(id).\(count + 1)") == nil, "\(text)")
          }
          let told = documentFindings([document(text)]).map(\.diagnostic)
          #expect(!told.contains { "\($0.rule)" == "row-outside-step" }, "\(told)\n\(text)")
          let again = DocumentPrinter(flow) { _ in nil }.markdown
          let read = try #require(DocumentImport(document(again)).flows.first?.loaded, "\(again)")
          #expect(read.rows.map(\.reference) == flow.rows.map(\.reference), "\(again)")
          #expect(read.rows.map(\.step.id) == flow.rows.map(\.step.id), "\(again)")
        }
      }
    }
  }
}
