import Diagnostics
import FlowModel

extension HouseRule {
  /// A rule of a test, about runs that start with a flow.
  init(
    _ form: Form, _ subject: String, _ other: String? = nil, given: [String: String] = [:],
    start: String = "A", interruptedBy flow: String? = nil
  ) {
    func phrase(_ text: String) -> Phrase { Phrase(text, span: .top) }
    self.init()
    name = phrase("a-test")
    because = "It is a test"
    self.form = form
    self.subject = [phrase(subject)]
    self.other = other.map { [phrase($0)] } ?? []
    self.given = given.map { Values(fact: phrase($0.key), values: [phrase($0.value)]) }
    starts = [phrase(start)]
    interruption = flow.map(phrase)
  }
}
