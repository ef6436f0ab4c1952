internal import TestSupport

// House rules of a flow, with every form of sentence.
extension WholeLanguage {
  /// What happens in some run of every table, in the words of rules.
  private static let moments = [
    "action thing.find", "action thing.find answers yes", "enters pin", "fact mode is fast",
    "fact tries is 1 or 2", "end", "end itself",
  ]

  mutating func rules(of id: String) -> FlowTree {
    .list(
      (0...random.next(3)).map { number in
        var rule: FlowTree = ["rule": .text("rule-\(number)-of-\(id.lowercased())")]
        say(&rule)
        rule["because"] = "It must be so"
        if chance(4) { rule["allow"] = "It makes no sense" }
        if chance(4) { rule["given"] = ["lang": .text(random.pick(["et", "en"]))] }
        if chance(4) { rule["interrupted by"] = "UC1" }
        if chance(4) { rule["start"] = "UC1" }
        if chance(5) { rule["while"] = ["mode": .list(["plain", "fast"])] }
        return rule
      })
  }

  private mutating func moment() -> FlowTree {
    if chance(4) { return [.text(random.pick(Self.moments)), .text(random.pick(Self.moments))] }
    return .text(random.pick(Self.moments))
  }

  /// Writes one of the forms of a sentence.
  private mutating func say(_ rule: inout FlowTree) {
    switch random.next(11) {
    case 0: rule["never"] = moment()
    case 1: (rule["never"], rule["before"]) = (moment(), moment())
    case 2: (rule["never"], rule["after"], rule["until"]) = (moment(), moment(), moment())
    case 3: (rule["only"], rule["between"], rule["and"]) = (moment(), moment(), moment())
    case 4: (rule["after"], rule["eventually"]) = (moment(), moment())
    case 5: (rule["after"], rule["exactly once"]) = (moment(), act())
    case 6: (rule["just before"], rule["always"]) = (moment(), moment())
    case 7: (rule["just after"], rule["always"]) = (moment(), moment())
    case 8:
      (rule["at most"], rule["of"]) = (.text("\(random.next(4))"), act())
      if chance(2) { (rule["between"], rule["and"]) = (moment(), moment()) }
    case 9: rule["always possible"] = moment()
    default: (rule["never both"], rule["and"]) = (moment(), moment())
    }
  }

  /// Something that can be counted.
  private mutating func act() -> FlowTree {
    .text(random.pick(["action thing.find", "enters pin", "end"]))
  }
}
