public import Diagnostics

/// A mapping in a script that the engine checks against a shape but does not interpret: the world.
public struct WorldSettings: Sendable {
  /// The value of a setting.
  public indirect enum Value: Sendable {
    /// A text.
    case text(String)
    /// A list of texts.
    case texts([String])
    /// A mapping.
    case settings(WorldSettings)
  }

  /// A setting.
  public struct Entry: Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: Value
    /// The place of the value in the file.
    public let span: SourceSpan

    /// A setting with these values.
    public init(name: String, value: Value, span: SourceSpan) {
      self.name = name
      self.value = value
      self.span = span
    }
  }

  /// The settings, in the order of the file.
  public let entries: [Entry]

  /// These settings.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The text with this name.
  public func text(_ name: String) -> String? {
    if case .text(let text)? = value(name) { return text }
    return nil
  }

  /// The texts with this name. A single text counts as a list.
  public func texts(_ name: String) -> [String]? {
    switch value(name) {
    case .texts(let texts): texts
    case .text(let text): [text]
    case .settings, nil: nil
    }
  }

  /// True for `yes` and false for `no` with this name.
  public func flag(_ name: String) -> Bool? {
    text(name).map { $0 == "yes" || $0 == "true" }
  }

  /// The mapping with this name.
  public func settings(_ name: String) -> WorldSettings? {
    if case .settings(let settings)? = value(name) { return settings }
    return nil
  }

  /// The value with this name.
  public func value(_ name: String) -> Value? {
    entries.first { $0.name == name }?.value
  }
}

/// The allowed settings and their values.
public struct SettingsShape: Sendable {
  /// The allowed values of a setting.
  public indirect enum Shape: Sendable {
    /// Any text.
    case text
    /// A text or a list of texts.
    case texts
    /// `yes` or `no`.
    case flag
    /// One of these words.
    case choice([String])
    /// Digits, as many as given.
    case digits(ClosedRange<Int>)
    /// A whole number in this range.
    case number(ClosedRange<Int>)
    /// A duration such as `90 s`, or one of these words.
    case duration(or: [String])
    /// A day such as `2026-06-01`.
    case date
    /// A mapping of this shape.
    case settings(SettingsShape)
  }

  /// An allowed setting.
  public struct Field: Sendable {
    /// The name.
    public let name: String
    /// The allowed values.
    public let shape: Shape
    /// A description in one line.
    public let about: String

    /// A setting with these values.
    public init(_ name: String, _ shape: Shape, _ about: String) {
      self.name = name
      self.shape = shape
      self.about = about
    }
  }

  /// The thing that the settings describe, with an article: `a card`.
  public let name: String
  /// The allowed settings.
  public let fields: [Field]

  /// A shape with these settings.
  public init(_ name: String, _ fields: [Field]) {
    self.name = name
    self.fields = fields
  }
}
