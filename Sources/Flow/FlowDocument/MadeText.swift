internal import Diagnostics
internal import FlowLoader

/// The text of a flow file that is made of a document, with the places of its pieces there.
struct MadeText {
  private(set) var text = ""
  private(set) var entries: [FlowPlaces.Entry] = []
  private var count: UInt32 = 0
  /// The path of the binding, of which some pieces are.
  let binding: String

  init(binding: String = "") { self.binding = binding }

  /// Adds a piece that stands in the document at this place.
  ///
  /// - Parameter isWhole: whether the text of the piece is not that of the document.
  mutating func add(_ piece: String, at place: Span, isWhole: Bool = false) {
    add(piece, FlowPlaces.Entry(start: count, place: place, isWhole: isWhole))
  }

  /// Adds a piece about a place of the document that is written in another file.
  mutating func add(_ piece: String, at place: Span, written: FlowPlaces.Entry.Written) {
    add(piece, FlowPlaces.Entry(start: count, place: place, isWhole: true, written: written))
  }

  private mutating func add(_ piece: String, _ entry: FlowPlaces.Entry) {
    // The same piece may go on.
    let isSame =
      entries.last?.place == entry.place && entries.last?.isWhole == entry.isWhole
      && entries.last?.written == entry.written
    if !isSame { entries.append(entry) }
    text += piece
    count += UInt32(truncatingIfNeeded: piece.unicodeScalars.count)
  }
}
