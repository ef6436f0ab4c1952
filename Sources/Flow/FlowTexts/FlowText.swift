package import Diagnostics
internal import FlowModel
internal import FlowRuntime

/// A text of a flow that people read, which other languages may say in their own words.
public struct FlowText: Hashable, Sendable {
  /// The stable key: `UC1:bookRoom.message`, with the name of the step or row, or with its id if it
  /// has no name.
  public let key: String
  /// The words.
  public let text: String
  /// Whether the app shows it. The others are read in tables and documents only.
  public let isShown: Bool
  /// The id of the flow.
  package let flow: String
  /// The part of the flow by its name, or by its id without one: `bookRoom`, `1.2a`, `section 1`.
  /// Nil for the header.
  package let part: String?
  /// The id of the part, if it has a name too.
  package let id: String?
  /// The key that it has while its part has no name: what was exported before it got one has it.
  /// Nil if that is its key.
  package var idKey: String? { id.map { FlowText.key(flow, $0, slot) } }
  /// What it is of the part: `screen`, `message`, `button 2`, `input name`.
  package let slot: String
  /// The place of the words in the flow's file.
  package let span: Span
  /// Where it is stored.
  let field: Field

  /// Where a text is in the tables of its flow.
  enum Field: Hashable, Sendable {
    case title, outline, summary, goal, actor
    /// An entry of a list of texts.
    case entry(Int)
    case section(Int)
    case subject(Int)
    case message(Int)
    case loading(Int)
    case note(Int)
    case input(Int)
    /// Of all copies of a row, as the next ones.
    case label(Int)
    case does(Int)
    case rowMessage(Int)
  }

  /// The short name of what the words are now. A translation keeps it, so that one that is older
  /// than the words is noticed.
  public var fingerprint: String { FlowText.fingerprint(of: text) }

  static func key(_ flow: String, _ part: String?, _ slot: String) -> String {
    (flow + (part.map { ":" + $0 } ?? "") + "." + slot).replacing(" ", with: ".")
  }

  /// `button` of `button 2`. Nil if it is in no list.
  package var list: String? { FlowText.list(slot) }

  /// The list of which `button 2` is an entry. Nil for other texts.
  package static func list(_ slot: String) -> String? {
    let words = slot.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[1].isEmpty,
      words[1].allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return String(words[0])
  }

  /// Six letters without vowels, so that they are no word and no number.
  package static func fingerprint(of text: String) -> String {
    let letters = Array("bcdfghjklmnpqrstvwxz".utf8)
    var sum = Checksum()
    sum.add(bytes: text.utf8)
    var rest = sum.sum ^ sum.sum >> 32
    var name: [UInt8] = []
    for _ in 0..<6 {
      name.append(letters[Int(rest % 20)])
      rest /= 20
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The names of the values that the words show, sorted: `room` of `Room {room}`.
  package static func values(in text: String) -> [String] { ShownText.names(in: text).sorted() }

  /// Whether the words may show values. In others a brace is a brace.
  package let showsValues: Bool
}
