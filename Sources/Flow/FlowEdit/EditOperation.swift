/// What somebody wants to change in a file.
package enum EditOperation: Hashable, Sendable {
  /// Gives a key of a place a value: a text, a target, a condition, a list of buttons. A key that
  /// is not there yet is added where people write it. Another kind of a row or step takes the place
  /// of that which it has.
  case set(EditPlace, key: String, EditValue)
  /// Removes a key of a place.
  case unset(EditPlace, key: String)
  /// Adds a row, step, section or line to the list or mapping of a key (`rows`, `steps` ...),
  /// before a place that is there already, or at the end.
  case add(EditEntry, to: String, of: EditPlace, before: EditPlace?)
  /// Removes a row, step or section, with the comments right above it.
  case remove(EditPlace)
  /// Moves a row, step or section before another one of the same list, or to its end.
  case move(EditPlace, before: EditPlace?)
  /// Begins a new section with a step, for it and those that follow.
  case split(before: String, id: String, title: String)
  /// Makes a partial flow with this id of a section, and calls it where the section was.
  case extract(section: String, as: String)
  /// Takes what is written as meant for what the document says.
  case accept(EditPlace)
  /// Gives a step, section or row another id, and everything that names it.
  case rename(EditPlace, to: String)
  /// Gives a flow, a fact, a result, or a step or row in code another name, wherever it is named.
  case renameName(Mention.Subject, to: String)
  /// Adds a step before another one. Steps of the section that follow get the next numbers, and so
  /// does everything that names them. Targets in the new step are ids before the change.
  case insert(EditValue, before: String)
  /// Writes a new file with a flow. The path is that of the file.
  case create(EditValue)
}
