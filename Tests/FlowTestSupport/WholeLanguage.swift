internal import TestSupport

/// Random flows with every key of the language, the same ones for the same seed.
///
/// They load without an error and make no sense.
struct WholeLanguage {
  static let results = ["Done", "Retry", "Gone"]
  static let outcomes = ["yes", "no", "late"]
  /// Facts and their values, declared alike in every flow.
  static let facts = [
    ("mode", ["plain", "fast", "quiet"]), ("tries", ["0", "1", "2", "3"]), ("lang", ["et", "en"]),
  ]

  var random: SplitMix
  let ids: [String]
  /// The steps and sections of the flow that is written, as far as any row may lead to them: not
  /// those that show a value, which only the step before has.
  var places: [String] = []
  /// How many rows have the id of a step that is not theirs.
  var foreign = 0

  /// The files of a seed: use cases, two partial flows, a main scenario, an error flow, an outline.
  static func trees(seed: UInt64, flows: Int) -> [FlowTree] {
    let cases = (0..<max(flows - 5, 1)).map { "UC\($0 + 1)" }
    var writer = WholeLanguage(
      random: SplitMix(seed: seed), ids: cases + ["PF1", "PF2", "MS1", "ER1", "O1"])
    return writer.ids.map { writer.flow($0).named }
  }

  mutating func chance(_ one: Int) -> Bool { random.next(one) == 0 }

  /// The rule is one of the check, which is told why it may be broken.
  static let allowance: FlowTree = ["self-loop": "It makes no sense"]

  // MARK: Flows

  mutating func flow(_ id: String) -> FlowTree {
    if id == "O1" { return ["flow": "O1", "title": "Not written", "outline": "to be written"] }
    var flow: FlowTree = ["flow": .text(id), "title": "Flow \(id)"]
    if id.hasPrefix("PF") { flow["language"] = "1" }
    if chance(2) { flow["alias"] = "flow-\(id.lowercased())" }
    if id.hasPrefix("PF") { flow["kind"] = "partial flow" }
    if id.hasPrefix("ER") { flow["kind"] = "error flow" }
    for key in ["summary", "goal", "actor", "slip"] where chance(3) {
      flow[key] = "A text of \(random.next(9)) words"
    }
    let lists = [
      "preconditions", "postconditions", "triggered by", "used by", "documentation", "tests",
      "notes",
    ]
    for key in lists where chance(4) { flow[key] = ["Something", "Something else"] }
    if chance(2) { flow["errors"] = ["ER1"] }
    if id.hasPrefix("PF") { flow["parameters"] = ["code"] }
    flow["results"] = .list(Self.results.map { .text($0) })
    flow["facts"] = ["mode": ["plain", "fast", "quiet"], "tries": "0..3", "lang": ["et", "en"]]
    if chance(4) { flow["allow"] = Self.allowance }
    if chance(2) { flow["rules"] = rules(of: id) }
    if id == "MS1" { return scenario(flow) }
    let plans = (1...(2 + random.next(2))).map { section in
      (id: "\(section)", kinds: [0, 1] + (0..<(1 + random.next(4))).map { _ in random.next(9) })
    }
    places = plans.flatMap { plan in [plan.id] + Self.steps(of: plan.id, plan.kinds) }
    let calls = plans.map { $0.kinds.contains(5) }
    if chance(2) { flow["anywhere"] = anywhere("*", hasCall: calls.contains(true)) }
    flow["sections"] = .list(
      plans.enumerated().map { index, plan in
        var section: FlowTree = ["section": .text(plan.id), "title": "Section \(plan.id)"]
        if chance(3) {
          section["anywhere"] = anywhere("*" + ["x", "y", "z"][index], hasCall: calls[index])
        }
        section["steps"] = .list(steps(plan.id + ".", plan.kinds, key: "step"))
        return section
      })
    return flow
  }

  /// The kinds of steps that are followed by one that shows what they have.
  private static let pairs = [2, 3, 4]

  private static func steps(of section: String, _ kinds: [Int]) -> [String] {
    var places: [String] = []
    var number = 1
    for kind in kinds {
      places.append("\(section).\(number)")
      number += pairs.contains(kind) ? 2 : 1
    }
    return places
  }

  mutating func steps(_ prefix: String, _ kinds: [Int], key: String) -> [FlowTree] {
    var steps: [FlowTree] = []
    for kind in kinds {
      let next = "\(prefix)\(steps.count + 2)"
      for body in self.steps(kind, next: next) {
        var step: FlowTree = [key: "\(prefix)\(steps.count + 1)"]
        for name in body.keys { step[name] = body[name] }
        steps.append(step)
      }
    }
    return steps
  }

  mutating func scenario(_ start: FlowTree) -> FlowTree {
    var flow = start
    let kinds = [0, 1] + (0..<2).map { _ in random.pick([0, 1, 5, 6, 7, 8]) }
    places = (1...kinds.count).map { "\($0)" }
    flow["steps"] = .list(steps("", kinds, key: "step"))
    var extensions: [FlowTree] = []
    for id in ["1k", "2k", "2m", "9k", "*a", "A1"] where chance(2) {
      var other: FlowTree = ["extension": .text(id), "case": "It is case \(random.next(9))"]
      if id == "9k" {
        other["at"] = "1"
        if chance(2) { (other["meant at"], other["why"]) = ("2", "A slip") }
      }
      if id == "A1" { other["at"] = "any" }
      if chance(5) { other["proposal"] = "The document lacks it" }
      if ["1k", "*a", "A1"].contains(id), chance(2) { other["after"] = duration() }
      if other["after"] != nil, chance(2) { other["restarts"] = "yes" }
      if id.hasPrefix("2") { other["on"] = .text(random.pick(["broken", "lost"])) }
      if chance(3) { other["if"] = conditions() }
      change(&other)
      decorate(&other)
      let isPair = !["*a", "A1"].contains(id) && other["proposal"] == nil && chance(2)
      let bodies =
        isPair
        ? steps(random.pick(Self.pairs), next: "\(id).b")
        : (0..<2).map { _ in steps(random.pick([0, 1, 5, 6, 7, 8]), next: "")[0] }
      let lines = zip(["a", "b"], bodies).map { letter, body in
        var line: FlowTree = ["line": .text(letter)]
        for name in body.keys { line[name] = body[name] }
        return line
      }
      other["lines"] = .list(lines)
      extensions.append(other)
    }
    if !extensions.isEmpty { flow["extensions"] = .list(extensions) }
    return flow
  }

