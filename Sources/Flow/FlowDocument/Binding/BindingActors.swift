internal import FlowModel

extension FlowDraft {
  /// Reads the steps in which somebody acts as those of another actor.
  mutating func read(_ name: String, as kind: BindingFile.Actor) {
    func read(_ list: inout [StepDraft]) {
      for place in list.indices { list[place].read(name, as: kind) }
    }
    for place in sections.indices { read(&sections[place].steps) }
    read(&steps)
    for place in extensions.indices { read(&extensions[place].lines) }
  }
}

extension StepDraft {
  /// Reads the step as one of another actor, if its sentence is about somebody with this name.
  fileprivate mutating func read(_ name: String, as kind: BindingFile.Actor) {
    let wanted = PlainWords.folded(ScenarioWords.withoutArticle(name))
    var sentence = subject
    if let who, activity != .outside { sentence = "\(who) \(subject)" }
    var rest = Substring(PlainWords.folded(sentence))
    for article in ScenarioWords.articles where rest.hasPrefix(article) {
      rest = rest.dropFirst(article.count)
      break
    }
    guard [.user, .system, .outside].contains(activity), rest.hasPrefix(wanted + " "),
      let verb = sentence.place(
        afterWords: sentence.split(separator: " ").count
          - rest.dropFirst(wanted.count + 1)
          .split(separator: " ").count)
    else { return }
    switch kind {
    case .outside: (activity, subject) = (.outside, sentence)
    case .user: (activity, subject) = (.user, String(sentence[verb...]))
    case .system: (activity, subject) = (.system, String(sentence[verb...]))
    }
  }
}

extension String {
  /// Where the text begins after this many words.
  fileprivate func place(afterWords count: Int) -> Index? {
    let words = split(separator: " ")
    return count < words.count ? words[count].startIndex : nil
  }
}
