internal import Dates

/// A driver's licence of North America, read from the text in its PDF417 barcode (AAMVA DL/ID Card
/// Design Standard, annex D).
package struct Licence: Hashable, Sendable {
  package let familyName: String
  package let firstName: String
  /// As `YYYY-MM-DD`.
  package let birthDate: String
  /// As `YYYY-MM-DD`.
  package let expiryDate: String
  package let number: String
  /// Two letters, such as `VA`.
  package let jurisdiction: String?
  /// Whether the family name was cut to fit (element DDE).
  package let isNameTruncated: Bool

  /// Whether the licence has expired on a day, given as `YYYY-MM-DD`.
  package func isExpired(on day: String) -> Bool { expiryDate < day }
}

extension Licence {
  /// Parses the text of a barcode. Any text is safe.
  package init(barcode text: String) throws(ScanProblem) {
    let bytes = Array(text.utf8)
    // The compliance indicator, data element separator, record separator, segment terminator.
    guard bytes.count >= 21, bytes[0] == UInt8(ascii: "@") else { throw .unreadable }
    guard Array(bytes[1...3]) == [0x0A, 0x1E, 0x0D] else { throw .unreadable }
    guard Array(bytes[4..<9]) == Array("ANSI ".utf8) || Array(bytes[4..<9]) == Array("AAMVA".utf8)
    else { throw .unknownKind }
    // The issuer in six digits, two versions, and the number of subfiles in two digits each.
    guard Licence.number(bytes, 9, 6) != nil, let version = Licence.number(bytes, 15, 2),
      let count = Licence.number(bytes, 19, 2), (1...20).contains(count)
    else { throw .unreadable }
    guard (2...11).contains(version) else { throw .unknownKind }
    var subfile: Range<Int>?
    var isLicence = false
    for index in 0..<count {
      let start = 21 + index * 10
      guard start + 10 <= bytes.count, let offset = Licence.number(bytes, start + 2, 4),
        let length = Licence.number(bytes, start + 6, 4)
      else { throw .unreadable }
      let kind = String(decoding: bytes[start..<start + 2], as: UTF8.self)
      guard kind == "DL" || kind == "ID" else { continue }
      isLicence = kind == "DL"
      guard offset >= 21 + count * 10, offset + length <= bytes.count else { throw .unreadable }
      subfile = offset..<offset + length
      if isLicence { break }
    }
    // An identity card proves an identity too, but it is not a driver's licence.
    guard let subfile, isLicence else { throw .unknownKind }
    try self.init(elements: try Licence.elements(bytes[subfile]))
  }

  private init(elements: [String: String]) throws(ScanProblem) {
    let country = elements["DCG"]
    guard let familyName = elements["DCS"], let firstName = elements["DAC"] ?? elements["DCT"],
      let number = elements["DAQ"], let birth = elements["DBB"], let expiry = elements["DBA"],
      let birthDate = Licence.date(birth, country), let expiryDate = Licence.date(expiry, country)
    else { throw .unreadable }
    self.familyName = familyName
    self.firstName = firstName
    self.birthDate = birthDate
    self.expiryDate = expiryDate
    self.number = number
    jurisdiction = elements["DAJ"]
    isNameTruncated = elements["DDE"] == "T"
  }

  /// The elements of a subfile: three letters, then a text, each up to a line feed; the subfile
  /// ends with a carriage return.
  private static func elements(
    _ bytes: ArraySlice<UInt8>
  ) throws(ScanProblem) -> [String: String] {
    guard bytes.count > 3, bytes.last == 0x0D, bytes.starts(with: "DL".utf8),
      let text = String(validating: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    else { throw .unreadable }
    var elements: [String: String] = [:]
    for element in text.split(separator: "\n") {
      let name = String(element.prefix(3))
      guard name.utf8.count == 3, elements[name] == nil else { throw .unreadable }
      var value = element.dropFirst(3)
      while value.last == " " { value.removeLast() }
      if !value.isEmpty { elements[name] = String(value) }
    }
    return elements
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reduce(into: Int?.some(0)) { sum, byte in
      sum = (48...57).contains(byte) ? sum.map { $0 * 10 + Int(byte - 48) } : nil
    }
  }

  /// `MMDDCCYY` in the United States, `CCYYMMDD` in Canada.
  private static func date(_ text: String, _ country: String?) -> String? {
    let isCanadian = country == "CAN"
    let year = isCanadian ? text.prefix(4) : text.suffix(4)
    let rest = isCanadian ? text.dropFirst(4) : text.prefix(4)
    guard text.utf8.count == 8 else { return nil }
    return CalendarDay(year: year, month: rest.prefix(2), day: rest.suffix(2))?.description
  }
}
