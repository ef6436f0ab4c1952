import Diagnostics
import FlowEdit
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@Suite struct ExtractTests {
  private let text = """
    flow: UC1
    title: Book a room
    kind: use case
    results: [Booked]

    facts:
      member: [yes, no]
      tries: 0..3

    sections:
      - section: 1
        title: The room
        steps:
          - step: 1.1
            screen: Rooms
            rows:
              a: { user: selects a room, next: 2 }
              b: { user: selects Leave, next: end }

      # Asked by the bank.
      - section: 2
        title: The payment
        steps:
          - step: 2.1
            screen: Pay   # as the bank wants it
            rows:
              a: { user: pays, if: { member: no }, next: 3.1 }
              b: { user: pays as a member, if: { member: yes }, next: 3 }
              c: { user: selects Rooms, next: 1.1 }
          - step: 2.2
            system: looks
            next: result Booked
            meant: 2.1

      - section: 3
        title: The end
        steps:
          - step: 3.1
            screen: Thank you
            rows:
              a: { user: goes on, count: { }, next: 2.1 }
              b: { user: closes it, set: { tries: 1 }, next: end }

    """.replacing("count: { }, ", with: "")

  private func files(_ section: String, as name: String = "UC1-2") throws -> [String: String] {
    let flows = EditableFlows(flows: [SourceFile("uses/UC1.yaml", text: text)])
    let edit = try flows.edit(.extract(section: section, as: name), in: "uses/UC1.yaml")
    return Dictionary(
      uniqueKeysWithValues: edit.files.map {
        ($0.path, String(decoding: $0.after ?? [], as: UTF8.self))
      })
  }

  @Test("A section becomes a partial flow with its lines, and is called where it was")
  func section() throws {
    let files = try files("2")
    #expect(
      files["uses/UC1-2.yaml"] == """
        flow: UC1-2
        title: The payment
        kind: partial flow
        results: [Thank you, The end, Rooms, Booked]
        facts:
          member: [yes, no]
        sections:
          # Asked by the bank.
          - section: 2
            title: The payment
            steps:
              - step: 2.1
                screen: Pay   # as the bank wants it
                rows:
                  a: { user: pays, if: { member: no }, next: result Thank you }
                  b: { user: pays as a member, if: { member: yes }, next: result The end }
                  c: { user: selects Rooms, next: result Rooms }
              - step: 2.2
                system: looks
                next: result Booked
                meant: 2.1

        """)
    let old = text.components(from: "  # Asked by the bank.", to: "\n  - section: 3")
    #expect(
      files["uses/UC1.yaml"]
        == text.replacing("  member: [yes, no]\n", with: "").replacing(
          old,
          with: """
              - section: 2
                title: The payment
                steps:
                  - step: 2.1
                    call: UC1-2
                    rows:
                      a: { result: Thank you, next: 3.1 }
                      b: { result: The end, next: 3 }
                      c: { result: Rooms, next: 1.1 }
                      d: { result: Booked, next: result Booked }

            """))
  }

  @Test("What cannot be a flow of its own says why, and nothing is changed")
  func refusals() throws {
    func refusal(_ text: String, _ section: String = "2", as name: String = "PF1") -> String {
      do throws(EditRefusal) {
        _ = try EditableFlows(flows: [SourceFile("A.yaml", text: text)]).edit(
          .extract(section: section, as: name), in: "A.yaml")
        return ""
      } catch { return error.message }
    }
    #expect(refusal(text, "9") == "there is no section `9` in UC1")
    #expect(refusal(text, as: "UC1") == "there is a flow `UC1` already")
    #expect(refusal(text, as: "1st").hasPrefix("`1st` is not a name"))
    #expect(
      refusal(
        text.replacing(
          "sections:", with: "anywhere:\n  '*a': { user: calls, next: 3.1 }\nsections:"))
        == "the rows at any time of UC1 would not hold in a called flow")
    // Another part of the flow leads into the middle of it.
    let into = refusal(text.replacing("goes on, next: 2.1", with: "goes on, next: 2.2"))
    #expect(into.contains("2.2"), "\(into)")
    let alone = text.components(from: "  # Asked", to: "")
    #expect(
      refusal(text.replacing(alone, with: "").replacing("next: 2 }", with: "next: end }"), "1")
        == "section 1 is the whole flow")
    #expect(
      refusal(
        text.replacing("next: 3.1 }", with: "next: end }").replacing(
          "next: 3 }", with: "next: end }"
        )
        .replacing("next: 1.1 }", with: "next: stay }").replacing("result Booked", with: "end"))
        == "no row of section 2 leads to another one, so nothing would come back")
  }

  @Test("A run of random flows goes on as before after a section has become a flow")
  func random() throws {
    var extracted = 0
    var compared = 0
    for seed in 0..<UInt64(sampleSize("EXTRACTED_FLOWS", or: 16)) {
      let files = Sample.random(seed: seed)
      let flows = EditableFlows(flows: files)
      let old = try #require(flows.result.catalogue).compiled(as: .written)
      var random = SplitMix(seed: seed)
      for flow in old.catalogue.flows {
        for section in flow.sections where section.extensionRow == nil {
          guard
            let edit = try? flows.edit(.extract(section: section.id, as: "Taken"), in: flow.path)
          else { continue }
          extracted += 1
          let undone = bytes(flows.after(edit).after(edit.inverse).files)
          #expect((undone == bytes(files)) as Bool, "seed \(seed)")
          let new = try #require(flows.result(after: edit).catalogue, "seed \(seed)")
          compared += compare(flow.id, old, new.compiled(as: .written), &random, "seed \(seed)")
        }
      }
    }
    #expect(extracted > 5)
    #expect(compared > 20)
  }

  private func bytes(_ files: [SourceFile]) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
  }

  /// How many moves of one run were the same in both versions. A run ends where Back would lead
  /// into screens of a flow that has returned.
  private func compare(
    _ flow: String, _ old: Program, _ new: Program, _ random: inout SplitMix, _ name: String
  ) -> Int {
    guard var one = try? Walk(flow, from: nil, facts: [], clock: 0, only: false, on: old),
      var other = try? Walk(flow, from: nil, facts: [], clock: 0, only: false, on: new)
    else { return 0 }
    for move in 0..<16 {
      guard (try? one.settle(.waits)) != nil, (try? other.settle(.waits)) != nil, !one.isOver else {
        return move
      }
      #expect(one.machine.step.id == other.machine.step.id, "\(name), \(flow)")
      let rows = one.machine.rows.indices.filter {
        if case .now = one.machine.access(to: $0) { true } else { false }
      }
      guard let row = rows.randomElement(using: &random),
        one.machine.rows[row].target(.written)?.kind != .back,
        one.machine.rows[row].label == other.machine.rows[row].label
      else { return move }
      guard (try? one.perform(one.deed(for: row))) != nil else { return move }
      #expect((try? other.perform(other.deed(for: row))) != nil, "\(name), \(flow)")
    }
    return 16
  }
}

extension String {
  /// The part from one text up to another one, or to the end.
  fileprivate func components(from start: String, to end: String) -> String {
    guard let first = firstRange(of: start) else { return "" }
    let rest = self[first.lowerBound...]
    let last = end.isEmpty ? rest.endIndex : rest.firstRange(of: end)?.lowerBound
    return String(rest[..<(last ?? rest.endIndex)])
  }
}
