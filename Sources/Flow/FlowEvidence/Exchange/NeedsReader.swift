internal import Diagnostics
internal import JSON

/// Reads `needs.json` of sphinx-needs: the needs of its current version.
enum NeedsReader {
  static func objects(
    of file: SourceFile
  ) throws(ExchangeFile.Failure) -> [ExchangeFile.Object] {
    let value: JSONValue
    do { value = try JSONReader.read(file.bytes) } catch {
      let start = UInt32(file.bytes.prefix(error.offset).count { $0 & 0xC0 != 0x80 })
      throw ExchangeFile.Failure(
        reason: error.reason, span: Span(start: start, end: start + 1))
    }
    let versions = value["versions"]?.members ?? []
    let current = value["current_version"]?.string
    let version = versions.first { $0.key == current } ?? versions.last
    guard let needs = version?.value["needs"]?.members else {
      throw ExchangeFile.Failure(
        reason: "it has no `versions` with `needs`", span: Span(start: 0, end: 1))
    }
    var places = TextPlaces(file.bytes)
    return needs.map { need in
      var object = ExchangeFile.Object()
      let id = need.value["id"]?.string ?? need.key
      let span = places.span(of: JSONValue.quoted(need.key))
      object.id = EvidenceEntry.Phrase(id, span)
      let tags = (need.value["tags"]?.array ?? []).compactMap(\.string)
      object.kind = ExchangeFile.kind(tags + [need.value["type"]?.string ?? ""])
      object.title = need.value["title"]?.string ?? ""
      object.take(words: need.value["content"]?.string ?? "")
      object.links = (need.value["links"]?.array ?? []).compactMap(\.string).map {
        EvidenceEntry.Phrase($0, span)
      }
      return object
    }
  }
}

/// Finds texts of a file one after the other, so that each part of it is looked at once.
struct TextPlaces {
  private let bytes: [UInt8]
  private var place = 0
  private var scalars = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the next such text; the last place if there is none.
  mutating func span(of text: String) -> Span {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return here }
    var next = place
    while next + wanted.count <= bytes.count {
      if bytes[next] == first, bytes[next..<next + wanted.count].elementsEqual(wanted) {
        advance(to: next)
        break
      }
      next += 1
    }
    return here
  }

  /// The place of a byte, which is not before the last one.
  mutating func span(ofByte offset: Int) -> Span {
    advance(to: min(offset, bytes.count))
    return here
  }

  private var here: Span { Span(start: UInt32(scalars), end: UInt32(scalars + 1)) }

  private mutating func advance(to next: Int) {
    guard next > place else { return }
    scalars += bytes[place..<next].count { $0 & 0xC0 != 0x80 }
    place = next
  }
}
