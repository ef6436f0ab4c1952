public import Diagnostics

/// A mapping of a script that the engine checks by a shape and does not understand: the world.
public struct Settings: Sendable {
  public indirect enum Value: Sendable {
    case text(String)
    case texts([String])
    case settings(Settings)
  }

  public struct Entry: Sendable {
    public let name: String
    public let value: Value
    /// Of the value.
    public let span: Span

    public init(name: String, value: Value, span: Span) {
      self.name = name
      self.value = value
      self.span = span
    }
  }

  /// In the order of the file.
  public let entries: [Entry]

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The text under a name.
  public func text(_ name: String) -> String? {
    if case .text(let text)? = value(name) { return text }
    return nil
  }

  /// The texts under a name, or the one text that stands in their place.
  public func texts(_ name: String) -> [String]? {
    switch value(name) {
    case .texts(let texts): texts
    case .text(let text): [text]
    case .settings, nil: nil
    }
  }

  /// `yes` or `no` under a name.
  public func flag(_ name: String) -> Bool? {
    text(name).map { $0 == "yes" || $0 == "true" }
  }

  public func settings(_ name: String) -> Settings? {
    if case .settings(let settings)? = value(name) { return settings }
    return nil
  }

  public func value(_ name: String) -> Value? {
    entries.first { $0.name == name }?.value
  }
}

/// Which settings there may be, and what stands under each.
public struct SettingsShape: Sendable {
  public indirect enum Shape: Sendable {
    case text
    /// A text or a list of texts.
    case texts
    case flag
    case choice([String])
    /// As many digits.
    case digits(ClosedRange<Int>)
    case number(ClosedRange<Int>)
    /// A stretch of time such as `90 s`, or one of these words.
    case duration(or: [String])
    /// A day such as `2026-06-01`.
    case date
    case settings(SettingsShape)
  }

  public struct Field: Sendable {
    public let name: String
    public let shape: Shape
    /// One line for messages and pages.
    public let about: String

    public init(_ name: String, _ shape: Shape, _ about: String) {
      self.name = name
      self.shape = shape
      self.about = about
    }
  }

  /// With its article: `a card`.
  public let name: String
  public let fields: [Field]

  public init(_ name: String, _ fields: [Field]) {
    self.name = name
    self.fields = fields
  }
}

extension Settings {
  /// Milliseconds of a stretch of time that the shape has checked: `90 s`, `250 ms`, `5 min`.
  public static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let number = Int64(parts[0]), (0...86_400_000).contains(number) else {
      return nil
    }
    switch parts[1] {
    case "ms": return number
    case "s": return number * 1_000
    case "min": return number * 60_000
    default: return nil
    }
  }

  /// Days since 1970-01-01 of a day that is written as `2026-06-01`; nil for what is none.
  public static func day(_ text: String) -> Int64? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]),
      year >= 1970, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Years begin in March here, so that the day that comes and goes is the last.
    let shifted = (month + 9) % 12
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * shifted + 2) / 5 + day - 1
    return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
  }
}
