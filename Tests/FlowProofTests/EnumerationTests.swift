import Diagnostics
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The prover against plain enumeration: every run of random catalogues, taken on the machine row
/// by row with its whole stack, and a watch beside it.
///
/// `FLOWPROOF_CATALOGUES` and `FLOWPROOF_DEPTH` say how many catalogues and how deep;
/// `tools/tests/fuzz-test` takes 16 catalogues, `tools/tests/prove-crosscheck` 2,000, and 12 rows
/// deep.
@Suite struct EnumerationTests {
  private static let catalogues = sampleSize("FLOWPROOF_CATALOGUES", or: 10)
  private static let depth = sampleSize("FLOWPROOF_DEPTH", or: 6)
  /// They are compared side by side.
  private static let parts = 4
  /// Where the comparison of 2,000 has found that a run was shown although another timer comes
  /// first.
  private static let found = [1539, 1594, 1624, 1929].filter { $0 >= catalogues }
  private static let most = sampleSize("FLOWPROOF_STATES", or: 1_500)
  /// The prover's own limit makes one of these catalogues take half a minute without optimization.
  private static let places = sampleSize("FLOWPROOF_PLACES", or: 100_000)

  @Test(
    "A rule is broken by a run of some length exactly if enumeration finds no shorter one",
    arguments: 0..<parts)
  func enumeration(part: Int) throws {
    let seeds = (0..<Self.catalogues).map(UInt64.init)
    try compare(part, "usual", seeds) {
      try RandomCatalogue.load(seed: $0, hasLongTimers: false)
    }
  }

  @Test(
    "The same if timers of callers, sections and flows run out at their times",
    arguments: 0..<parts)
  func timers(part: Int) throws {
    let seeds = ((0..<Self.catalogues) + Self.found).map(UInt64.init)
    try compare(part, "timers", seeds, isTimed: true, leastConfirmed: 95) {
      try QuickTimers.load(seed: $0)
    }
  }

  @Test(
    "The same in small catalogues that show mistakes which were made on purpose",
    arguments: 0..<parts)
  func telling(part: Int) throws {
    // One run goes through a flow that calls itself, and is not confirmed.
    try compare(part, "telling", TellingCatalogues.seeds, rules: 1, leastConfirmed: 60) {
      try TellingCatalogues.load(seed: $0)
    }
  }

  @Test(
    "The same with every feature of the language and every phrase of a rule",
    arguments: 0..<parts)
  func everything(part: Int) throws {
    let seeds = (0..<max(Self.catalogues, 16)).map(UInt64.init)
    try compare(
      part, "everything", seeds, isTimed: true, leastConfirmed: 95,
      rule: { $0.next() }, load: { try QuickTimers.everything(seed: $0) })
  }

  @Test("The same where timers are over when a suspended run is resumed", arguments: 0..<parts)
  func resumed(part: Int) throws {
    let seeds = (0..<max(Self.catalogues, 12)).map(UInt64.init)
    try compare(
      part, "resumed", seeds, isTimed: true, leastConfirmed: 95,
      rule: { $0.next(isInterrupted: true) }, load: { try QuickTimers.ofSteps(seed: $0) })
  }

