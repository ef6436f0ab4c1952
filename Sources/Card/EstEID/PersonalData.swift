/// A field of the holder's data; the raw value is the last byte of its file, `50XX`.
public enum PersonalField: UInt8, Hashable, Sendable, CaseIterable {
  case surname = 1
  case givenNames = 2
  /// `M` or `F`.
  case sex = 3
  /// Three letters (ICAO 9303-3 §5).
  case citizenship = 4
  /// `DD MM YYYY XXX`, the place being a country; cards of 2025 have the date only.
  case birth = 5
  /// Eleven digits.
  case personalCode = 6
  case documentNumber = 7
  /// `DD MM YYYY`.
  case expiry = 8
}

/// The holder's data as far as it was asked for. A field that the card leaves empty, as cards of
/// e-residents and diplomats do, is absent.
public struct PersonalData: Hashable, Sendable {
  public private(set) var values: [PersonalField: String]

  public init(_ values: [PersonalField: String] = [:]) {
    self.values = values
  }

  public subscript(field: PersonalField) -> String? {
    get { values[field] }
    set { values[field] = newValue }
  }

  public var surname: String? { self[.surname] }
  public var givenNames: String? { self[.givenNames] }
  public var sex: String? { self[.sex] }
  public var citizenship: String? { self[.citizenship] }
  public var birthDate: CardDate? { self[.birth].flatMap { CardDate($0) } }
  /// The country of birth, where the card knows it.
  public var birthPlace: String? {
    guard let birth = self[.birth], CardDate(birth) != nil else { return nil }
    let place = birth.dropFirst(11)
    return place.isEmpty ? nil : String(place)
  }
  public var personalCode: String? { self[.personalCode] }
  public var documentNumber: String? { self[.documentNumber] }
  public var expiry: CardDate? { self[.expiry].flatMap { CardDate($0) } }

  /// The text in a file: UTF-8, padded with 00 and spaces. Nil text is an empty field, nil itself
  /// a file that is not UTF-8.
  static func text(of file: [UInt8]) -> String?? {
    var bytes = file[...]
    while let last = bytes.last, last == 0x00 || last == 0x20 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    guard !bytes.isEmpty else { return .some(nil) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return .some(text)
  }
}
