/// Days of the Gregorian calendar by their number since 1970-01-01.
package enum CivilDay {
  /// As `2026-06-01`.
  package static func text(_ day: Int64) -> String {
    // Years begin in March here, and 400 of them are an era.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return "\(year)-\(padded(civilMonth))-\(padded(dayOfYear - (153 * month + 2) / 5 + 1))"
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
