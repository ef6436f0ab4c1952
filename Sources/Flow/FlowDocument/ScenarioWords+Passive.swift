// What is done to somebody: the verb of such a sentence is not theirs.
extension ScenarioWords {
  /// A word before the subject that a step keeps in its note. Nil for another one.
  static func optional(_ word: String) -> String? {
    ["optionally", "optional", "opcionalmente", "opzionalmente", "facultativement"]
      .contains(PlainWords.folded(word)) ? word : nil
  }

  /// Whether what somebody does says that it cannot be done: "cannot submit the order".
  private static func saysInability(_ deed: String) -> Bool {
    let plain = PlainWords.folded(String(deed.prefix(24)))
    return [
      "cannot ", "can not ", "can't ", "is unable ", "ne peut pas ", "ne peut plus ",
      "no puede ", "nao pode ", "nao consegue ", "kann nicht ", "kan niet ", "ei saa ", "non puo ",
    ].contains(where: plain.hasPrefix)
  }

  /// Whether `User is redirected to the shop` is done to the user. `System cannot open the card` is
  /// what happens to the system.
  static func isPlainPassive(_ sentence: String) -> Bool {
    let deed = String(sentence.drop { $0 != " " }.dropFirst())
    return isPassive(deed) && !(sentence.lowercased().hasPrefix("system ") && saysInability(deed))
  }

  /// What is done to a thing that is called like a person: "el cliente se crea".
  private static let made: Set<String> = [
    "crea", "genera", "guarda", "actualiza", "elimina", "almacena", "marca", "cria", "salva",
  ]

  /// Whether what follows a person is done to them: "is redirected to the shop", "wird um den Code
  /// gebeten", "est invité à payer".
  static func isPassive(_ deed: String) -> Bool {
    if saysInability(deed) { return true }
    let words = PlainWords.words(String(deed.prefix(200)))
    if words.first == "se", words.count > 1, made.contains(words[1]) { return true }
    guard let first = words.first, words.count > 1 else { return false }
    let next = words[1...].first { !$0.hasSuffix("ly") && !adverbsOfStates.contains($0) } ?? ""
    switch first {
    case "is", "are", "gets", "get": return isDoneTo(next)
    case "est", "sont": return doneTo.contains(next)
    case "will" where next == "be": return words[1...].prefix(4).contains(where: isDoneTo)
    // Portuguese "é", and what follows "cliente e ..."
    case "e", "es", "son", "sao":
      return doneTo.contains(next) && (first != "e" || !deed.hasPrefix("e"))
    case "viene", "vengono", "wordt", "worden": return words[1...].contains(where: doneTo.contains)
    // Not "wird den Tisch wählen".
    case "wird", "werden": return words[1...].contains(where: doneTo.contains)
    // `Guest redirected to the first page`
    case "redirected", "notified", "prompted", "informed", "directed", "alerted", "warned":
      return ["to", "with", "by", "about", "via", "of", "that", "for", "back"].contains(words[1])
    default: return first.hasSuffix("takse") && first.count > 8
    }
  }

  /// Whether a sentence says what has happened: "Request timed out", "Search returned nothing",
  /// "Log entry created".
  static func isDoneInEnglish(_ written: [String]) -> Bool {
    let words = written.map { $0.filter { $0.isLetter || $0 == "-" } }
    func isParticiple(_ word: String) -> Bool {
      word.hasSuffix("ed") && word.count > 4
        || ["fails", "fail", "expires", "succeeds", "found", "lost", "sent"].contains(word)
    }
    guard commands.contains(words[0]) || orders.contains(words[0]) || words[0] == "reset",
      !["select", "choose", "open", "enter"].contains(words[0]) || words.count == 2
    else { return false }
    if isParticiple(words[1]) { return words.count == 2 || behindDone.contains(words[2]) }
    return words.count == 3 && isParticiple(words[2]) && !articleWords.contains(words[1])
      && words[2].hasSuffix("ed")
  }

  private static let behindDone: Set<String> = [
    "out", "nothing", "no", "by", "from", "successfully", "again", "because", "due", "after",
    "correctly", "twice",
  ]

  /// Whether a cell says what is the case, and not what its column does: `Report is generated`, `No
  /// data found`, `Permission denied`.
  static func saysResult(_ text: String) -> Bool {
    let words = PlainWords.words(String(text.prefix(120)))
    guard words.count > 1, !deeds.contains(words[0]), !deedsOfSystems.contains(words[0]) else {
      return false
    }
    if words[0] == "no", words.count < 6 { return true }
    let isVerb = baseForms.contains(words[0]) || commands.contains(words[0])
    let isThird = words[0].hasSuffix("s") && !words[0].hasSuffix("ss")
    if words.count < 6, !isVerb, !isThird, let last = words.last,
      isDoneTo(last) || ["fails", "occurs", "expires"].contains(last)
    {
      return true
    }
    let place = words.prefix(6).firstIndex { ["is", "are", "was", "were", "be"].contains($0) }
    guard let place, place > 0, place + 1 < words.count else { return false }
    let isAside = words[..<place].contains { relatives.contains($0) }
    return !isAside && words[(place + 1)...].prefix(2).contains(where: isDoneTo)
  }

  private static func isDoneTo(_ word: String) -> Bool {
    doneTo.contains(word) || word.hasSuffix("ed")
      || irregular.contains(word)
  }

  private static let relatives: Set<String> = [
    "that", "which", "who", "what", "whether", "if", "when", "where", "how", "whose",
  ]

