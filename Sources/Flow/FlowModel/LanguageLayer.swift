#if !hasFeature(Embedded)
  /// What the tables of a flow in another language keep of it, besides the texts.
  package struct LanguageLayer: Sendable {
    /// The tag of the language: `et`.
    package let language: String
    /// The tables that were translated.
    package let source: FlowTables
    /// What inputs are called, by the index of the input.
    package let labels: [Int: String]
    /// The words of the printed table.
    package let words: TableWords

    package init(
      language: String, source: FlowTables, labels: [Int: String], words: TableWords
    ) {
      (self.language, self.source, self.labels, self.words) = (language, source, labels, words)
    }
  }

  /// The words of the printed table in a language: `User {}`, `Case: {}`, by the keys of activities
  /// and of rows.
  package struct TableWords: Hashable, Sendable {
    /// The key of the heading of rows that hold at any time.
    package static let anytime = "anytime"
    /// The keys that a language may give.
    package static let keys =
      Activity.allCases.map(\.key)
      + [Row.Kind.case, .result, .event, .error].map(\.key) + [anytime]

    /// The words, with `{}` for what stands in them.
    package var patterns: [String: String]

    package init(_ patterns: [String: String] = [:]) { self.patterns = patterns }

    /// A sentence of the table. Nil if the language does not give it.
    package func sentence(_ key: String, _ subject: String) -> String? {
      guard let pattern = patterns[key], let gap = pattern.firstRange(of: "{}") else { return nil }
      return pattern[..<gap.lowerBound] + subject + pattern[gap.upperBound...]
    }
  }
#endif

extension Flow {
  /// The flow in its own words, which a translated one was made from.
  package var source: Flow {
    #if hasFeature(Embedded)
      self
    #else
      Flow(tables: tables.translation?.source ?? tables)
    #endif
  }
  /// The heading of rows that hold at any time.
  package var anytimeHeading: String {
    #if hasFeature(Embedded)
      Line.atAnyTime
    #else
      tables.translation?.words.patterns[TableWords.anytime] ?? Line.atAnyTime
    #endif
  }
}

extension Step {
  /// The step in its own words.
  package var source: Step {
    #if hasFeature(Embedded)
      self
    #else
      Step(tables: tables.translation?.source ?? tables, index: index)
    #endif
  }
}

extension Row {
  /// The row in its own words.
  package var source: Row {
    #if hasFeature(Embedded)
      self
    #else
      Row(tables: tables.translation?.source ?? tables, index: index)
    #endif
  }
}
