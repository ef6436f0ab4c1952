/// The holder of a virtual card, as the card stores it: UTF-8 text, dates as `DD MM YYYY`. An empty
/// text is a field that this holder does not have.
public struct CardHolder: Hashable, Sendable {
  /// The surname.
  public var surname: String
  /// The given names.
  public var givenNames: String
  /// `M` or `F`; empty on the card of an e-resident.
  public var sex: String
  /// Three letters (ISO 3166-1 alpha-3, or one of those that ICAO 9303-3 adds).
  public var citizenship: String
  /// The date and, on IDEMIA cards, the country of birth: `08 01 1980 FIN`.
  public var birth: String
  /// Eleven digits.
  public var personalCode: String
  /// The number of the card as a document.
  public var documentNumber: String
  /// The last day of validity.
  public var expiry: String
  /// The date of issue and the issuing authority.
  public var issue: String
  /// The kind of residence permit, then five lines of remarks.
  public var notes: [String]

  /// A holder with these fields.
  public init(
    surname: String, givenNames: String, sex: String, citizenship: String, birth: String,
    personalCode: String, documentNumber: String, expiry: String, issue: String = "",
    notes: [String] = []
  ) {
    self.surname = surname
    self.givenNames = givenNames
    self.sex = sex
    self.citizenship = citizenship
    self.birth = birth
    self.personalCode = personalCode
    self.documentNumber = documentNumber
    self.expiry = expiry
    self.issue = issue
    self.notes = notes
  }

  /// The holder of the public Estonian test cards.
  public static let test = CardHolder(
    surname: "JÕEORG", givenNames: "JAAK-KRISTJAN", sex: "M", citizenship: "FIN",
    birth: "08 01 1980 FIN", personalCode: "38001085718", documentNumber: "EP0250124",
    expiry: "31 12 2039")

  /// The elementary files of the personal data, in the order of their numbers. An absent field is a
  /// single zero byte.
  func files(count: Int) -> [[UInt8]] {
    let notes = (notes + Array(repeating: "", count: 6)).prefix(6)
    let fields =
      [
        surname, givenNames, sex, citizenship, birth, personalCode, documentNumber, expiry, issue,
      ] + notes
    return fields.prefix(count).map { $0.isEmpty ? [0] : Array($0.utf8) }
  }
}
