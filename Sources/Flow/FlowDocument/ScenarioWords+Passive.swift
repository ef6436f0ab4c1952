// What is done to somebody: the verb of such a sentence is not theirs.
extension ScenarioWords {
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
    case "is", "are", "gets", "get", "est", "sont": return doneTo.contains(next)
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
}
