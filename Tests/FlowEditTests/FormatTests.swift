import Diagnostics
import FlowEdit
import FlowLoader
import FlowModel
import FlowTestSupport
import Testing

@Suite struct FormatTests {
  private func formatted(_ text: String) throws -> String {
    let file = SourceFile("A.yaml", text: text)
    let edits = try FileFormat.edits(of: file)
    return String(decoding: edits.apply(to: file.bytes), as: UTF8.self)
  }

  @Test("Margins, blanks and empty lines become those of our files, and comments go along")
  func ours() throws {
    let found = try formatted(
      """


      flow:   A
      title : 'It''s   A'
      facts:   {member: [yes,no],tries: 0..3 }


      summary: >-
            two lines
              of text

            and one
      # what is shown
      steps:
      # the first one
      -   step: 1
          screen: Room   # a title
          message: it is
              long
          buttons: [ OK,Back ]\u{20}\u{20}
          rows:
              # for members
              a:   {user: selects OK, next: 2}
              b: {
                user: selects Back,
                next: end
              }
              # c: { user: selects Help, next: 2 }
      - step: 2
        system: says so
        next: end


      """)
    #expect(
      found == """
        flow: A
        title: 'It''s   A'
        facts: { member: [yes, no], tries: 0..3 }

        summary: >-
          two lines
            of text

          and one
        # what is shown
        steps:
          # the first one
          - step: 1
            screen: Room   # a title
            message: it is
              long
            buttons: [OK, Back]
            rows:
              # for members
              a: { user: selects OK, next: 2 }
              b: {
                user: selects Back,
                next: end
              }
              # c: { user: selects Help, next: 2 }
          - step: 2
            system: says so
            next: end

        """)
    #expect(try formatted(found) == found)
  }

  @Test("A text that keeps its line breaks, a written width and other line breaks stay")
  func kept() throws {
    let text = "flow: A\r\nsummary: |2+\r\n    two more\r\n  none\r\n\r\n\r\n"
    #expect(try formatted(text) == text)
    #expect(try formatted("a:\n- b: |1\n   x\n") == "a:\n  - b: |1\n     x\n")
    #expect(try formatted("flow: A") == "flow: A\n")
    #expect(try formatted("flow: |-\n  A") == "flow: |-\n  A")
    #expect(try formatted("\u{FEFF}flow:  A\n") == "\u{FEFF}flow: A\n")
    #expect(try formatted("flow: \"a  \n\n\n   b\"\n") == "flow: \"a\n\n\n  b\"\n")
  }

  @Test("What is no YAML is refused")
  func refused() {
    for text in ["a: [", "", "- ? a\n  : b\n", "a: 1\n\tb: 2\n"] {
      #expect(throws: EditRefusal.self) { try formatted(text) }
    }
  }

  @Test("Our own files are written so already")
  func own() throws {
    for file in try Sample.own { #expect(try FileFormat.edits(of: file).isEmpty, "\(file.path)") }
  }

  @Test("Random files in many spellings say the same afterwards, and a second time nothing changes")
  func random() throws {
    for seed in UInt64(1)...3 {
      for file in Sample.random(seed: seed) {
        let once = try formatted(String(decoding: file.bytes, as: UTF8.self))
        #expect(try formatted(once) == once)
        #expect(
          FlowLoader().load([SourceFile(file.path, text: once)]).flows.map(\.title)
            == FlowLoader().load([file]).flows.map(\.title))
        #expect(once.count { $0 == "#" } == file.bytes.count { $0 == UInt8(ascii: "#") })
      }
    }
  }
}
