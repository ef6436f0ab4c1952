internal import Dates
package import Diagnostics
internal import FlowModel
internal import JSON

extension ProofBook {
  // MARK: Writing

  /// The file: a line for each meaning, each flow, each row that is covered, and each proof.
  package var text: String {
    let used = Set(
      proofs.flatMap { $0.rows + $0.blamed }.map(\.print) + links.map(\.stamp.print))
    let meant = meanings.filter { used.contains($0.key) }.sorted { $0.key < $1.key }.map {
      JSONValue.object([
        "meaning": .string($0.key),
        "parts": .array($0.value.parts.map { .strings([$0.name, $0.value]) }),
      ])
    }
    let linked = links.sorted {
      ($0.entry, $0.phrase, $0.stamp.id) < ($1.entry, $1.phrase, $1.stamp.id)
    }.map {
      JSONValue.object([
        "covered": .string($0.phrase), "entry": .string($0.entry), "row": ProofBook.json($0.stamp),
      ])
    }
    let proven = proofs.sorted { ProofBook.order($0) < ProofBook.order($1) }
      .map(ProofBook.json)
    let rows = Reading.allCases.flatMap { reading in
      (self.rows[reading] ?? [:]).sorted { $0.key < $1.key }.map { flow, stamps in
        JSONValue.object([
          "flow": .string(flow), "reading": .string(reading.rawValue),
          "rows": .array(stamps.map(ProofBook.json)),
        ])
      }
    }
    return (meant + rows + linked + proven).map { $0.text + "\n" }.joined()
  }

  private static func order(_ proof: Proof) -> (String, String, String, String) {
    (proof.kind.rawValue, proof.subject.parts.name, proof.reading.rawValue, proof.signer)
  }

  private static func json(_ stamp: Stamp) -> JSONValue { .strings([stamp.id, stamp.print]) }

  private static func json(_ proof: Proof) -> JSONValue {
    func list(_ stamps: [Stamp]) -> JSONValue? {
      stamps.isEmpty ? nil : .array(stamps.map(json))
    }
    let subject = proof.subject.parts
    let members: [(String, JSONValue?)] = [
      ("proof", .string(proof.kind.rawValue)), (subject.key, .string(subject.name)),
      ("passed", .bool(proof.isPassed)), ("date", .string("\(proof.date)")),
      ("revision", proof.revision.isEmpty ? nil : .string(proof.revision)),
      ("reading", .string(proof.reading.rawValue)),
      ("by", proof.signer.isEmpty ? nil : .string(proof.signer)),
      ("says", proof.words.isEmpty ? nil : .string(proof.words)),
      ("rows", list(proof.rows)), ("blamed", list(proof.blamed)), ("others", list(proof.others)),
    ]
    return .object(members: members.compactMap { key, value in value.map { (key, $0) } })
  }

  // MARK: Reading

  /// Reads a file.
  package static func read(
    _ file: SourceFile
  ) -> (book: ProofBook, diagnostics: [Diagnostic]) {
    var book = ProofBook()
    var diagnostics: [Diagnostic] = []
    var place = 0
    for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let count = line.count { $0 & 0xC0 != 0x80 }
      defer { place += count + 1 }
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      guard let value = JSONValue(parsing: Array(line)), book.take(value) else {
        diagnostics.append(
          Diagnostic(
            .unreadableProof, path: file.path,
            span: Span(start: UInt32(place), end: UInt32(place + count)),
            "this is no line that `flowrun trace` writes",
            help: "remove the line, and record the proof again"))
        continue
      }
    }
    return (book, diagnostics)
  }

  /// Takes what a line says. False if it is none of the file's lines.
  private mutating func take(_ value: JSONValue) -> Bool {
    if let print = value["meaning"]?.string {
      let parts = (value["parts"]?.array ?? []).map { ($0.array ?? []).compactMap(\.string) }
      guard parts.allSatisfy({ $0.count == 2 }) else { return false }
      let meaning = RowMeaning(parts: parts.map { RowMeaning.Part(name: $0[0], value: $0[1]) })
      // Somebody has changed the line: nothing joins such a meaning.
      guard meaning.print == print else { return false }
      meanings[print] = meaning
      return true
    }
    if let phrase = value["covered"]?.string {
      guard let entry = value["entry"]?.string, let row = value["row"].flatMap(ProofBook.stamp)
      else { return false }
      links.insert(Link(entry: entry, phrase: phrase, stamp: row))
      return true
    }
    if let flow = value["flow"]?.string {
      guard let reading = value["reading"]?.string.flatMap(Reading.init) else { return false }
      rows[reading, default: [:]][flow] = (value["rows"]?.array ?? []).compactMap(ProofBook.stamp)
      return true
    }
    guard let proof = ProofBook.proof(value) else { return false }
    proofs.append(proof)
    return true
  }

  private static func stamp(_ value: JSONValue) -> Stamp? {
    let parts = (value.array ?? []).compactMap(\.string)
    return parts.count == 2 ? Stamp(id: parts[0], print: parts[1]) : nil
  }

  private static func proof(_ value: JSONValue) -> Proof? {
    let subjects = Proof.Subject.keys.compactMap { key in
      value[key]?.string.flatMap { Proof.Subject(key: key, name: $0) }
    }
    guard let kind = value["proof"]?.string.flatMap(Proof.Kind.init),
      subjects.count == 1, let isPassed = value["passed"]?.bool,
      let date = value["date"]?.string.flatMap({ CalendarDay($0) }),
      let reading = value["reading"]?.string.flatMap(Reading.init)
    else { return nil }
    var proof = Proof(
      kind, subjects[0], date: date, revision: value["revision"]?.string ?? "", as: reading)
    proof.isPassed = isPassed
    proof.signer = value["by"]?.string ?? ""
    proof.words = value["says"]?.string ?? ""
    proof.rows = (value["rows"]?.array ?? []).compactMap(stamp)
    proof.blamed = (value["blamed"]?.array ?? []).compactMap(stamp)
    proof.others = (value["others"]?.array ?? []).compactMap(stamp)
    return proof
  }
}

extension Rule {
  /// A file of proofs has a line that nothing has written.
  package static let unreadableProof = Rule("unreadable-proof")
}
