import CompiledFlows
import Diagnostics
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test("Compiled flows have the same tables, links and programs")
  func tables() throws {
    for seed in 0..<12 as Range<UInt64> {
      try expectSame(try RandomCatalogue.load(seed: seed))
    }
  }

  /// Compares everything that the flows consist of, as text.
  private func expectSame(_ catalogue: Catalogue) throws {
    let opened = try Catalogue(compiled: catalogue.compiledFile)
    #expect(opened.flows.count == catalogue.flows.count)
    for (index, pair) in zip(opened.flows, catalogue.flows).enumerated() {
      let isSame = "\(pair.0.tables.all)" == "\(pair.1.tables.all)"
      #expect(isSame, "\(pair.1.id)")
      #expect("\(opened.links[index])" == "\(catalogue.links[index])")
    }
    for reading in Reading.allCases {
      let (program, same) = (catalogue.compiled(as: reading), opened.compiled(as: reading))
      #expect(same.tables.cells == program.tables.cells)
      #expect(same.tables.conditions == program.tables.conditions)
      #expect(same.facts == program.facts)
    }
  }

  @Test("Flows with targets and calls that are missing are opened, and runs end there")
  func missing() throws {
    let flow = """
      flow: A
      title: A
      steps:
        - step: 1.1
          screen: Home
          rows:
            a: { user: selects One, next: 9.9 }
            b: { user: selects Two, next: goto B:9.9 }
            c: { user: selects Three, next: goto Z }
            d: { user: selects Four, next: error Nothing }
            e: { user: selects Five, next: 1.2 }
        - step: 1.2
          call: Z
          rows:
            a: { result: Done, next: end }
      """
    let other = "flow: B\ntitle: B\nsteps:\n  - step: 1\n    system: x\n    next: end\n"
    let read = FlowLoader().load([
      SourceFile(path: "A.yaml", bytes: Array(flow.utf8)),
      SourceFile(path: "B.yaml", bytes: Array(other.utf8)),
    ])
    #expect(read.catalogue == nil && read.diagnostics.count == 5, "\(read.diagnostics)")
    try expectSame(read.readable)
    let opened = try Catalogue(compiled: read.readable.compiledFile)
    for row in ["1.1a", "1.1b", "1.1c", "1.1d"] {
      let text = "flow: A\npaths:\n  - path: x\n    rows: [\(row)]\n"
      let scripts = ScriptLoader().load(SourceFile(path: "p.yaml", bytes: Array(text.utf8))).scripts
      let script = try #require(scripts.first)
      let program = opened.compiled(as: .written)
      #expect(try ScriptRun.run(script, on: program).ending.contains("missing"), "\(row)")
    }
  }

  @Test("Compiling twice, or compiling what was opened, gives the same bytes")
  func bytes() throws {
    let flows = try catalogue(in: flowsFolder)
    let file = flows.compiledFile
    #expect(file == flows.compiledFile)
    let opened = try Catalogue(compiled: file)
    #expect(opened.compiledFile == file)
    for (flow, same) in zip(flows.flows, opened.flows) {
      #expect(FlowTable(same, in: opened).json == FlowTable(flow, in: flows).json)
      #expect(same.path == flow.path)
    }
  }

  /// Rules and a contract with every part that they can have.
  private var houseRules: HouseRules {
    func phrases(_ texts: String...) -> [HouseRule.Phrase] {
      texts.enumerated().map { HouseRule.Phrase($1, span: Span(start: UInt32($0), end: 9)) }
    }
    func phrase(_ text: String) -> HouseRule.Phrase {
      HouseRule.Phrase(text, span: Span(start: 1, end: .max))
    }
    var all = HouseRules()
    for form in HouseRule.Form.allCases {
      var rule = HouseRule()
      (rule.name, rule.form, rule.path) = (phrase("\(form) \"}\u{202E}õ\n"), form, "rules/a.yaml")
      (rule.subject, rule.other, rule.until) = (phrases("a", "b"), phrases("c"), phrases())
      rule.count = 3
      rule.during = [HouseRule.Values(fact: phrase("f"), values: phrases("v", "w"))]
      rule.given = [HouseRule.Values(fact: phrase("g"), values: phrases())]
      rule.starts = phrases("UC1")
      if form == .never {
        (rule.interruption, rule.because) = (phrase("L"), "It must not")
        (rule.allowance, rule.flow) = ("It may", "UC1")
      }
      all.rules.append(rule)
    }
    var contract = Contract()
    (contract.action, contract.because, contract.path) = (
      phrase("door.open"), "It counts", "c.yaml"
    )
    contract.states = [
      Contract.State(name: phrase("shut"), answers: [(phrase("open"), phrase("done"))]),
      Contract.State(name: phrase("done"), answers: []),
    ]
    all.contracts = [contract]
    return all
  }

  @Test("House rules and contracts are compiled with all their parts")
  func rules() throws {
    let flows = try RandomCatalogue.load(seed: 1, flows: 2)
    let file = flows.compiledFile(with: houseRules)
    let opened = try Catalogue(compiled: file)
    #expect("\(try opened.houseRules())" == "\(houseRules)")
    #expect(opened.compiledFile == file)
    #expect(try opened.houseRules().rules.count == HouseRule.Form.allCases.count)
    #expect(try Catalogue(compiled: flows.compiledFile).houseRules().rules.isEmpty)
  }

  @Test("Flows are found by id and alias in a compiled catalogue")
  func names() throws {
    let opened = try Catalogue(compiled: try catalogue(in: flowsFolder).compiledFile)
    #expect(opened.flow(named: "unlock-the-app")?.id == "UC2.3")
    #expect(opened.flow(named: "uc2.3")?.firstStep?.id == "1.1")
    #expect(opened.flow(id: "UC0") == nil)
  }
}
