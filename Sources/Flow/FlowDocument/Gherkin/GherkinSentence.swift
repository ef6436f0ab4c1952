internal import Diagnostics
internal import FlowModel

/// The sentences of scenarios: who does what, and what is seen then.
struct GherkinSentence {
  /// Who acts: the roles of the feature, and subjects of several sentences. Small letters.
  private let people: Set<String>

  /// - Parameters:
  ///   - roles: who acts, as the text of the feature says.
  ///   - deeds: the sentences after `When`.
  init(roles: [String], deeds: [String]) {
    var people = ScenarioWords.people.union(ScenarioWords.generic).union(Self.oneself)
    for role in roles.map(PlainWords.folded) {
      people.formUnion([role, "l'\(role)"])
      for article in ScenarioWords.articles { people.insert(article + role) }
    }
    // `the dispatcher` that does several things.
    var subjects: [String: Set<String>] = [:]
    for deed in deeds.map(PlainWords.folded) {
      let words = deed.split(separator: " ")
      guard words.count > 2, ScenarioWords.articles.contains(words[0] + " "),
        !ScenarioWords.things.contains(String(words[1])),
        ScenarioWords.split(deed, after: ScenarioWords.systems) == nil
      else { continue }
      subjects[words[..<2].joined(separator: " "), default: []].insert(deed)
    }
    people.formUnion(subjects.filter { $0.value.count > 1 }.keys)
    self.people = people
  }

  // MARK: When

  /// What a person does. Nil if the sentence is about something else: `the bank answers`.
  func deed(_ sentence: String) -> String? {
    let text = Self.plain(sentence)
    if let (subject, rest) = split(text) {
      return subject == "i" ? ScenarioWords.thirdPerson(rest) : rest
    }
    let first = PlainWords.folded(String(text.prefix { $0 != " " }))
    if ScenarioWords.deeds.contains(first) { return text }
    let words = PlainWords.folded(text).split(separator: " ")
    let isAbout =
      words.first.map { ScenarioWords.articles.contains($0 + " ") } ?? false
      || ScenarioWords.split(text, after: ScenarioWords.systems.union(ScenarioWords.things)) != nil
      || WaitWords.time(in: text) != nil
    return isAbout ? nil : text
  }

  // MARK: Then and Given

  /// The step that shows what a sentence after `Then` says.
  ///
  /// - Parameter isPlace: whether the run waits there for what somebody does.
  func step(
    _ id: String, _ sentence: String, _ span: Span, isPlace: Bool, _ reporter: inout Reporter
  ) -> StepDraft {
    let text = Self.plain(sentence)
    if let shown = shown(text) {
      var step = StepDraft(id, "System shows \(shown)", span, &reporter)
      if step.activity == .system, isPlace {
        (step.activity, step.subject) = (.screen, Self.name(shown))
      }
      return step
    }
    if let rest = ScenarioWords.split(text, after: ScenarioWords.systems) {
      return StepDraft(id, "System \(rest)", span, &reporter)
    }
    let whole = text.prefix(1).uppercased() + text.dropFirst()
    return StepDraft(id: id, activity: .outside, subject: whole, span: span)
  }

  /// The name of where a run stands, for comparing. The whole sentence if it names no screen.
  func place(_ sentence: String) -> String {
    let text = Self.plain(sentence)
    return PlainWords.folded(Self.name(shown(text) ?? standing(text) ?? text))
  }

  /// What is seen: `the price` of "the price is shown" and of "I should see the price".
  private func shown(_ text: String) -> String? {
    let folded = PlainWords.folded(text)
    let words = text.split(separator: " ")
    for said in Self.shownWords {
      let parts = said.split(separator: " ")
      guard parts.count < words.count else { continue }
      if folded.hasSuffix(" " + said) {
        return words.dropLast(parts.count).joined(separator: " ")
      }
      if folded.hasPrefix(said + " ") {
        return words.dropFirst(parts.count).joined(separator: " ")
      }
      // `wird die Quittung angezeigt`
      let end = parts.dropFirst().joined(separator: " ")
      if !end.isEmpty, folded.hasPrefix(parts[0] + " "), folded.hasSuffix(" " + end) {
        return words.dropFirst().dropLast(parts.count - 1).joined(separator: " ")
      }
    }
    if let (_, rest) = split(text) { return Self.after(Self.seeing, in: rest) }
    // `sieht der Kunde die Quittung`
    guard Self.seeing.contains(PlainWords.folded(String(words.first ?? ""))) else { return nil }
    return split(words.dropFirst().joined(separator: " "))?.rest
  }

  /// Where somebody is: `the price page` of "I am on the price page".
  private func standing(_ text: String) -> String? {
    split(text).flatMap { Self.after(Self.being, in: $0.rest) }
  }

  private static func after(_ leads: [String], in text: String) -> String? {
    let folded = PlainWords.folded(text)
    guard let lead = leads.first(where: { folded.hasPrefix($0 + " ") }) else { return nil }
    let words = lead.split(separator: " ").count
    return text.split(separator: " ").dropFirst(words).joined(separator: " ")
  }

