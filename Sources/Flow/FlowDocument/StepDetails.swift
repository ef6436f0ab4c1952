internal import Dates

// The bullets below a step.
extension StepDraft {
  /// Reads a bullet: `Message: X`, `Actions: A, B`, `Duration: 0.0 - 0.1 seconds`, or free text.
  ///
  /// - Returns: the assumption that was made, if any.
  mutating func take(detail: String) -> String? {
    if let effect = RowText.sideEffect(detail) {
      does = [does, effect].compactMap(\.self).joinedOrNil
      return nil
    }
    let parts = detail.split(separator: ":", maxSplits: 1)
    let name = parts.first.map { CellText.collapsed(String($0)).lowercased() } ?? ""
    let value = parts.count == 2 ? CellText.collapsed(String(parts[1])) : ""
    if value.isEmpty {
      switch detail.lowercased() {
      case "cancelable", "cancellable": isCancelable = true
      case "not cancelable", "not cancellable": isCancelable = false
      default: addNote(detail)
      }
      return nil
    }
    switch name {
    case "message": message = message.map { "\($0) \(value)" } ?? value
    case "actions", "buttons": buttons += WordList.names(in: value)
    case "action", "button": buttons.append(value)
    case "items", "options": items += WordList.names(in: value)
    case "item", "option": items.append(value)
    case "loading", "loading message": loading = value
    case "effect": does = value
    case "answer": answer = value
    case "duration":
      guard let takes = StepDraft.duration(value) else {
        addNote(detail)
        return "the duration `\(value)` is kept as a note"
      }
      self.takes = takes
    case "parameter", "parameters", "with":
      // `Parameter: cancelable: no`
      let inner = value.replacing("=", with: ":")
      guard inner.lowercased().hasPrefix("cancel"), inner.contains(":") else {
        addNote(detail)
        return "the parameter `\(value)` is kept as a note"
      }
      return take(detail: inner)
    case "cancelable", "cancellable":
      switch value.lowercased().prefix(while: \.isLetter) {
      case "yes", "true": isCancelable = true
      case "no", "false": isCancelable = false
      default: addNote(detail)
      }
    case "input", "inputs":
      guard let input = InputDraft(value) else {
        addNote(detail)
        return "the input `\(value)` is kept as a note"
      }
      var named = input
      var number = 2
      while inputs.contains(where: { $0.name == named.name }) {
        named.name = "\(input.name)\(number)"
        number += 1
      }
      inputs.append(named)
      return input.isSecret
        ? "the input `\(input.name)` is taken for a secret, by its name" : nil
    default: addNote(detail)
    }
    return nil
  }

  /// Converts `0.0 - 0.1 seconds` to `0.0-0.1 s`. Nil if it is not a time of at most a day.
  static func duration(_ text: String) -> String? {
    let text = text.lowercased().replacing("–", with: "-").replacing(" to ", with: "-")
    let number = text.filter { !$0.isWhitespace }.prefix { !$0.isLetter }
    let unit = text.split { !$0.isLetter }.joined(separator: " ")
    let time = "\(number) \(unit == "sec" ? "s" : unit)"
    guard let takes = WrittenTime.range(Array(time.utf8)[...]), takes.upperBound <= 86_400_000
    else { return nil }
    return "\(seconds(Int(takes.lowerBound)))-\(seconds(Int(takes.upperBound))) s"
  }

  /// Milliseconds as seconds, with at least one decimal.
  static func seconds(_ milliseconds: some BinaryInteger) -> String {
    var fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(milliseconds / 1_000).\(fraction)"
  }
}

extension InputDraft {
  /// `6 digits (0-9) PIN field`, `4 to 12 characters name field`, `name field`.
  init?(_ text: String) {
    var words = text.replacing("(0-9)", with: " ").replacing(",", with: " ").split(separator: " ")[
      ...]
    var limit: (key: String, value: String)?
    if words.count >= 2, InputDraft.isNumber(words[words.startIndex]) {
      let least = words.removeFirst()
      var value = String(least)
      if words.count >= 3, words[words.startIndex] == "to",
        InputDraft.isNumber(words[words.startIndex + 1])
      {
        value = "\(least)..\(words[words.startIndex + 1])"
        words = words.dropFirst(2)
      }
      guard let unit = words.popFirst()?.lowercased() else { return nil }
      switch unit {
      case "digits", "digit": limit = ("digits", value)
      case "characters", "character", "letters": limit = ("length", value)
      default: return nil
      }
    }
    if words.last?.lowercased() == "field" { words.removeLast() }
    let name = words.joined(separator: "-").lowercased().filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
    }
    guard !name.isEmpty || limit != nil else { return nil }
    let known = name.isEmpty ? "input" : name
    self.name = known
    isSecret = ["pin", "can", "puk", "password", "passcode"].contains {
      known == $0 || known.hasPrefix($0 + "1") || known.hasPrefix($0 + "2")
        || known.hasSuffix("-" + $0)
    }
    self.limit = limit
  }

  private static func isNumber(_ word: Substring) -> Bool {
    word.count <= 4 && !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
