import TestSupport

/// A use case without words.
struct Plan {
  private(set) var steps: [(isUser: Bool, word: Int)] = []
  private(set) var extensions: [(step: Int, word: Int, target: Int?)] = []

  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for place in 0..<(3 + random.next(4)) {
      let isUser = place == 0 || random.next(2) == 0
      steps.append((isUser, place == 0 ? 0 : random.next(3)))
    }
    for place in 1...steps.count where random.next(2) == 0 {
      extensions.append((place, random.next(4), random.next(2) == 0 ? nil : 1 + random.next(2)))
    }
  }

  /// The use case with nothing but its steps.
  var withoutExtensions: Plan {
    var plan = self
    plan.extensions = []
    return plan
  }

  func sentence(_ step: (isUser: Bool, word: Int), _ tongue: LanguagesTests.Tongue)
    -> String
  {
    step.isUser
      ? "\(tongue.user) \(tongue.deeds[step.word])" : "\(tongue.system) \(tongue.works[step.word])"
  }

  func list(in tongue: LanguagesTests.Tongue) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n## \(tongue.main)\n\n"
    for (index, step) in steps.enumerated() {
      text += "\(index + 1). \(sentence(step, tongue)).\n"
    }
    return text + self.extensions(tongue)
  }

  func extensions(_ tongue: LanguagesTests.Tongue) -> String {
    guard !extensions.isEmpty else { return "" }
    var text = "\n## \(tongue.extensions)\n\n"
    for found in extensions {
      let end = found.target.map { tongue.resumes.replacing("%", with: "\($0)") } ?? tongue.ends
      text += "\(found.step)a. \(tongue.cases[found.word])\n   1. \(end).\n"
    }
    return text
  }

  func steps(in tongue: LanguagesTests.Tongue, isTwo: Bool) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n## \(tongue.main)\n\n"
    let columns = isTwo ? [tongue.columns[0]] + tongue.sides : Array(tongue.columns.prefix(3))
    text += "| \(columns.joined(separator: " | ")) |\n|---|---|---|\n"
    for (index, step) in steps.enumerated() {
      let words = step.isUser ? tongue.deeds[step.word] : tongue.works[step.word]
      let cells =
        isTwo
        ? (step.isUser ? [words, ""] : ["", words])
        : [sentence(step, tongue), index + 1 < steps.count ? "\(index + 2)" : tongue.targets[0]]
      text += "| \(index + 1) | \(cells.joined(separator: " | ")) |\n"
    }
    return text + (isTwo ? extensions(tongue) : "")
  }

  func table(in tongue: LanguagesTests.Tongue) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n"
    text += "| \(tongue.columns.prefix(3).joined(separator: " | ")) |\n|---|---|---|\n"
    text += "| **1** | **Test** | |\n"
    text += "| 1.1 | \(tongue.system) \(tongue.screen.replacing("%", with: "Nova")) | |\n"
    for (index, step) in steps.enumerated() where step.isUser {
      let letter = "abcdefgh".dropFirst(index).prefix(1)
      let target = ["1.2", tongue.targets[1], tongue.targets[2]][step.word]
      text += "| 1.1\(letter) | \(sentence(step, tongue)) | \(target) |\n"
    }
    text += "| 1.2 | \(tongue.system) \(tongue.works[0]) | |\n"
    for (index, word) in tongue.cases.enumerated() {
      let target = ["1.1", tongue.targets[0], tongue.targets[1], tongue.targets[2]][index]
      let letter = "abcd".dropFirst(index).prefix(1)
      text += "| 1.2\(letter) | \(tongue.row): \(word) | \(target) |\n"
    }
    return text
  }
}