  /// The name of a screen: without an article, quotation marks and the word for it.
  private static func name(_ text: String) -> String {
    var name = ScenarioWords.withoutArticle(text)
    let words = name.split(separator: " ")
    if words.count > 1, let last = words.last,
      surfaces.contains(PlainWords.folded(String(last)))
    {
      name = words.dropLast().joined(separator: " ")
    } else if words.count > 1, let first = words.first,
      surfaces.contains(PlainWords.folded(String(first)))
    {
      name = words.dropFirst().joined(separator: " ")
    }
    let bare = StepSentence.unquoted(name)
    return bare.isEmpty ? text : bare
  }

  // MARK: Words

  private func split(_ text: String) -> (subject: String, rest: String)? {
    guard let rest = ScenarioWords.split(text, after: people) else { return nil }
    let subject = text.dropLast(rest.count).dropLast()
    return (PlainWords.folded(String(subject)), rest)
  }

  private static func plain(_ sentence: String) -> String {
    sentence.hasSuffix(".") && !sentence.hasSuffix("..") ? String(sentence.dropLast()) : sentence
  }

  /// How somebody calls oneself.
  private static let oneself: Set<String> = ["i", "we", "ich", "je", "yo", "eu", "ik", "ma", "io"]

  /// What a feature says before a role: "As a guest". A line for each language.
  private static let roles: [String] = [
    "as an ", "as a ", "as the ", "as ",
    "als ",
    "en tant que ", "en tant qu'",
    "como ",
    "rollis ",
    "come ",
  ]

  /// The role of a line such as "As a guest,". Nil for another line.
  static func role(_ line: String) -> String? {
    let folded = PlainWords.folded(line)
    guard let lead = roles.first(where: folded.hasPrefix) else { return nil }
    let rest = line.dropFirst(lead.count).prefix { !",.;".contains($0) }
    let words = rest.split(separator: " ").prefix {
      !wishes.contains(PlainWords.folded(String($0)))
    }
    let role = ScenarioWords.withoutArticle(words.joined(separator: " "))
    return role.isEmpty || words.count > 4 ? nil : role
  }

  /// What follows a role without a comma.
  private static let wishes: Set<String> = [
    "i", "we", "mochte", "will", "ich", "je", "j'aimerais", "quiero", "eu", "quero", "wil", "ik",
    "soovin", "tahan", "voglio", "io",
  ]

  /// What a sentence about what is seen begins or ends with. A line for each language.
  private static let shownWords: [String] = [
    words("is shown,are shown,is displayed,are displayed,is visible,appears,opens,is open"),
    words("should be shown,should be displayed,should be visible,should appear,will be shown"),
    words("wird angezeigt,werden angezeigt,wird gezeigt,erscheint,ist sichtbar,ist zu sehen"),
    words("est affiche,est affichee,sont affiches,s'affiche,apparait,est visible"),
    words("se muestra,se muestran,aparece,es visible"),
    words("e exibido,e exibida,e mostrado,e mostrada,e apresentado,e apresentada,e visivel"),
    words("wordt getoond,worden getoond,wordt weergegeven,verschijnt,is zichtbaar"),
    words("kuvatakse,naidatakse,ilmub,on nahtav"),
    words("viene mostrato,viene mostrata,viene visualizzato,viene visualizzata,appare"),
  ].flatMap(\.self).sorted { $0.count > $1.count }

  /// What a person does who is shown something. A line for each language.
  private static let seeing: [String] = [
    words("should see,will see,should be shown,is shown,am shown,sees,see"),
    words("should be on,should be taken to,should be redirected to,is taken to,am taken to"),
    words("is redirected to,am redirected to,lands on,land on"),
    words("sieht,sehe,soll sehen"), words("voit,vois,devrait voir"), words("ve,veo,deberia ver"),
    words("vejo,deve ver"), words("ziet,zie,moet zien"), words("naeb,naen"), words("vede,vedo"),
  ].flatMap(\.self).sorted { $0.count > $1.count }

  /// What says where a person is. A line for each language.
  private static let being: [String] = [
    words("am on,is on,am at,is at,are on,are at,has opened,have opened,is viewing,am viewing"),
    words("bin auf,ist auf,bin in,ist in"), words("suis sur,est sur,suis dans,est dans"),
    words("estoy en,esta en"), words("estou na,estou no,esta na,esta no"), words("ben op,is op"),
    words("olen lehel,on lehel"), words("sono su,sono nella,e su,e nella"),
  ].flatMap(\.self)

  /// What a screen is called.
  private static let surfaces = Set(
    words(
      """
      page,screen,view,seite,bildschirm,maske,ansicht,ecran,pagina,pantalla,tela,ecra,scherm,leht,
      vaade,kuva,schermata
      """))

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { CellText.collapsed(String($0)) }
  }
}
