import Dates
import Diagnostics
import Files
import FlowEvidence
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@Suite struct StalenessTests {
  /// Flows with a requirement for each row, all signed.
  private struct Signed {
    let entries: [EvidenceEntry]
    let book: ProofBook

    init(_ catalogue: Catalogue) throws {
      let ground = EvidenceGround(RowMeanings(catalogue, as: .written), paths: [], rules: [])
      entries = catalogue.flows.flatMap(\.rows).filter { $0.has(.written) }.map { row in
        var entry = EvidenceEntry(
          .requirement, id: "R \(row.qualified)", path: "evidence.yaml", span: .top)
        entry.covers = [EvidenceEntry.Phrase(row.qualified, .top)]
        return entry
      }
      let links = EvidenceLinks(entries, on: ground, book: ProofBook())
      let day = try need(CalendarDay("2026-11-26"), "day")
      let maker = ProofMaker(on: ground, date: day, revision: "")
      var book = ProofBook()
      for entry in entries {
        let items = links.items[entry.id] ?? []
        book.add(
          maker.proof(signing: entry, covering: items, by: "A", words: "seen"), on: ground)
      }
      book.finish(links.links, on: ground)
      // As the file has it.
      let file = SourceFile(path: "proofs.jsonl", bytes: Array(book.text.utf8))
      let (read, diagnostics) = ProofBook.read(file)
      #expect(diagnostics.isEmpty)
      #expect(read.text == book.text)
      self.book = read
    }

    /// The entries that are not fresh for these flows, with what their rows are called now.
    func open(
      for catalogue: Catalogue
    ) -> (ids: [String], names: [String: String], notes: [String]) {
      let ground = EvidenceGround(
        RowMeanings(catalogue, as: .written), paths: [], rules: [], book: book)
      let links = EvidenceLinks(entries, on: ground, book: book)
      let matrix = EvidenceMatrix(
        entries, links, on: ground, book: book, in: catalogue.flows)
      let names = matrix.parts.map { ($0.entry.id, $0.lines.map(\.item.name).joined()) }
      return (
        matrix.open.map(\.entry.id), Dictionary(names) { first, _ in first }, matrix.notes
      )
    }
  }

  private static let hotel = """
    flow: UC1
    title: Book a room
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Choose a room
            buttons: [Book, Close]
            rows:
              a: { user: selects Book, next: 1.2 }
              b: { user: selects Close, next: end }
          - step: 1.2
            determine: whether the room is free
            action: room.check
            rows:
              a: { case: The room is free, on: free, next: 1.3 }
              b: { case: The room is taken, on: taken, next: 2 }
          - step: 1.3
            screen: Booked
            buttons: [Done, Close]
            rows:
              a: { user: selects Done, next: end }
              b: { user: selects Close, next: end }
      - section: 2
        title: The room is taken
        steps:
          - step: 2.1
            prompt: The room is taken
            buttons: [Choose another]
            rows:
              a: { user: selects Choose another, next: 1.1 }
    """

  @Test(
    "A change of one row's meaning makes exactly its requirement stale, and its reverse none",
    arguments: [
      ("selects Choose another", "selects Another room", "R UC1:2.1a"),
      ("on: taken, next: 2", "on: taken, next: 1.1", "R UC1:1.2b"),
      ("on: taken, next: 2", "on: busy, next: 2", "R UC1:1.2b"),
      ("selects Done, next: end", "selects Done, next: end, after: 5 s", "R UC1:1.3a"),
      ("selects Book, next: 1.2", "selects Book, next: 1.2, message: Wait", "R UC1:1.1a"),
    ])
  func change(old: String, new: String, entry: String) throws {
    let signed = try Signed(catalogue(Self.hotel))
    #expect(signed.open(for: try catalogue(Self.hotel)).ids.isEmpty)
    let changed = Self.hotel.replacing(old, with: new)
    #expect(changed != Self.hotel)
    #expect(signed.open(for: try catalogue(changed)).ids == [entry])
  }

  @Test("Renumbered rows keep their proofs, also if another row now has the old number")
  func renumbered() throws {
    let signed = try Signed(catalogue(Self.hotel))
    var changed = Self.hotel
    for (old, new) in [
      ("step: 1.3\n", "step: 1.4\n"), ("step: 1.2\n", "step: 1.3\n"),
      ("on: free, next: 1.3", "on: free, next: 1.4"),
      ("selects Book, next: 1.2", "selects Book, next: 1.3"),
    ] {
      changed = changed.replacing(old, with: new)
    }
    let found = signed.open(for: try catalogue(changed))
    #expect(found.ids.isEmpty)
    #expect(found.names["R UC1:1.2b"] == "UC1:1.3b")
    #expect(found.names["R UC1:1.3a"] == "UC1:1.4a")
    #expect(found.notes.contains { $0.contains("`UC1:1.2b` is UC1:1.3b now") })
    let again = changed.replacing("The room is taken, on", with: "It is taken, on")
    // Renumbered and changed: nothing says that it is the same row.
    #expect(signed.open(for: try catalogue(again)).ids == ["R UC1:1.2b"])
  }

  @Test("Of two rows that mean the same, a change of one leaves the other's proof as it is")
  func alike() throws {
    let text = Self.hotel.replacing("screen: Booked", with: "screen: Choose a room")
    let signed = try Signed(catalogue(text))
    let places = text.ranges(of: "selects Close")
    #expect(places.count == 2)
    let changed = text[..<places[0].lowerBound] + "selects Leave" + text[places[0].upperBound...]
    #expect(signed.open(for: try catalogue(String(changed))).ids == ["R UC1:1.1b"])
  }

  @Test("In our own flows a new text of a row makes exactly its requirement stale")
  func ownFlows() throws {
    let paths = try FileSystem.files(
      below: flowsFolder, endingIn: [".yaml"], except: FlowLoader.scriptFolders)
    let files = try paths.map { try SourceFile(readingFrom: $0) }
    let own = try need(FlowLoader().load(files).catalogue, "catalogue")
    let signed = try Signed(own)
    #expect(signed.open(for: own).ids.isEmpty)
    var tried = 0
    for (number, row) in own.flows.flatMap(\.rows).enumerated() where number % 9 == 0 {
      if tried == 10 { break }
      let place = try need(files.firstIndex { $0.path == row.flow.path }, "file")
      let text = String(decoding: files[place].bytes, as: UTF8.self)
      let label = row.label
      guard row.kind == .user || row.kind == .case, row.has(.written),
        text.ranges(of: "\(row.kind.key): \(label),").count == 1
      else { continue }
      var changed = files
      let line = "\(row.kind.key): \(label)"
      let other = text.replacing(line + ",", with: line + " at last,")
      changed[place] = SourceFile(path: files[place].path, bytes: Array(other.utf8))
      guard let new = FlowLoader().load(changed).catalogue else { continue }
      #expect(signed.open(for: new).ids == ["R \(row.qualified)"])
      tried += 1
    }
    #expect(tried == 10)
  }
}
