import Diagnostics

/// Generates any number of flows like those that people write: thirty steps and about 12 kB each.
///
/// The same number always gives the same bytes.
package struct GeneratedFlows {
  package static let stepsPerFlow = 30

  /// The files of a catalogue that loads without an error.
  ///
  /// A check finds a hundred things in each flow: the flows share a few hundred actions of
  /// different outcomes, and have five `meant` that repair nothing. `tidy` flows have actions of
  /// their own and no `meant`, as flows that were checked before have.
  package static func files(_ count: Int, tidy: Bool = false) -> [SourceFile] {
    var words = Words()
    return (0..<count).map { index in
      var text = flow(index, of: count, &words)
      if tidy { text = tidied(text, index) }
      return SourceFile(path: "Generated/UC\(index).yaml", bytes: Array(text.utf8))
    }
  }

  /// One flow of short steps, so many that a file of 4 MiB holds 50,000 of them.
  package static func long(_ steps: Int) -> SourceFile {
    var text = "flow: UC0\ntitle: Many steps\nsections:\n- section: 1\n  title: All\n  steps:\n"
    for step in 1...steps {
      let next = step < steps ? "1.\(step + 1)" : "end"
      text += "  - step: 1.\(step)\n"
      switch step % 10 {
      case 1:
        text += """
              screen: Page
              rows:
                a: { user: goes on, next: \(next) }
                b: { user: goes back, next: back }

          """
      case 2:
        text += """
              determine: what is next
              action: app.look\(step)
              rows:
                a: { case: More, on: more, next: \(next) }
                b: { case: None, on: none, next: end }

          """
      default: text += "    system: works\n    next: \(next)\n"
      }
    }
    return SourceFile(path: "Generated/UC0.yaml", bytes: Array(text.utf8))
  }

  private static func tidied(_ text: String, _ index: Int) -> String {
    var number = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      let words = line.drop { $0 == " " }
      if words.hasPrefix("meant:") || words.hasPrefix("why:") { return nil }
      guard words.hasPrefix("action:") else { return String(line) }
      number += 1
      return "        action: uc\(index).action\(number)"
    }.joined(separator: "\n")
  }

  private static func flow(_ index: Int, of count: Int, _ words: inout Words) -> String {
    var text = """
      # yaml-language-server: $schema=../flow.schema.json
      flow: UC\(index)
      alias: generated-\(index)
      kind: \(index % 3 == 2 ? "use case" : "partial flow")
      title: \(words.sentence(3))
      summary: >-
        \(words.sentence(9))
        \(words.sentence(8))
      goal: \(words.sentence(4))
      preconditions: [\(words.sentence(3)), \(words.sentence(4))]
      results: [Valid, Retry, Back]

      facts:
        platform: [ios, android]
        failures: 0..5

      sections:

      """
    for section in 1...5 {
      text += """
          - section: \(section)
            title: \(words.sentence(4))
            steps:

        """
      for step in 1...6 { text += body(section, step, flow: index, of: count, &words) }
    }
    return text
  }

  private static func body(
    _ section: Int, _ step: Int, flow: Int, of count: Int, _ words: inout Words
  ) -> String {
    let id = "\(section).\(step)"
    let other = section % 5 + 1
    switch step {
    case 1:
      return """
              - step: \(id)
                determine: whether \(words.sentence(4))
                takes: 0.0-0.1 s
                action: \(words.word()).\(words.word())
                rows:
                  a:
                    case: \(words.sentence(5))
                    on: enabled
                    next: \(section).2
                  b:
                    case: \(words.sentence(5))
                    on: disabled
                    next: \(section).3
                    meant: \(section).2
                    why: \(words.sentence(9))

        """
    case 2:
      return """
              - step: \(id)
                system: scans \(words.sentence(2))
                action: \(words.word()).\(words.word())
                count: { failures: invalid }
                rows:
                  a: { case: \(words.sentence(3)), on: valid, reset: failures, next: \(section).3 }
                  b:
                    case: \(words.sentence(6))
                    on: invalid
                    if: { platform: ios }
                    next: \(other).1
                  c: { case: \(words.sentence(3)), on: invalid, if: { platform: android, \
        failures: 1..4 }, next: \(other) }
                  d: { case: \(words.sentence(3)), on: invalid, if: { platform: android, \
        failures: [0, 5] }, next: \(section).5 }

        """
    case 3:
      return """
              - step: \(id)
                screen: \(words.sentence(4))
                message: \(words.sentence(9))
                input: { pin: { secret: yes, digits: 6 } }
                buttons: [Info, \(words.sentence(2))]
                rows:
                  a: { user: enters \(words.sentence(2)), enters: pin, next: \(section).4 }
                  b: { user: selects \(words.sentence(2)), next: \(section).6 }
                  c: { user: selects Info, next: goto UC\((flow + 7) % count) }

        """
    case 4:
      return """
              - step: \(id)
                call: UC\((flow / 3 * 3 + 4) % count)
                rows:
                  a: { result: Valid, next: \(section).5 }
                  b: { result: Retry, next: \(section).3 }
                  c: { result: Back, next: back }

        """
    case 5:
      return """
              - step: \(id)
                validate: \(words.sentence(6))
                message: \(words.sentence(7))
                action: \(words.word()).\(words.word())
                rows:
                  a: { case: \(words.sentence(4)), on: good, next: \(section).6 }
                  b: { case: \(words.sentence(4)), on: bad, next: \(other).3 }

        """
    default:
      let end = section < 5 ? "\(other).1" : flow % 3 == 2 ? "end" : "result Valid"
      return """
              - step: \(id)
                prompt: \(words.sentence(5))
                note: \(words.sentence(8))
                buttons: [\(words.word()), \(words.word())]
                rows:
                  a: { user: selects \(words.sentence(2)), next: \(end) }
                  b:
                    user: selects \(words.sentence(3))
                    next: 1.1

        """
    }
  }
}

/// Generates words without meaning, the same every time.
package struct Words {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let list = [
    "app", "card", "biometric", "server", "account", "wallet", "session", "certificate", "number",
    "reader", "answer", "attempt", "signature", "document", "window", "address", "PIN", "message",
    "is", "opens", "shows", "has", "leads", "reads", "asks", "the", "with", "from", "after", "new",
  ]

  package mutating func word() -> String {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Words.list[Int((state >> 33) % UInt64(Words.list.count))]
  }

  package mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }
}
