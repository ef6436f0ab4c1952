internal import Dates
internal import EstEID
internal import JSON
internal import Markup

/// The data read from a card, as text and as JSON. A field that the card does not have is absent
/// from both.
struct CardReport {
  let data: PersonalData
  /// In the order in which they are shown.
  let codes: [(reference: PINReference, status: PINStatus)]

  /// One line per field.
  var text: String {
    let tries = codes.map { "\($0.reference.label) \($0.status.words)" }.joined(separator: ", ")
    let known: [(label: String, text: String?)] = [
      ("Surname", data.surname), ("Given names", data.givenNames), ("Sex", data.sex),
      ("Citizenship", data.citizenship), ("Born", birth), ("Personal code", data.personalCode),
      ("Document number", data.documentNumber), ("Expires", data.expiry?.description),
      ("Tries left", tries),
      ("Not checked", "that the state has issued this card: `flowrun card certificates` does"),
    ]
    let width = known.map(\.label.count).max() ?? 0
    return known.map { field in
      field.text.map { "\(field.label.padded(to: width))  \(TerminalText.line($0))\n" } ?? ""
    }.joined()
  }

  /// One object; dates as `YYYY-MM-DD`.
  var json: String {
    func string(_ text: String?) -> JSONValue? { text.map { .string($0) } }
    let tries = codes.map { reference, status in
      (reference.label.lowercased(), JSONValue.integer(status.triesLeft))
    }
    return JSONValue.object([
      "surname": string(data.surname), "givenNames": string(data.givenNames),
      "sex": string(data.sex), "citizenship": string(data.citizenship),
      "birthDate": string(data.birthDate?.description), "birthPlace": string(data.birthPlace),
      "personalCode": string(data.personalCode), "documentNumber": string(data.documentNumber),
      "expires": string(data.expiry?.description), "triesLeft": .object(members: tries),
      "notChecked": .array([.string("issuer")]),
    ]).text
  }

  private var birth: String? {
    guard let date = data.birthDate else { return nil }
    return data.birthPlace.map { "\(date), \($0)" } ?? date.description
  }
}

extension PINStatus {
  fileprivate var words: String {
    if isBlocked { return "blocked" }
    return isActivated ? "\(triesLeft)" : "\(triesLeft) (to be changed before its first use)"
  }
}
