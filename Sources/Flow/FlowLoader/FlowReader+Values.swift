internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Values that actions return and texts show.
extension FlowReader {
  /// A text that may show values.
  mutating func shown(_ node: YAMLTree.Node, _ showsValues: inout Bool) -> PooledText {
    let text = reader.text(node)
    noteBraces(text, &showsValues)
    return text
  }

  mutating func noteBraces(_ text: PooledText, _ showsValues: inout Bool) {
    guard ShownText.hasBraces(reader.pool[text.range]) else { return }
    showsValues = true
    tables.header.showsValues = true
    guard !ShownText.isWellFormed(Array(reader.pool[text.range])) else { return }
    reader.report(
      .wrongValue, at: text.span, "this text has a brace without a name",
      help: "write `{surname}` for a value, and a brace that is meant twice: `{{`, `}}`")
  }

  /// Reports values that nothing returns.
  mutating func checkValues(of step: StepDraft) {
    tables.header.showsValues = true
    let values = step.rare.values
    if values.isEmpty {
      reader.report(
        .missingKey, at: step.record.id.span, "`trace` goes with `values`",
        help: "remove it, or say in `values` what the action returns")
    } else if !step.record.action.isPresent, step.activity != .call {
      reader.report(
        .keysExclude, at: reader.texts[Int(values.start)].span,
        "`values` goes with `action` or `call`", help: "say what returns them, or remove them")
    }
    var names: Set<String> = []
    for text in values.range.map({ reader.texts[$0] }) {
      let bytes = reader.pool[text.range]
      if bytes.count > 64 || bytes.contains(where: { $0 < 0x20 || $0 == 0x3D || $0 == 0x7F })
        || ShownText.hasBraces(bytes)
      {
        reader.report(
          .wrongValue, at: text.span, "`\(reader.string(text))` is not the name of a value",
          help: "write at most 64 letters, without braces and `=`")
      } else if !names.insert(reader.string(text)).inserted {
        reader.report(
          .duplicateID, at: text.span, "there is a value `\(reader.string(text))` already",
          help: "remove one of the two")
      }
    }
  }
}
