// What may stand before the subject of a sentence, in eight languages: `Then the system shows the
// list`, `Sobald der Gast zahlt, druckt das System die Rechnung`.
extension ScenarioWords {
  /// Who acts in a sentence, and what is done.
  struct Deed {
    var who: String
    var deed: String
    /// When this happens, as the sentence says before it.
    var clause: String?

    private static let ofFlows: Set<String> = [
      "of", "the", "main", "flow", "basic", "normal", "course", "success", "scenario", "del",
      "flujo",
      "principal", "basico", "do", "fluxo", "des", "hauptablaufs", "du", "nominal", "van", "het",
      "hoofdscenario", "normale", "verloop", "flusso", "principale",
    ]

    /// What a note has to say of it: not "at step 4".
    var note: String? {
      guard let clause else { return nil }
      let words = PlainWords.words(clause)
      if words.count < 4, words.contains(where: TurnWords.steps.contains) { return nil }
      // `En el paso 2`, `At step 4 of the main flow`
      let rest = words.drop { !TurnWords.steps.contains($0) }.dropFirst()
      let isPlace =
        words.count - rest.count < 4 && rest.first?.first?.isNumber == true
        && rest.dropFirst().allSatisfy(Deed.ofFlows.contains)
      return isPlace ? nil : clause
    }
  }

  /// Who of some acts in a sentence, also after words such as "then" or a clause such as "when the
  /// guest pays": there German, Dutch and Estonian have the verb first.
  static func deed(_ sentence: String, of subjects: Set<String>) -> Deed? {
    if let found = plain(sentence, subjects) ?? inverted(sentence, subjects) { return found }
    let isQuestion = verbs.contains(PlainWords.folded(String(sentence.prefix { $0 != " " })))
    for (rest, clause) in afterLeads(sentence) {
      guard var found = (isQuestion ? nil : plain(rest, subjects)) ?? inverted(rest, subjects)
      else { continue }
      // "When the name, the user address and the city are there, ..."
      if clause != nil, rest.contains(", "), isListed(found.deed) { continue }
      found.clause = clause
      return found
    }
    return behindPlace(sentence, subjects) ?? behindPhrase(sentence, subjects)
  }

  /// Who acts behind a phrase without a comma: `Del listado de memorias el usuario selecciona una`.
  private static func behindPhrase(_ sentence: String, _ subjects: Set<String>) -> Deed? {
    let words = sentence.split(separator: " ", maxSplits: 18)
    guard words.count > 5, phrases.contains(PlainWords.folded(String(words[0]))) else { return nil }
    for place in 2...14 where place + 2 < words.count {
      let article = PlainWords.folded(String(words[place]))
      guard ["el", "la", "o", "a", "le", "il", "the"].contains(article),
        !words[..<place].contains(where: { $0.hasSuffix(",") }),
        !ofPhrases.contains(PlainWords.folded(String(words[place - 1]))),
        var found = plain(String(sentence[words[place].startIndex...]), subjects),
        found.clause == nil,
        case let verb = PlainWords.words(String(found.deed.prefix(24))).first ?? "",
        deeds.contains(verb) || isOfPrograms(found.deed)
      else { continue }
      found.clause = words[..<place].joined(separator: " ")
      return found
    }
    return nil
  }

  private static let phrases: Set<String> = [
    "del", "de", "desde", "en", "em", "no", "na", "do", "da", "dans", "depuis", "nel", "nella",
    "from", "in", "on", "at", "con", "com", "avec", "with", "para", "pour", "per",
  ]
  private static let ofPhrases: Set<String> = [
    "de", "a", "of", "to", "by", "for", "from", "with", "on", "in", "at", "con", "com", "da", "di",
    "para", "por", "pour", "par", "per", "en", "em", "sobre", "que", "that", "which",
  ]

  /// Who acts in a German or Dutch sentence that begins with a time or a place: `Am Schichtende
  /// macht der Kassierer den Abschluss`.
  private static func behindPlace(_ sentence: String, _ subjects: Set<String>) -> Deed? {
    let words = sentence.split(separator: " ", maxSplits: 7)
    guard words.count > 4, leadsOfPlaces.contains(PlainWords.folded(String(words[0]))) else {
      return nil
    }
    for place in 2...4 where place + 2 < words.count {
      let verb = words[place]
      guard verb.hasSuffix("t"), !words[..<place].contains(where: { $0.hasSuffix(",") }),
        var found = inverted(String(sentence[verb.startIndex...]), subjects)
      else { continue }
      found.clause = words[..<place].joined(separator: " ")
      return found
    }
    return nil
  }

  private static let leadsOfPlaces: Set<String> = [
    "ab", "am", "an", "auf", "bei", "beim", "im", "in", "nach", "vor", "zum", "zur", "mit", "aus",
    "wahrend", "uber", "unter", "na", "bij", "op", "voor", "tijdens", "vanaf", "met",
  ]

  private static func plain(_ sentence: String, _ subjects: Set<String>) -> Deed? {
    guard let deed = split(sentence, after: subjects), !isOfName(deed), !isOfThing(deed) else {
      return apposed(sentence, subjects)
    }
    return Deed(who: String(sentence.dropLast(deed.count).dropLast()), deed: deed)
  }

