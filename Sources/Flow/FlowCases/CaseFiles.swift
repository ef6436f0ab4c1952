internal import FlowModel
package import FlowRuntime
internal import Markup

/// The files of cases for a tool.
package struct CaseFiles: Sendable {
  /// The files: one for each case, and those that they share.
  package private(set) var files: [TestFile] = []
  /// What the tables do not say, each once.
  package private(set) var missing: [Missing] = []
  /// What somebody has to write by hand, each once: its name and its words.
  package private(set) var hooks: [(name: String, words: String)] = []

  /// Something for which a table has no entry.
  package struct Missing: Hashable, Sendable {
    /// The id of the step.
    package let step: String
    /// The title of the screen.
    package let screen: String
    /// What it is: `screen`, `button`, `input` or `data`.
    package let kind: String
    /// Its name.
    package let name: String
    /// What is used in its place.
    package let instead: String
  }

  /// Writes the files of some cases.
  package init(
    _ tests: [TestCase], for tool: TestTool, on program: Program, screens: ScreenTable,
    data: TestData
  ) {
    var names: Set<String> = []
    var hooks: [CasePlan.Hook] = []
    var known: Set<CasePlan.Hook> = []
    var listed: Set<Missing> = []
    for test in tests {
      let examples = CaseExamples(of: test, on: program)
      let plan = CasePlan(test, examples, data)
      for hook in plan.hooks where known.insert(hook).inserted { hooks.append(hook) }
      for lack in Self.missing(test, plan, tool, screens, data)
      where listed.insert(lack).inserted {
        missing.append(lack)
      }
      let path = Self.path(of: test, tool, &names)
      let head = CaseHead(test, tool)
      let text =
        switch tool {
        case .gherkin, .behave: GherkinWriter(head, examples, data).text
        case .playwright: PlaywrightWriter(head, plan, screens).text
        case .maestro: MaestroWriter(head, plan, screens).text
        case .xcuitest: XCUITestWriter(head, plan, screens).text
        case .appium: AppiumWriter(head, plan, screens).text
        }
      files.append(TestFile(path: path, text: text))
    }
    self.hooks = tool.hasSentences ? [] : hooks.map { ($0.key, $0.words) }
    switch tool {
    case .gherkin: break
    case .behave: files += BehaveWriter.files
    case .playwright: files.append(PlaywrightWriter.hooks(hooks))
    case .maestro: files += MaestroWriter.hooks(hooks)
    case .xcuitest: files += XCUITestWriter.hooks(hooks)
    case .appium: files += AppiumWriter.hooks(hooks)
    }
  }

  /// The path of the file of a case: the flow is the folder, the path is the name.
  private static func path(
    of test: TestCase, _ tool: TestTool, _ names: inout Set<String>
  ) -> String {
    let folder = plain(test.flow.id)
    var name = plain(String(test.name.dropFirst(test.flow.id.count).drop { $0 == " " }))
    if name.isEmpty { name = folder }
    // Python and XCTest look for files and methods that begin with `test`.
    switch tool {
    case .appium: name = "test_" + TestData.identifier("\(folder)_\(name)")
    case .xcuitest: name = TestData.identifier("\(folder)_\(name)") + "_Tests"
    case .maestro, .gherkin, .behave, .playwright: break
    }
    var path = "\(folder)/\(name)"
    var count = 1
    while !names.insert(path.lowercased()).inserted {
      count += 1
      path = "\(folder)/\(name)_\(count)"
    }
    return path + tool.fileEnding
  }

  /// A text as a part of a file's name.
  static func plain(_ text: String) -> String {
    let plain = String(
      text.map {
        $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." || $0 == "_" ? $0 : "-"
      })
    return plain.hasPrefix(".") ? "_" + plain.dropFirst() : plain
  }

  private static func missing(
    _ test: TestCase, _ plan: CasePlan, _ tool: TestTool, _ screens: ScreenTable, _ data: TestData
  ) -> [Missing] {
    plan.actions.flatMap { action -> [Missing] in
      func lack(_ part: ScreenTable.Part, _ step: Step) -> [Missing] {
        guard tool.hasSelectors, screens.selector(part, at: step, for: tool) == nil else {
          return []
        }
        return [
          Missing(
            step: step.qualified, screen: step.subject, kind: part.kind, name: part.name,
            instead: "its text")
        ]
      }
      switch action {
      case .see(.screen(let step), _): return lack(.screen, step)
      case .see(.button(let text, let step), _), .press(let text, let step):
        return lack(.button(text), step)
      case .fill(let input, let step, let value):
        var found = lack(.input(input.name), step)
        if data.given(input, at: step, in: test) == nil {
          let instead =
            switch value {
            case .text(let text): "`\(text)`"
            case .variable(let name): "the variable `\(name)`"
            }
          found.append(
            Missing(
              step: step.qualified, screen: step.subject, kind: "data", name: input.name,
              instead: instead))
        }
        return found
      case .group, .hook, .pass, .follows, .see, .gone: return []
      }
    }
  }
}

/// What stands at the top of the file of a case.
struct CaseHead {
  let test: TestCase
  /// The first line, without the sign of a comment.
  let line: String

  init(_ test: TestCase, _ tool: TestTool) {
    self.test = test
    line =
      "\(TestFile.mark) \(test.flow.id) --for \(tool.rawValue)`; changes of this file are lost."
  }

  /// The tags: the flow, the rows in the order of the path, and the names of tests in the document.
  var tags: [String] {
    var seen: Set<String> = []
    let rows = test.entries.map { CaseHead.tag($0.row.qualified) }
    let cases = test.flow.tests.filter { !$0.contains(where: \.isWhitespace) }.map(CaseHead.tag)
    return ([CaseHead.tag(test.flow.id)] + rows + cases).filter { seen.insert($0).inserted }
  }

  /// A text as a tag, in which no tool allows spaces or signs of comments.
  private static func tag(_ text: String) -> String {
    text.replacing([" ": "-", "#": "_", "\t": "-", "\n": "-", "@": "_", ",": "-"])
  }

  /// The purpose of the path, on one line.
  var about: String? {
    test.script.about.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }
}
