import Diagnostics

/// A catalogue of any size, with the same findings in every flow.
enum GeneratedCatalogue {
  /// The files of `count` flows, thirty steps each. Flows call each other in a chain, leave for
  /// each other, count, decide on facts and ask for secrets; each has one step that nothing leads
  /// to.
  static func files(_ count: Int) -> [SourceFile] {
    (0..<count).map { index in
      SourceFile(path: "G\(index).yaml", bytes: Array(flow(index, of: count).utf8))
    }
  }

  private static func flow(_ index: Int, of count: Int) -> String {
    var text = """
      flow: G\(index)
      kind: \(index == 0 ? "use case" : "partial flow")
      title: Generated
      results: [Done]
      facts:
        platform: [ios, android]
        failures: 0..5
      sections:
        - section: 1
          title: Primary scenario
          steps:

      """
    for step in 1...29 { text += self.step(step, of: index, count) }
    return text + """
            - step: 1.30
              screen: Nobody comes here
              buttons: [Close]
              rows:
                a: { user: selects Close, next: end }

      """
  }

  private static func step(_ step: Int, of index: Int, _ count: Int) -> String {
    let next = step == 29 ? "result Done" : "1.\(step + 1)"
    switch step % 4 {
    case 0:
      return """
              - step: 1.\(step)
                system: scans a finger
                action: biometrics.scan
                count: { failures: invalid }
                rows:
                  a: { case: Valid, on: valid, reset: failures, next: \(next) }
                  b: { case: Invalid, on: invalid, if: { failures: 1..4 }, next: 1.1 }
                  c: { case: Invalid, on: invalid, if: { failures: 5, platform: ios }, next: back }
                  d: { case: Invalid, on: invalid, if: { failures: 5, platform: android }, next: \
        \(next) }

        """
    case 1 where step > 1:
      return """
              - step: 1.\(step)
                call: G\((index + 1) % count)
                rows:
                  a: { result: Done, next: \(next) }

        """
    case 2:
      return """
              - step: 1.\(step)
                screen: Enter PIN
                input: { pin: { secret: yes, digits: 6 } }
                buttons: [Help]
                rows:
                  a: { user: enters the PIN, enters: pin, next: \(next) }
                  b: { user: selects Help, next: goto G\((index * 7 + 3) % count):1.2 }

        """
    case 3:
      return """
              - step: 1.\(step)
                validate: the PIN
                action: pin.check
                with: { pin: pin }
                rows:
                  a: { case: It is right, on: valid, next: \(next) }
                  b: { case: It is wrong, on: wrong, next: 1.\(step - 1) }

        """
    default:
      return """
              - step: 1.\(step)
                screen: Welcome
                buttons: [Next]
                rows:
                  a: { user: selects Next, next: \(next) }

        """
    }
  }
}
