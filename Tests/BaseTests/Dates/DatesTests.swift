import Dates
import Testing

@Suite struct DatesTests {
  @Test(
    "A day and its number lead to each other",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2026-06-01", 20_605), ("2000-02-29", 11_016),
      ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ] as [(String, Int64)])
  func days(text: String, number: Int64) throws {
    #expect(CalendarDay(daysSince1970: number).description == text)
    #expect(try #require(CalendarDay(text)).daysSince1970 == number)
  }

  @Test("Every day of 400 years is the day after the one before")
  func everyDay() throws {
    var last = CalendarDay(daysSince1970: -1)
    for number in Int64(0)..<146_097 {
      let day = CalendarDay(daysSince1970: number)
      #expect(day > last && day.daysSince1970 == number)
      #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == day)
      last = day
    }
  }

  @Test("A number outside of the calendar gives its first or last day")
  func extremes() {
    #expect(CalendarDay(daysSince1970: .min).description == "0001-01-01")
    #expect(CalendarDay(daysSince1970: .max).description == "9999-12-31")
    #expect(CalendarDay(year: .max, month: .max, day: .max) == nil)
    #expect(CalendarDay(year: .min, month: .min, day: .min) == nil)
  }

  @Test(
    "A text that is not a day of the calendar is refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
      "26-01-01", "2026-1-1", "+026-01-01", "2026-01-01 ", "99999999999999999999-01-01",
      "0000-01-01", "2026-01", "",
    ])
  func notDays(text: String) { #expect(CalendarDay(text) == nil) }

  @Test(
    "Times are read with their unit",
    arguments: [
      ("250 ms", 250), ("90 s", 90_000), ("0.5 s", 500), ("1.25 minutes", 75_000), ("0 s", 0),
      ("999999999 min", 59_999_999_940_000), ("1 second", 1_000), ("0.001 s", 1),
      ("24 h", 86_400_000), ("1.5 hours", 5_400_000),
      ("2 days", 172_800_000), ("1 d", 86_400_000),
    ] as [(String, Int64)])
  func times(text: String, milliseconds: Int64) {
    #expect(WrittenTime.milliseconds(text) == milliseconds)
    #expect(WrittenTime.range(Array(text.utf8)[...]) == milliseconds...milliseconds)
  }

  @Test(
    "A time is written in the largest unit of which it is a whole number",
    arguments: [
      (250, "250 ms"), (90_000, "90 s"), (1_000, "1 s"), (600_000, "10 min"), (0, "0 ms"),
      (60_000, "60 s"), (1_500, "1500 ms"), (3_600_000, "1 h"), (86_400_000, "24 h"),
      (172_800_000, "2 days"), (90_000_000, "25 h"),
    ] as [(Int64, String)])
  func written(milliseconds: Int64, text: String) {
    #expect(WrittenTime.text(milliseconds) == text)
    #expect(WrittenTime.milliseconds(text) == milliseconds)
  }

  @Test(
    "A text that is not a time is refused",
    arguments: [
      "", " ", "s", "5", "5s", "5  s", "-1 s", "1. s", ".5 s", "1.2.3 s", "0.0001 s",
      "1000000000 s",
      "99999999999999999999 ms", "1 w", "1 S", "\u{0661} s",
    ])
  func notTimes(text: String) { #expect(WrittenTime.milliseconds(text) == nil) }

  @Test("A range of times has its unit once, and its bounds in order")
  func ranges() {
    #expect(WrittenTime.range(Array("0.0-0.1 s".utf8)[...]) == 0...100)
    #expect(WrittenTime.range(Array("2-1 s".utf8)[...]) == nil)
    #expect(WrittenTime.range(Array("1-2-3 s".utf8)[...]) == nil)
    #expect(WrittenTime.range(Array("- s".utf8)[...]) == nil)
  }
}
