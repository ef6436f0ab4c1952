public import Dates

/// A field of the holder's data. The raw value is the last byte of its file's identifier, `50XX`.
public enum PersonalField: UInt8, Hashable, Sendable, CaseIterable {
  /// The surname.
  case surname = 1
  /// The given names.
  case givenNames = 2
  /// `M` or `F`.
  case sex = 3
  /// Three letters (ICAO 9303-3 §5).
  case citizenship = 4
  /// `DD MM YYYY XXX`, where `XXX` is the country of birth. Cards of 2025 have the date only.
  case birth = 5
  /// Eleven digits.
  case personalCode = 6
  /// The number of the card as a document.
  case documentNumber = 7
  /// The last day of validity, `DD MM YYYY`.
  case expiry = 8
}

/// The fields of the holder's data that were read. A field that is empty on the card, as with
/// e-residents and diplomats, is absent.
public struct PersonalData: Hashable, Sendable {
  /// The texts of the fields.
  public private(set) var values: [PersonalField: String]

  /// Data with these fields.
  public init(_ values: [PersonalField: String] = [:]) {
    self.values = values
  }

  /// The text of a field. Nil if absent.
  public subscript(field: PersonalField) -> String? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// The surname. Nil if absent.
  public var surname: String? { self[.surname] }
  /// The given names. Nil if absent.
  public var givenNames: String? { self[.givenNames] }
  /// `M` or `F`. Nil if absent.
  public var sex: String? { self[.sex] }
  /// Three letters (ICAO 9303-3 §5). Nil if absent.
  public var citizenship: String? { self[.citizenship] }
  /// The date of birth. Nil if absent or not a date.
  public var birthDate: CalendarDay? { self[.birth].flatMap { CalendarDay(cardText: $0) } }
  /// The country of birth, if the card stores it.
  public var birthPlace: String? {
    guard let birth = self[.birth], CalendarDay(cardText: birth) != nil else { return nil }
    let place = birth.dropFirst(11)
    return place.isEmpty ? nil : String(place)
  }
  /// Eleven digits. Nil if absent.
  public var personalCode: String? { self[.personalCode] }
  /// The number of the card as a document. Nil if absent.
  public var documentNumber: String? { self[.documentNumber] }
  /// The last day of validity. Nil if absent or not a date.
  public var expiry: CalendarDay? { self[.expiry].flatMap { CalendarDay(cardText: $0) } }

  /// The text in a file, which is UTF-8 padded with 00 and spaces. The inner nil means an empty
  /// field, the outer nil a file that is not UTF-8.
  static func text(of file: [UInt8]) -> String?? {
    var bytes = file[...]
    while let last = bytes.last, last == 0x00 || last == 0x20 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    guard !bytes.isEmpty else { return .some(nil) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return .some(text)
  }
}

extension CalendarDay {
  /// Reads a date at the beginning of a text of the card: `DD MM YYYY`.
  init?(cardText text: String) {
    let parts = text.prefix(10).split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self.init(year: parts[2], month: parts[1], day: parts[0])
  }
}
