import MarkupEvents
import TestSupport
import Testing

@Suite struct MarkupReaderTests {
  private func events(_ text: String, _ language: MarkupReader.Language) -> [String] {
    guard var reader = MarkupReader(Array(text.utf8), as: language) else { return [] }
    var events: [String] = []
    while let event = reader.next() {
      switch event {
      case .start(let name):
        events.append("<\(name) \(reader.attribute("x") ?? "-") \(reader.line)>")
      case .end(let name): events.append("</\(name)>")
      case .text(let text): events.append(text)
      }
    }
    return events
  }

  @Test("Elements, attributes, texts and lines are told in their order")
  func order() {
    #expect(
      events("<a x='1'>\n<n:b/>t&amp;</a>", .xml) == [
        "<a 1 1>", "\n", "<n:b - 2>", "</n:b>", "t&", "</a>",
      ])
    #expect(events("<ul><li>ä<li>b", .html).filter { !$0.hasPrefix("<") } == ["ä", "b"])
  }

  @Test("No entity is fetched or grows, and damaged markup ends")
  func hostile() {
    let bomb =
      "<!DOCTYPE a [<!ENTITY b 'cccccccc'><!ENTITY d '&b;&b;&b;'>"
      + "<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&d;&e;</a>"
    #expect(events(bomb, .xml).joined().count < 40)
    var random = SplitMix(seed: 5)
    let text = Array("<table><tr><td colspan=3>a</td></tr></table><w:p><w:t/></w:p>".utf8)
    for _ in 0..<500 {
      var damaged = text
      damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      for language in [MarkupReader.Language.xml, .html] {
        guard var reader = MarkupReader(damaged, as: language) else { continue }
        var count = 0
        while reader.next() != nil { count += 1 }
        #expect(count < 100)
      }
    }
  }
}
