internal import Diagnostics
internal import FlowLoader

/// The text of a flow file that is made of a document, with the places of its pieces there.
struct MadeText {
  private(set) var text = ""
  private(set) var entries: [FlowPlaces.Entry] = []
  private var count: UInt32 = 0

  /// Adds a piece that stands in the document at this place.
  ///
  /// - Parameter isWhole: whether the text of the piece is not that of the document.
  mutating func add(_ piece: String, at place: Span, isWhole: Bool = false) {
    let entry = FlowPlaces.Entry(start: count, place: place, isWhole: isWhole)
    // The same piece may go on.
    if entries.last?.place != place || entries.last?.isWhole != isWhole { entries.append(entry) }
    text += piece
    count += UInt32(truncatingIfNeeded: piece.unicodeScalars.count)
  }
}
