public import FlowModel
internal import FlowRuntime

extension PathBook {
  /// A path that can be run. It consists of numbers; its texts are made when they are asked for.
  public struct Path: Sendable {
    /// The criterion that it was made for.
    public let criterion: PathCriterion
    let subject: Subject
    let start: Start
    /// The labels of its rows.
    let labels: [Int32]
    var ending: PathEnd
    let texts: PathTexts

    /// What a path was made for, and is named after.
    enum Subject {
      /// A row.
      case row(Int32)
      /// A row right after another one.
      case pair(Int32, Int32)
      /// A row for these values of counters.
      case times(String)
      /// All of its rows.
      case whole
    }

    /// Where a path starts.
    struct Start {
      /// The step at which it enters. Nil for the first one.
      let from: String?
      /// The first values of facts that differ from the usual ones.
      let facts: [(name: String, value: String)]
    }

    /// The name: the prefix of the criterion, and the row it was made for.
    public var name: String {
      switch subject {
      case .row(let label): "\(criterion.prefix)-\(texts.reference(label))"
      case .pair(let first, let second):
        "\(criterion.prefix)-\(texts.reference(first))-\(texts.reference(second))"
      case .times(let name): "\(criterion.prefix)-\(name)"
      case .whole: "\(criterion.prefix)-\(texts.checksum(labels))"
      }
    }

    /// The end of the path, in the words of a script's `end`.
    public var end: String { texts.words(of: ending) }

    /// The ids of the rows, in the form of a script.
    public var rows: [String] { labels.map { texts.name(of: $0) } }

    /// The id of the step at which it enters. Nil for the first one.
    public var from: String? { start.from }

    /// The first values of facts that differ from the usual ones.
    public var facts: [(name: String, value: String)] { start.facts }

    /// The path as a script.
    public var script: Script {
      var script = Script(
        flow: texts.flow.id, name: name, reading: texts.program.reading, from: from,
        only: !texts.follows, facts: facts, moves: labels.map { .row(texts.name(of: $0)) })
      script.end = end
      return script
    }
  }
}
