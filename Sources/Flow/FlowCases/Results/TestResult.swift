package import Diagnostics
internal import JSON

/// What a report says of one test.
package struct TestResult: Hashable, Sendable {
  /// How a test ended.
  package enum Status: String, Hashable, Sendable {
    /// As expected, not as expected, or it did not run.
    case green, failed, skipped
  }

  /// The name of the test.
  package let name: String
  /// How it ended.
  package var status: Status
  /// What the tool says of a failure.
  package var message = ""
  /// The sentences that were said before and at the failure, for a tool that names its steps. The
  /// last one has failed.
  package var sentences: [String] = []
  /// What else the report says of the test: properties, tags, annotations.
  package var marks: [String] = []

  /// Reads a report: JUnit XML, which Maestro, pytest, behave and Xcode's converters write too, the
  /// JSON of Playwright, or that of behave and Cucumber.
  package static func read(
    _ file: SourceFile
  ) -> (results: [TestResult], diagnostics: [Diagnostic]) {
    let first = file.bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    func refuse(_ reason: String, _ offset: Int) -> ([TestResult], [Diagnostic]) {
      let start = file.bytes.prefix(offset).count { $0 & 0xC0 != 0x80 }
      let span = Span(start: UInt32(start), end: UInt32(start + 1))
      return (
        [],
        [
          Diagnostic(
            .invalidReport, path: file.path, span: span, "the report cannot be read: \(reason)",
            help: "write JUnit XML, the JSON of Playwright, or the JSON of behave or Cucumber")
        ]
      )
    }
    if first == UInt8(ascii: "<") {
      do { return (try junit(file.bytes), []) } catch { return refuse(error.reason, error.offset) }
    }
    let value: JSONValue
    do { value = try JSONReader.read(file.bytes) } catch {
      return refuse(error.reason, error.offset)
    }
    if let suites = value["suites"]?.array {
      return (suites.flatMap { playwright($0, depth: 0) }, [])
    }
    if let features = value.array { return (features.flatMap(cucumber), []) }
    return refuse("it has neither `suites` nor a list of features", 0)
  }

  /// Whether the name or a mark of the test has an id: between characters that are not of an id.
  package func names(_ id: String) -> Bool {
    ([name] + marks).contains { text in
      text.ranges(of: id).contains { range in
        let before = text[..<range.lowerBound].last
        let after = text[range.upperBound...]
        // A point, a hyphen or an underscore may go on with the id: `T-1.2`.
        let isJoint = after.first.map { ".-_".contains($0) } ?? false
        let next = isJoint ? after.dropFirst().first : after.first
        return !TestResult.isOfID(next) && !TestResult.isOfID(before)
          && !(before.map { ".-_".contains($0) } ?? false)
      }
    }
  }

  private static func isOfID(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  // MARK: JUnit

  private static func junit(_ bytes: [UInt8]) throws(XMLScanner.Failure) -> [TestResult] {
    var scanner = XMLScanner(bytes)
    var results: [TestResult] = []
    var current: TestResult?
    var isInside = false
    while let event = try scanner.next() {
      switch event {
      case .start("testcase", let attributes):
        current = TestResult(name: attributes["name"] ?? "", status: .green)
      case .start("failure", let attributes), .start("error", let attributes):
        current?.status = .failed
        if let message = attributes["message"] { current?.message += message + "\n" }
        isInside = true
      case .start("skipped", _): current?.status = .skipped
      case .start("property", let attributes):
        current?.marks += [attributes["value"]].compactMap(\.self)
      case .text(let text): if isInside { current?.message += text }
      case .end("failure"), .end("error"): isInside = false
      case .end("testcase"):
        if let current { results.append(current) }
        current = nil
      case .start, .end: break
      }
    }
    return results
  }

  // MARK: JSON

  private static func playwright(_ suite: JSONValue, depth: Int) -> [TestResult] {
    guard depth < 100 else { return [] }
    var results: [TestResult] = []
    for spec in suite["specs"]?.array ?? [] {
      for test in spec["tests"]?.array ?? [] {
        guard let last = test["results"]?.array?.last else { continue }
        var result = TestResult(name: spec["title"]?.string ?? "", status: .failed)
        switch last["status"]?.string {
        case "passed": result.status = .green
        case "skipped": result.status = .skipped
        default: break
        }
        let errors = (last["errors"]?.array ?? []) + [last["error"]].compactMap(\.self)
        result.message = errors.compactMap { $0["message"]?.string }.joined(separator: "\n")
        let notes = (test["annotations"]?.array ?? []).compactMap { $0["description"]?.string }
        result.marks = notes + (spec["tags"]?.array ?? []).compactMap(\.string)
        let steps = last["steps"]?.array ?? []
        if let failed = steps.firstIndex(where: { $0["error"] != nil }) {
          result.sentences = steps[...failed].compactMap { $0["title"]?.string }
        }
        results.append(result)
      }
    }
    return results + (suite["suites"]?.array ?? []).flatMap { playwright($0, depth: depth + 1) }
  }

  /// What a failed step says. behave says it of assertions only, as lines.
  private static func message(_ result: JSONValue?) -> String {
    let message = result?["error_message"]
    if let text = message?.string { return text }
    if let lines = message?.array { return lines.compactMap(\.string).joined(separator: "\n") }
    return "the step ended with `\(result?["status"]?.string ?? "")`, without a message"
  }

  private static func cucumber(_ feature: JSONValue) -> [TestResult] {
    (feature["elements"]?.array ?? []).compactMap { element in
      guard let name = element["name"]?.string, element["type"]?.string != "background" else {
        return nil
      }
      var result = TestResult(name: name, status: .green)
      // behave writes texts, Cucumber objects.
      result.marks = (element["tags"]?.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
      for step in element["steps"]?.array ?? [] {
        result.sentences.append(step["name"]?.string ?? "")
        switch step["result"]?["status"]?.string {
        case "passed": continue
        case "skipped", nil:
          if result.status == .green { result.status = .skipped }
          continue
        default: result.status = .failed
        }
        result.message = message(step["result"])
        break
      }
      return result
    }
  }
}

extension Rule {
  /// A report of tests cannot be read.
  package static let invalidReport = Rule("invalid-report")
}