  /// Whether the first word of an English sentence is a noun, since another one is its verb:
  /// `Search page is shown`, `Display page opens`.
  static func isNounFirst(_ words: [String]) -> Bool {
    if words.count > 1, isDoneInEnglish(words) { return true }
    guard words.count > 2, !relatives.contains(words[1]) else { return false }
    // `Request may expire`
    if ["may", "can", "will", "must", "should", "might"].contains(words[1]) { return true }
    if words.count == 3 { return ["opens", "appears", "loads", "closes"].contains(words[2]) }
    let place = words.prefix(4).lastIndex { ["is", "are", "was", "were"].contains($0) }
    guard let place, place > 1, !words[..<place].contains(where: relatives.contains) else {
      return false
    }
    return !words[..<place].contains { articleWords.contains($0) }
  }

  /// Whether a sentence says what there is: `Es gibt keine Karte`.
  static func saysThereIs(_ first: String, _ second: String) -> Bool {
    first == "es" && ["gibt", "existiert"].contains(second)
  }

  /// Whether a German sentence says what is to be done, and not by whom: `Ein Boot soll gespeichert
  /// werden`.
  static func isGermanPassive(_ sentence: String) -> Bool {
    let words = PlainWords.words(String(sentence.prefix(600)))
    let modals: Set<String> = ["soll", "sollen", "muss", "mussen", "kann", "konnen", "darf"]
    // `Der Name soll nicht leer sein`
    if words.last == "sein", words.prefix(6).contains(where: modals.contains) { return true }
    guard let last = words.last, ["werden", "wird", "wurde", "wurden"].contains(last) else {
      return false
    }
    return words.count > 2 && words[words.count - 2].hasSuffix("t")
      || words.count > 2 && words[words.count - 2].hasSuffix("en")
        && words.contains(where: modals.contains)
  }

  /// Whether a sentence is about the use case itself: `O caso de uso é iniciado`.
  static func saysOfCase(_ sentence: String) -> Bool {
    let plain = PlainWords.folded(String(sentence.prefix(60)))
    let article = plain.prefix { $0 != " " }
    let bare =
      articleWords.contains(String(article)) ? plain.dropFirst(article.count + 1) : plain[...]
    return [
      "use case ", "use-case ", "usecase ", "anwendungsfall ", "cas d'utilisation ", "caso de uso ",
      "caso d'uso ", "kasutusjuht ",
    ].contains(where: bare.hasPrefix)
  }

  /// Participles of what a system does to people, in seven languages.
  private static let doneTo = Set(
    words(
      """
      redirected,asked,prompted,informed,notified,taken,sent,forwarded,directed,returned,navigated,
      alerted,warned,guided,presented,shown,told,invited,requested,brought,transferred,reminded,
      weitergeleitet,umgeleitet,aufgefordert,benachrichtigt,informiert,gefragt,gebeten,abgewiesen,
      gefuhrt,zuruckgefuhrt,geleitet,gewarnt,hingewiesen,erinnert,zuruckgeleitet,
      redirige,redirigee,rediriges,invite,invitee,informe,informee,notifie,notifiee,averti,avertie,
      renvoye,renvoyee,dirige,dirigee,prevenu,prevenue,
      redirigido,redirigida,notificado,notificada,informado,informada,invitado,invitada,avisado,
      avisada,enviado,enviada,dirigido,dirigida,llevado,llevada,
      redirecionado,redirecionada,direcionado,direcionada,convidado,convidada,solicitado,
      solicitada,encaminhado,encaminhada,levado,levada,alertado,alertada,
      doorgestuurd,gevraagd,omgeleid,geinformeerd,doorverwezen,verwezen,gewaarschuwd,verzocht,
      reindirizzato,reindirizzata,informato,informata,avvisato,avvisata,notificato,notificata,
      invitato,invitata,indirizzato,indirizzata
      """))

  /// Whether what follows a person is a thing of theirs that does something: `ship will pass` of
  /// `The player ship will pass`.
  static func isOfThing(_ deed: String) -> Bool {
    let words = PlainWords.words(String(deed.prefix(40)))
    guard words.count > 2, ["will", "must", "should", "cannot", "shall"].contains(words[1]) else {
      return false
    }
    return !["and", "or", "who", "then", "also", "that"].contains(words[0])
      && !words[0].hasSuffix("ly") && !words[0].hasSuffix("s")
  }

  /// Whether a word says in English what somebody does: `completes`, `views/edits`.
  ///
  /// - Parameter next: the word behind it, before which any word with an "s" is a verb: `collects
  ///   the order`.
  static func isThirdPerson(_ word: String, before next: String) -> Bool {
    let isBeforeThing = ["the", "an", "his", "her", "their", "its", "all", "each"].contains(next)
    if isBeforeThing, word.count > 4, word.hasSuffix("s"), !word.hasSuffix("ss") { return true }
    return word.split(separator: "/").allSatisfy { part in
      guard part.hasSuffix("s") else { return false }
      let base = String(part.dropLast())
      return bases.contains(base) || commands.contains(base) || baseForms.contains(base)
    }
  }

  private static let bases: Set<String> = [
    "create", "toggle", "complete", "view", "edit", "delete", "add", "remove", "update", "manage",
    "filter", "sort", "scroll", "browse", "request", "apply", "share", "review", "upload",
    "download", "approve", "reject", "assign", "invite", "search", "pay", "rate", "adjust",
  ]

  private static let irregular: Set<String> = [
    "shown", "sent", "made", "found", "given", "told", "brought", "led",
  ]
}