  /// Compares a part of the catalogues with these seeds.
  ///
  /// - Parameters:
  ///   - rules: how many rules each catalogue gets.
  ///   - isTimed: whether timers of callers, sections and flows run.
  ///   - leastConfirmed: how many of a hundred counter-examples are confirmed at least.
  ///   - rule: the next rule about a catalogue. Without, one of the fewer phrases that came first.
  private func compare(
    _ part: Int, _ kind: String, _ seeds: [UInt64], rules: Int = 3, isTimed: Bool = false,
    leastConfirmed: Int = 99, rule next: ((inout WholeRule) -> HouseRule)? = nil,
    load: (UInt64) throws -> Catalogue
  ) throws {
    var broken = 0
    var held = 0
    var confirmed = 0
    var open = 0
    var judge = GraphJudge(isTimed: isTimed)
    for (place, seed) in seeds.enumerated() where place % Self.parts == part {
      let catalogue = try load(seed)
      var random = SplitMix(seed: seed &+ 77)
      var whole = WholeRule(seed: seed &+ 77, about: catalogue)
      var prover = Prover(catalogue)
      prover.mostStacks = Self.most
      prover.mostPlaces = Self.places
      for _ in 0..<rules {
        let rule = next?(&whole) ?? RandomRule.make(&random, for: catalogue)
        let result = prover.prove(rule)
        try #require(result.diagnostics.isEmpty, "\(seed): \(result.diagnostics)")
        for verdict in result.verdicts {
          let program = catalogue.compiled(as: verdict.reading)
          let watch = try #require(RuleWatch(rule, on: program))
          var runs = Enumeration(rule, watch, on: program, most: Self.most)
          let isPossible = rule.form == .alwaysPossible
          let isEver = rule.form == .eventually || rule.form == .exactlyOnce
          runs.search(to: isPossible || isEver ? Self.most : Self.depth)
          let about =
            "\(kind) seed \(seed), \(RuleSentence(rule).text) as \(verdict.reading.rawValue)"
          judge.compare(verdict.finding, with: runs, about)
          #expect(runs.disagreements == 0, "\(about): the watch of apps sees something else")
          switch verdict.finding {
          case .broken(let example):
            broken += 1
            if example.isConfirmed { confirmed += 1 }
            let isLoop = example.why.hasSuffix("is still due")
            if example.isConfirmed, !isLoop, !isPossible, !example.isStranded {
              let isBroken = try Replay.breaks(rule, example.script, on: program)
              #expect(isBroken, "\(about): the script does not break it")
            }
            guard !isPossible, !isLoop, !example.isStranded else { continue }
            let length = example.entries.count
            if let found = runs.found {
              #expect(found == length, "\(about): \(found), not \(length)")
            } else {
              #expect(length > runs.complete, "\(about): \(length) was not found")
            }
          case .holds, .neverTriggered:
            held += 1
            #expect(runs.found == nil, "\(about): broken by \(runs.found ?? 0) rows")
          case .notProvable: open += 1
          }
        }
      }
    }
    // Where a flow calls itself, a script cannot say whose timer runs out.
    #expect(
      confirmed * 100 >= broken * leastConfirmed, "\(confirmed) of \(broken) are confirmed")
    // Places, values of facts and times are followed up to a limit.
    let mostOpen = max(4, (broken + held + open) / (isTimed ? 5 : 20))
    #expect(open <= mostOpen, "\(open) are not provable")
    if Self.catalogues >= 200 {
      print(judge.summary)
      print(
        """
        \(kind), part \(part): \(broken) broken, \(confirmed) of them confirmed, \(held) hold, \
        \(open) open
        """
      )
    }
    let least = seeds.count * rules / Self.parts / (next == nil ? 6 : 12)
    #expect(broken > least && held > least)
  }
}

/// Random rules about a random catalogue.
enum RandomRule {
  /// - Parameter form: the form of the rule; a random one without.
  static func make(
    _ random: inout SplitMix, for catalogue: Catalogue, form: HouseRule.Form? = nil
  ) -> HouseRule {
    var rule = HouseRule()
    rule.name = phrase("random")
    rule.because = "It is random"
    rule.form = form ?? random.pick(HouseRule.Form.allCases)
    let flows = catalogue.flows.filter { !$0.isOutline }
    var moments = ["answer", "end", "end back", "end resume", "O1", "ER1"]
    if catalogue.flows.contains(where: { $0.rows.contains { $0.answer != nil } }) == false {
      moments.removeFirst()
    }
    func some() -> [HouseRule.Phrase] {
      (0..<(1 + random.next(2))).map { _ in
        let flow = random.pick(flows)
        switch random.next(5) {
        case 0: return phrase(random.pick(flow.rows).qualified)
        case 1: return phrase(random.pick(flow.steps).qualified)
        case 2: return phrase(flow.id)
        case 3:
          let fact = random.pick(flow.facts)
          let isCounted = rule.form == .atMost || rule.form == .exactlyOnce
          return phrase(
            isCounted ? flow.steps[0].qualified : "fact \(fact.name) is \(random.pick(fact.values))"
          )
        default: return phrase(random.pick(moments))
        }
      }
    }
    rule.subject = some()
    switch rule.form {
    case .never, .alwaysPossible: break
    case .neverBefore, .eventually, .justBefore, .justAfter, .neverBoth: rule.other = some()
    case .neverAfter, .onlyBetween:
      rule.other = some()
      rule.until = some()
    case .exactlyOnce: if random.next(2) == 0 { rule.other = some() }
    case .atMost:
      rule.count = random.next(3)
      if random.next(2) == 0 {
        rule.other = some()
        rule.until = some()
      }
    }
    // All facts but one begin with their first values, so that enumeration can keep up.
    let free = random.next(flows[0].facts.count)
    for (place, fact) in flows[0].facts.enumerated() {
      let values = place == free ? Array(fact.values.prefix(3)) : [fact.values[0]]
      rule.given.append(HouseRule.Values(fact: phrase(fact.name), values: values.map(phrase)))
    }
    rule.starts = [phrase("F0")]
    if random.next(3) == 0 { rule.interruption = phrase("F1") }
    return rule
  }

  private static func phrase(_ text: String) -> HouseRule.Phrase {
    HouseRule.Phrase(text, span: .top)
  }
}