  // MARK: Steps

  /// The steps of a kind without their ids: two if the second shows what the first has.
  mutating func steps(_ kind: Int, next: String) -> [FlowTree] {
    var step: FlowTree
    var then: FlowTree?
    switch kind {
    case 0:
      step = [
        random.pick(["screen", "screen", "prompt"]): "A screen",
        "input": [
          "pin": ["secret": "yes", "digits": .text(random.pick(["6", "4..12"]))],
          "name": ["length": "1..40"],
        ],
        "rows": rows(
          ["user": "enters it", "enters": ["pin", "name"]],
          [["user": "selects it", "by": "agent"]]),
      ]
      if chance(2) { step["message"] = "Tell {{us}}" }
      if chance(3) { step["buttons"] = ["selects it", "Help"] }
    case 1:
      step = [random.pick(["determine", "validate", "execute"]): "something"]
      step["action"] = "thing.find"
      if chance(3) { step["with"] = ["pin": "pin"] }
      if chance(3) { step["count"] = ["tries": .text(random.pick(Self.outcomes))] }
      if chance(4) { step["loading"] = "Wait" }
      if chance(4) { step["takes"] = .text(random.pick(["0.0-0.1 s", "2 min"])) }
      if chance(4) { step["cancelable"] = .text(random.pick(["yes", "no"])) }
      let cases = Self.outcomes.map { ["case": "It is so", "on": .text($0)] as FlowTree }
      step["rows"] = rows(
        cases[0], cases + [["error": "Failure"], ["event": "News", "on": "new"]])
    case 2:
      step = ["system": "reads it", "action": "card.read", "values": ["surname", "expires"]]
      if chance(2) { step["trace"] = "yes" }
      if chance(2) {
        step["on"] = "read"
      } else {
        step["rows"] = [
          "a": [
            "case": "It is read", "on": "read", "message": "Good day, {surname}",
            "next": .text(next),
          ], "b": row(["error": "Failure"]),
        ]
      }
      then = ["screen": "A card", "message": "{surname}, until {expires}"]
      then?["items"] = ["{surname}", "more"]
    case 3:
      step = ["screen": "A name", "input": ["name": ["length": "1..40"]]]
      step["rows"] = ["a": ["user": "enters it", "enters": "name", "next": .text(next)]]
      then = ["notice": "Good day, {name}"]
    case 4:
      step = ["user": "says the name", "input": ["name": ["length": "1..40"]], "enters": "name"]
      step["by"] = "person"
      then = ["system": "tells it", "action": "name.tell", "with": ["name": "name"], "on": "told"]
      then?["loading"] = "Wait, {name}"
    case 5:
      step = ["call": .text(random.pick(["PF1", "PF2"])), "with": ["code": "pin"]]
      if chance(3) { (step["meant call"], step["why"]) = ("PF2", "A slip") }
      if chance(3) { step["count"] = ["tries": "Retry"] }
      let results = Self.results.map { ["result": .text($0)] as FlowTree }
      let other: FlowTree = ["result": "It is well", "on": "Done"]
      step["rows"] = rows(results[0], results + [other, timer()])
    case 6:
      step = ["await": "the card", "action": "card.wait"]
      step["rows"] = rows(["case": "It is there", "on": "there"], [timer(), ["error": "Failure"]])
    case 7:
      step = [random.pick(["await", "user"]): "something", "after": duration()]
      if chance(2) { step["restarts"] = "yes" }
      finish(&step)
      if step["next"] == nil { step["next"] = target() }
    default:
      step = [random.pick(["system", "os", "outside", "notice"]): "does something"]
      if chance(2) { step["action"] = "thing.do" }
      if step["action"] != nil, chance(2) { step["on"] = "done" }
      finish(&step)
      if step["next"] == nil { step["next"] = target() }
    }
    if !Self.pairs.contains(kind), kind != 0, chance(4) { step["unless"] = conditions() }
    if chance(4) { step["note"] = "A remark" }
    decorate(&step)
    guard var then else { return [step] }
    then["next"] = target()
    return [step, then]
  }

  mutating func timer() -> FlowTree {
    var row: FlowTree = ["event": "Time is over", "after": duration()]
    if chance(2) { row["restarts"] = "yes" }
    return row
  }

  mutating func duration() -> FlowTree {
    .text(random.pick(["250 ms", "\(1 + random.next(90)) s", "5 min", "24 h", "2 days"]))
  }

  mutating func decorate(_ node: inout FlowTree) {
    if chance(9) { node["slip"] = "The document has a slip" }
    if chance(9) { node["allow"] = Self.allowance }
  }
}

extension RandomCatalogue {
  /// The files of `.everything`, as trees that a test can change.
  public static func trees(seed: UInt64, flows: Int = 6) -> [FlowTree] {
    WholeLanguage.trees(seed: seed, flows: flows)
  }
}
