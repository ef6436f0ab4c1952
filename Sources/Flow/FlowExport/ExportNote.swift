internal import FlowModel

/// What a format cannot carry, and what the host of its engine has to do instead.
public struct ExportNote: Hashable, Sendable {
  /// The id of a row or step, with its flow: `UC2.3:1.3a`.
  public let place: String
  /// What is not in the file, in a sentence.
  public let text: String

  package init(_ place: String, _ text: String) {
    self.place = place
    self.text = text
  }
}

extension ExportModel {
  /// What no format carries, since engines of general use have no place for it: inputs, which may
  /// be secret, and values that actions return to be shown.
  package var commonNotes: [ExportNote] {
    var notes: [ExportNote] = []
    for place in places {
      let step = place.step
      for input in step.inputs {
        notes.append(
          ExportNote(
            step.qualified,
            input.isSecret
              ? """
              the secret `\(input.name)` (\(input.requirement)) is not in the file and must \
              never be in the engine's data; the host asks for it and passes it on
              """
              : """
              the input `\(input.name)` (\(input.requirement)) is not in the file; the host \
              asks for it and checks it
              """
          ))
      }
      if !step.arguments.isEmpty {
        let arguments = step.arguments.map { "`\($0.parameter)`" }.joined(separator: ", ")
        notes.append(
          ExportNote(step.qualified, "what is passed on (\(arguments)) is not in the file"))
      }
      if !step.values.isEmpty {
        let values = step.values.map { "`\($0)`" }.joined(separator: ", ")
        notes.append(
          ExportNote(
            step.qualified, "the values \(values) are not in the file; the host shows them"))
      }
    }
    return notes
  }
}

extension [ExportNote] {
  /// The notes without those that are there already, such as those of a row that holds at many
  /// steps.
  package var unique: [ExportNote] {
    var seen: Set<ExportNote> = []
    return filter { seen.insert($0).inserted }
  }
}