  /// `The guest, when the bill is there, pays`.
  private static func apposed(_ sentence: String, _ subjects: Set<String>) -> Deed? {
    guard let first = sentence.prefix(50).firstRange(of: ", "),
      let second = sentence[first.upperBound...].firstRange(of: ", "),
      case let who = String(sentence[..<first.lowerBound]),
      split("\(who) x", after: subjects) == "x",
      case let clause = String(sentence[first.upperBound..<second.lowerBound]),
      let lead = PlainWords.words(clause).first,
      clauses.contains(lead)
        || ["whether", "who", "which", "qui", "que", "che", "se", "si"]
          .contains(lead),
      case let deed = String(sentence[second.upperBound...]), deed.first?.isLowercase == true
    else { return nil }
    return Deed(who: who, deed: deed, clause: clause)
  }

  /// Whether what follows a subject goes on with its name: "account is created" after "user", "and
  /// price" after "customer".
  static func isOfName(_ text: String) -> Bool {
    let words = PlainWords.words(String(text.prefix(40)))
    // `Usuario inactivo`
    if words.count == 1, words[0].hasSuffix("ivo") || words[0].hasSuffix("ado") { return true }
    guard words.count > 1 else { return false }
    // "The member ID is entered", "The system timer asks for a report"
    if text.prefix(3).prefix(while: \.isUppercase).count > 1 { return true }
    if ["timer", "clock"].contains(words[0]) { return true }
    // Portuguese "é" is folded like "e".
    let isVerb =
      text.hasPrefix("é") || text.hasPrefix("è")
      // Spanish "da la hora"
      || words[0] == "da" && ["la", "el", "los", "las", "clic", "click"].contains(words[1])
    return !isVerb && joints.contains(words[0])
      // Not "confirms and is taken to the shop".
      || joints.contains(words[1]) && !deeds.contains(words[0])
        && words.prefix(5).contains(where: states.contains)
      || states.contains(words[1]) && !adverbsOfStates.contains(words[0])
        // Dutch "scant zijn pas"
        && !(words[1] == "zijn" && words[0].hasSuffix("t"))
  }

  private static func isListed(_ deed: String) -> Bool {
    PlainWords.words(String(deed.prefix(40))).dropFirst().first.map(joints.contains) ?? false
  }

  /// Whether a word says how something is: "is", "wird".
  static func isState(_ text: String) -> Bool {
    PlainWords.words(String(text.prefix(20))).first.map(states.contains) ?? false
  }

  private static let joints: Set<String> = [
    "and", "or", "of", "de", "des", "du", "del", "do", "da", "van", "und", "oder", "et", "ou", "y",
    "e", "en", "ja", "voi",
  ]
  private static let states: Set<String> = [
    "is", "are", "was", "were", "wird", "werden", "ist", "sind", "wurde", "est", "sont", "sao",
    "foi", "wordt", "worden", "zijn", "sono", "viene", "vengono",
  ]
  static let adverbsOfStates: Set<String> = [
    "then", "now", "also", "who", "that", "which", "dann", "nun", "alors", "luego", "entao",
    "ensuite", "entonces", "dan",
  ]

  /// `druckt das System die Rechnung`
  static func inverted(_ sentence: String, _ subjects: Set<String>) -> Deed? {
    let words = sentence.split(separator: " ", maxSplits: 4)
    guard words.count > 2, words[0].first?.isLowercase == true, words[0].count > 2 else {
      return nil
    }
    for count in [2, 1] where words.count > count {
      let who = words[1...count].joined(separator: " ")
      guard
        subjects.contains(PlainWords.folded(who))
          || count == 2 && subjects.contains(PlainWords.folded(String(words[2]))),
        count == 1 ? unmarked.contains(who.lowercased()) : germanic.contains(words[1])
      else { continue }
      let rest = words.count > count + 1 ? sentence[words[count + 1].startIndex...] : ""
      return Deed(who: who, deed: rest.isEmpty ? String(words[0]) : "\(words[0]) \(rest)")
    }
    return nil
  }

