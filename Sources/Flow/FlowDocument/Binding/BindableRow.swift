internal import Diagnostics
internal import FlowModel

/// What a binding says about a part of a flow, as it is written into its flow file.
struct Bound {
  /// The keys that it gets.
  var pairs: [BindingNode.Pair] = []
  /// The rows, steps or lines in it that the document lacks, by their ids.
  var added: [BindingNode.Pair] = []

  var isEmpty: Bool { pairs.isEmpty && added.isEmpty }

  /// Whether it has this key.
  func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }
}

/// A row, step, line or extension of a draft that may be bound.
struct BindableRow {
  /// The id, with `#2` for the second use.
  let reference: String
  /// Its words.
  let text: String
  /// The words of what it is in: its step, extension or section. Empty if it is in none.
  let around: String
  let span: Span
  /// What is said about it.
  let bound: WritableKeyPath<FlowDraft, Bound>
  /// The step, if it is one.
  let step: WritableKeyPath<FlowDraft, StepDraft>?

  /// The words with those around it, for words that several rows have.
  var longText: String { around.isEmpty ? text : "\(around) / \(text)" }
}

extension FlowDraft {
  /// Everything that may be bound, in the order of the document.
  var bindable: [BindableRow] {
    var rows: [BindableRow] = []
    var uses: [String: Int] = [:]
    func add(
      _ id: String, _ text: String, in around: String, _ span: Span,
      _ bound: WritableKeyPath<FlowDraft, Bound>,
      _ step: WritableKeyPath<FlowDraft, StepDraft>? = nil
    ) {
      uses[id, default: 0] += 1
      let use = uses[id, default: 1]
      rows.append(
        BindableRow(
          reference: use > 1 ? "\(id)#\(use)" : id, text: text, around: around, span: span,
          bound: bound, step: step))
    }
    func addRows(_ path: WritableKeyPath<FlowDraft, [RowDraft]>, in around: String) {
      for index in self[keyPath: path].indices {
        let row = self[keyPath: path][index]
        let place = path.appending(path: \[RowDraft][index])
        add(
          row.id, row.kind.prefix + row.label, in: around, row.span,
          place.appending(path: \RowDraft.bound))
      }
    }
    func addSteps(
      _ path: WritableKeyPath<FlowDraft, [StepDraft]>, in around: String, prefix: String = ""
    ) {
      for index in self[keyPath: path].indices {
        let step = self[keyPath: path][index]
        let place = path.appending(path: \[StepDraft][index])
        add(
          prefix + step.id, step.sentence, in: around, step.span,
          place.appending(path: \StepDraft.bound), place)
        addRows(place.appending(path: \StepDraft.rows), in: step.sentence)
      }
    }
    for index in sections.indices {
      let title = sections[index].title
      addSteps(\FlowDraft.sections[index].steps, in: title)
      addRows(\FlowDraft.sections[index].anywhere, in: title)
    }
    addSteps(\FlowDraft.steps, in: "")
    for index in extensions.indices {
      let found = extensions[index]
      add(found.id, found.label, in: "", found.span, \FlowDraft.extensions[index].bound)
      addSteps(\FlowDraft.extensions[index].lines, in: found.label, prefix: found.id + ".")
    }
    addRows(\FlowDraft.anywhere, in: "")
    return rows
  }
}

extension StepDraft {
  /// The sentence of the step.
  var sentence: String { activity.sentence(subject) }
}
