/// User stories, which say what somebody wants and no steps: `As a coach, I want a list, so that
/// I can plan`.
enum UserStory {
  private static let leads = [
    "as a ", "as an ", "as the ", "als ", "en tant que ", "en tant qu'", "como ", "come ",
    "in qualita di ", "kui ", "olen ",
  ]
  private static let wishes = [
    " i want", " i need", " i would like", " i'd like", " i can ", " i wish", " mochte ich",
    " will ich", " ich mochte", " je veux", " je souhaite", " je voudrais", " quiero", " necesito",
    " deseo", " quero", " preciso", " desejo", " gostaria", " wil ik", " voglio", " vorrei",
    " soovin", " tahan",
  ]

  /// Whether the lines begin with such a story.
  static func isOne(_ lines: ArraySlice<DocumentLine>) -> Bool {
    let first = lines.lazy.filter { !$0.isBlank && !$0.fragment.text.hasPrefix("#") }.prefix(3)
    let words = first.map { CellText($0.fragment.text).whole.drop { "->*•\"„“_ ".contains($0) } }
    let text = PlainWords.folded(words.joined(separator: " "))
    return leads.contains(where: text.hasPrefix) && wishes.contains(where: text.contains)
  }
}

extension UserStory {
  /// What the ids of requirements begin with.
  private static let requirements: Set<String> = ["RF", "FR", "REQ", "REQF", "SRS"]

  /// Whether a part of a document has the id of a requirement: `RF-02 Lend a book`.
  static func isRequirement(_ draft: FlowDraft) -> Bool {
    !draft.hasMadeUpID && requirements.contains(String(draft.id.prefix(while: \.isLetter)))
  }
}