  /// What is done, of a German or Dutch sentence in which a name without an article stands behind
  /// the verb: `Danach druckt Speisomat den Bon`.
  static func inverted(_ sentence: String, of names: Set<String>) -> String? {
    guard isGerman(sentence) || sentence.contains(" de ") || sentence.contains(" een "),
      let lead = afterLead(sentence), lead.clause == nil
    else { return nil }
    let words = lead.rest.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0].hasSuffix("t"), words[1].first?.isUppercase == true,
      names.contains(PlainWords.folded(String(words[1])))
    else { return nil }
    let deed = "\(words[0]) \(words[2])"
    return deed.hasSuffix(".") ? String(deed.dropLast()) : deed
  }

  /// What is done, of a clause with the verb last: `ruft die Seite auf` of `wenn der Gast die Seite
  /// aufruft`. The deed itself in other languages.
  static func verbFirst(_ deed: String, _ sentence: String) -> String {
    let begins = PlainWords.words(String(sentence.prefix(80)))
    guard begins.contains(where: ["wenn", "sobald", "wanneer", "zodra"].contains) else {
      return deed
    }
    let words = deed.split(separator: " ")
    guard words.count > 1, let verb = words.last, verb.hasSuffix("t"), verb.count > 3 else {
      return deed
    }
    let rest = words.dropLast().joined(separator: " ")
    let prefix = separable.first { verb.hasPrefix($0) && verb.count > $0.count + 3 } ?? ""
    return "\(verb.dropFirst(prefix.count)) \(rest)\(prefix.isEmpty ? "" : " \(prefix)")"
  }

  private static let separable = [
    "zurück", "auf", "aus", "ein", "ab", "an", "vor", "mit", "nach", "los", "weg", "zu", "aan",
    "uit", "af", "op", "in",
  ]

  /// The subjects that may follow a verb, besides those with such an article: not "checks the
  /// system state".
  private static let unmarked: Set<String> = ["süsteem", "rakendus", "kasutaja", "klient"]
  private static let germanic: Set<Substring> = ["das", "der", "die", "de", "het"]

  /// What stands after such words at the beginning of a sentence. Nil if it has none.
  static func afterLead(_ sentence: String) -> (rest: String, clause: String?)? {
    afterLeads(sentence).first
  }

  /// What may be the rest after such words: after a clause, what follows each of its commas.
  private static func afterLeads(_ sentence: String) -> [(rest: String, clause: String?)] {
    let words = sentence.split(separator: " ", maxSplits: 4)
    guard words.count > 2, let first = words.first else { return [] }
    let lead = PlainWords.folded(first.filter { $0 != "," })
    // `Simultaneously the system stores it`
    if lead.hasSuffix("ly"), lead.count > 6 {
      return [(String(sentence[words[1].startIndex...]), optional(lead))]
    }
    if firsts.contains(lead) {
      for count in (1...3).reversed() where words.count > count {
        let said = words[..<count].joined(separator: " ").filter { $0 != "," }
        guard adverbs.contains(PlainWords.folded(said)),
          // Not "First name is entered", "Second user confirms".
          !beforeCommas.contains(lead) || words[count - 1].last == ","
        else { continue }
        return [(String(sentence[words[count].startIndex...]), optional(said))]
      }
    }
    guard clauses.contains(lead) || verbs.contains(lead) else { return [] }
    return sentence.ranges(of: ", ").prefix(4).compactMap { found in
      let clause = String(sentence[..<found.lowerBound])
      let isQuoted = clause.count(where: { $0 == "\"" }) % 2 == 1
      return isQuoted ? nil : (String(sentence[found.upperBound...]), clause)
    }
  }

  /// What a German or Dutch clause without "wenn" begins with: `Ist die Karte leer, zeigt das
  /// System den Rest`.
  private static let verbs: Set<String> = [
    "ist", "sind", "hat", "haben", "wird", "werden", "kann", "konnen", "liegt", "gibt", "fehlt",
    "is", "zijn", "heeft", "wordt", "kan",
  ]

  private static let adverbs = Set(
    words(
      """
      then,next,afterwards,afterward,after that,after this,finally,first,firstly,second,secondly,
      third,thirdly,lastly,now,subsequently,thereafter,in response,in return,as a result,
      automatically,optionally,immediately,meanwhile,at this point,and then,at the end,
      dort,hier,hiermit,zusatzlich,ausserdem,
      dann,danach,daraufhin,anschliessend,nun,jetzt,zuerst,zunachst,schliesslich,abschliessend,
      als nachstes,zuletzt,hierauf,optional,automatisch,im anschluss,zum schluss,
      ensuite,puis,enfin,alors,d'abord,apres cela,finalement,en retour,automatiquement,
      luego,despues,entonces,a continuacion,finalmente,primero,por ultimo,posteriormente,
      seguidamente,en seguida,automaticamente,opcionalmente,
      em seguida,depois,entao,por fim,primeiro,a seguir,logo apos,apos isso,por ultimo,
      poi,quindi,infine,successivamente,dopodiche,a questo punto,allora,automaticamente,
      daarna,vervolgens,daarop,ten slotte,tenslotte,eerst,als eerste,dan,nu,
      seejarel,siis,parast seda,lopuks,esmalt,edasi,nuud
      """))

  private static let beforeCommas: Set<String> = [
    "first", "second", "third", "next", "primero", "primeiro",
  ]

  static let firsts = Set(adverbs.map { $0.prefix { $0 != " " } }.map(String.init))

  /// What a clause before the subject begins with.
  static let clauses = conditions.union(
    words(
      """
      once,after,before,as,upon,durante,pendant,wahrend,tijdens,while,during,following,until,nachdem,nach,bevor,bis,solange,
      apres,avant,des,lors,une,tras,despues,antes,al,apos,depois,ao,assim,dopo,prima,appena,una,
      nadat,na,zodra,voordat,bij,parast,peale,enne,kuni,niipea,for,fur,pour,para,per,voor,havendo,
      habiendo,existindo,existiendo,en,em,im,nel,nella,al,ao,no,na,dans
      """))
}
