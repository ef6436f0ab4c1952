// Who acts in a sentence, and when.
extension ScenarioWords {
  /// Whether a word stands for the system, after a sentence about it: "it", and where that
  /// sentence is French "il", which is an article elsewhere.
  static func isSystemAgain(_ pronoun: String, after sentence: String) -> Bool {
    if pronoun == "it" || pronoun == "es" && isGerman(sentence) { return true }
    let said = PlainWords.folded(String(sentence.prefix(20)))
    let feminine = ["l'application", "la plateforme"]
    if pronoun == "elle" { return feminine.contains(where: said.hasPrefix) }
    let french = ["le systeme", "systeme", "le logiciel"] + feminine
    let isChain = said.hasPrefix("il ") && split(said, after: systems) == nil
    return pronoun == "il" && (isChain || french.contains(where: said.hasPrefix))
  }

  /// Whether a sentence begins with a word that stands for a person: "she", German "er" after what
  /// "das System" did.
  static func isPerson(_ words: [String], after sentence: String) -> Bool {
    let pronoun = words[0]
    guard pronouns.contains(pronoun) || ["il", "er", "sie"].contains(pronoun) else { return false }
    if deeds.contains(words[1]) || ["he", "she"].contains(pronoun) { return true }
    let before = PlainWords.folded(String(sentence.prefix(40)))
    let isOther =
      pronoun == "elle" && before.hasPrefix("le ")
      || ["er", "sie"].contains(pronoun) && before.contains("das system")
    return isOther && !saysHow(words.dropFirst().joined(separator: " "))
      && !["wird", "werden", "ist", "sind", "kann", "hat", "soll", "muss"].contains(words[1])
  }

  /// Whether what follows "it" says how something is, and not what the system does.
  static func saysHow(_ text: String) -> Bool {
    let name = PlainWords.folded(String(text.prefix(400)))
    return PlainWords.words(name).first.map { states.contains($0) || $0.hasPrefix("s'") } ?? true
      || [" by the ", "par le ", "par la ", "par l'"].contains(where: name.contains)
  }

  private static let states = Set(
    words(
      """
      is,isn't,are,was,were,be,has,had,may,might,must,can,cannot,could,should,shall,will,would,
      contains,includes,takes,lasts,arrives,depends,needs,means,consists,happens,belongs,does,
      est,sont,a,y,ont,peut,doit,faut,contient,dure,depend,arrive,existe,se,s,n,ne,suffit,reste
      """))

  /// `selects a room` for "select a room", as "I" or nobody stands before it.
  static func thirdPerson(_ text: String) -> String {
    let verb = text.prefix { $0 != " " }
    let rest = text.dropFirst(verb.count)
    guard verb.count > 1, verb.allSatisfy({ $0.isASCII && $0.isLowercase }) else { return text }
    if let known = ["am": "is", "have": "has", "do": "does", "go": "goes"][String(verb)] {
      return known + rest
    }
    guard !verb.hasSuffix("ed"), !["will", "can", "should", "must", "then"].contains(verb) else {
      return text
    }
    if verb.hasSuffix("y"), let before = verb.dropLast().last, !"aeiou".contains(before) {
      return verb.dropLast() + "ies" + rest
    }
    let isHissing = ["s", "x", "z", "ch", "sh"].contains(where: verb.hasSuffix)
    return verb + (isHissing ? "es" : "s") + rest
  }

  /// Whether an alternative holds at every step, as it says at its beginning or in brackets at its
  /// end: `At any time, the guest leaves`, `The line is dead (at any step)`.
  static func saysAnyTime(_ text: String) -> Bool {
    let name = PlainWords.folded(String(text.prefix(400)))
    // Most texts have none of these words.
    guard !timeWords.isDisjoint(with: PlainWords.words(name)) else { return false }
    return anyTimes.contains { words in
      name.hasPrefix(words) || name.hasPrefix("if \(words)") || name.hasPrefix("if, \(words)")
        || name.hasSuffix("(\(words))")
        || words.contains("beliebig") && name.prefix(120).contains(" \(words) ")
        || [": ", "— ", "– ", "- ", "("].contains { mark in
          guard let found = name.prefix(120).firstRange(of: mark + words) else { return false }
          return [" ", ","].contains(name[found.upperBound...].prefix(1))
        }
        // `The sale can be stopped at any time`
        || name.utf8.count < 90 && (name.hasSuffix(" \(words)") || name.hasSuffix(" \(words)."))
        || ["originado ", "begins ", "beginnt ", "inicia "].contains { name.hasPrefix($0 + words) }
    }
  }

  private static let timeWords = Set(
    anyTimes.compactMap { $0.split(separator: " ").last.map(String.init) })

  private static let anyTimes = words(
    """
    at any time,any time,at any step,
    any step,at any point,at any moment,in any step,during any step,
    jederzeit,zu jeder zeit,zu jedem zeitpunkt,in jedem schritt,bei jedem schritt,
    in einem beliebigen schritt,bei einem beliebigen schritt,an beliebiger stelle,
    a tout moment,a n'importe quel moment,a n'importe quelle etape,a chaque etape,
    en cualquier momento,en cualquier paso,en todo momento,a qualquer momento,
    em qualquer momento,em qualquer passo,op elk moment,op ieder moment,bij elke stap,
    te allen tijde,igal ajal,igal hetkel,igal sammul,mis tahes hetkel,in qualsiasi momento,
    in qualunque momento,in ogni momento,in qualsiasi passo
    """)

  /// What may stand before "step 3" in a sentence about where an alternative begins.
  static let beforeSteps = Set(
    words(
      """
      begins,starts,begin,start,beginnt,commence,demarre,comienza,inicia,begint,algab,inizia,
      occurs,after,at,on,in,from,instead,anstelle,statt,a,en,bei,nach,al,no,na,nel,bij,tijdens,im,
      during,durante,lors,dans,apos,depois,despues,tras,apres,dopo,parast
      """))

  /// Words after which no sentence and no title ends: articles and joints.
  static let dangling = Set(
    words(
      """
      the,a,and,or,their,its,
      der,die,den,dem,des,eine,einen,einem,einer,eines,und,oder,zum,zur,aller,
      seine,seinen,seinem,seiner,ihre,ihren,ihrem,ihrer,
      le,la,les,un,une,des,du,et,ou,sa,ses,
      el,los,las,una,del,y,o,um,uma,dos,e,seu,sua,
      het,een,il,gli,uno,della,dei,delle,dello,ning
      """))

  /// Words after which the lines of an item go on, and a sentence may end: `... can pay with`.
  static let danglingInItems = Set(
    words("of,with,by,for,to,from,von,fur,de,avec,pour,con,para,com,van,met,di,per"))

  /// What a sentence may begin with that says at which step something happens.
  static let places = Set(words("in,at,on,im,bei,bij,en,no,na,a,al,nel,sammul"))

  /// What stands beside the number of a step that an alternative is of.
  static let alternates = Set(
    words(
      "alternativo,alterno,altero,alternativa,alterna,alternative,alternate,alternatif,alternatieve"
    ))

  /// `The use case begins when the member gives the card` without its first words.
  static func withoutBeginning(_ sentence: String) -> String {
    let words = sentence.split(separator: " ", maxSplits: 9)
    let folded = words.prefix(9).map { PlainWords.folded($0.filter { $0 != "," }) }
    for place in folded.indices where place > 1 && beginnings.contains(folded[place - 1]) {
      let word = folded[place]
      // `lorsqu'un client`
      let isElided = word.hasPrefix("lorsqu'")
      guard whens.contains(word) || isElided,
        folded[..<(place - 1)].contains(where: {
          TurnWords.wholes.contains($0) || ["case", "cas", "use-case"].contains($0)
        })
      else { continue }
      if isElided { return String(sentence[words[place].startIndex...].dropFirst(7)) }
      return place + 1 < words.count ? String(sentence[words[place + 1].startIndex...]) : sentence
    }
    return sentence
  }

  /// Whether a sentence says no more than at which step an alternative begins: `The alternative
  /// flow begins after step 3 of the main flow.`
  static func saysWhereItBegins(_ sentence: String) -> Bool {
    let all = PlainWords.words(sentence)
    // `From the main flow, after step 1`
    if all.count < 12, all.contains(where: TurnWords.steps.contains),
      all.allSatisfy({ word in
        word.allSatisfy(\.isNumber) || TurnWords.steps.contains(word) || places.contains(word)
          || beforeSteps.contains(word) || HeadingWords.known.contains(word)
      })
    {
      return true
    }
    guard all.count < 16, let verb = all.prefix(6).firstIndex(where: beginnings.contains),
      all[..<verb].contains(where: TurnWords.wholes.contains),
      let step = all[verb...].firstIndex(where: TurnWords.steps.contains)
    else { return false }
    return step - verb < 4 && !sentence.contains(",")
  }

  private static let beginnings = Set(
    words(
      """
      begins,starts,start,begin,beginnt,startet,commence,debute,demarre,declenche,comienza,inicia,
      empieza,comeca,begint,start,algab,inizia,comincia
      """))

  private static let whens = Set(
    words("when,wenn,sobald,lorsque,quand,cuando,quando,wanneer,als,zodra,kui"))

  /// The sentences of a text. One that does not begin with what is asked for belongs to the one
  /// before it, and at most 40 are told apart.
  static func sentences(_ text: String, where begins: (String) -> Bool) -> [String] {
    var found: [String] = []
    var start = text.startIndex
    let stops = (text.ranges(of: ". ") + text.ranges(of: "! ")).prefix(40)
    for stop in stops.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let before = text[start..<stop.lowerBound]
      guard before.contains(" "), before.count(where: { $0 == "\"" }) % 2 == 0,
        before.count(where: { $0 == "“" }) == before.count(where: { $0 == "”" }),
        !isAbbreviation(
          before.reversed().prefix { $0 != " " }.reversed().map(String.init).joined()),
        begins(String(text[stop.upperBound...]))
      else { continue }
      found.append(String(before))
      start = stop.upperBound
    }
    return (found + [String(text[start...])]).map { CellText.collapsed($0) }
  }

  /// Whether a stop after a word does not end a sentence: `e.g`, `Dr`, but `31.12.2027`.
  private static func isAbbreviation(_ word: String) -> Bool {
    let word = PlainWords.folded(word.filter { !"(".contains($0) })
    guard word.contains(where: { !$0.isNumber && $0 != "." }) else { return word.isEmpty }
    return word.count < 2 || word.contains(".") || abbreviations.contains(word)
  }

  private static let abbreviations: Set<String> = [
    "cf", "no", "nr", "dr", "sr", "sra", "mr", "mrs", "ms", "bzw", "ca", "vs", "ex", "art", "abs",
    "st", "inkl", "prof", "ing", "dott", "sig", "approx", "fig", "eg", "ie", "num", "str", "min",
    "max", "tel", "dra", "bijv", "evtl", "ggf", "vgl", "nt", "jne",
  ]

  /// What is done, of `System response: The system shows why`.
  static func withoutLabel(_ text: String) -> String {
    guard let colon = text.prefix(30).firstIndex(of: ":"),
      reactions.contains(PlainWords.folded(String(text[..<colon])))
    else { return text }
    let rest = CellText.collapsed(String(text[colon...].dropFirst()))
    return rest.contains(" ") ? rest : text
  }

  /// Whether a name before a colon is a kind, and says no condition: `Reason`, `Scenario 2`.
  static func saysKind(_ name: String) -> Bool {
    kinds.contains(name.filter { !$0.isNumber && $0 != " " })
  }

  private static let kinds: Set<String> = [
    "reason", "validation", "decision", "variation", "format", "scenario", "variant", "situation",
    "fehler", "hinweis", "ausnahme", "fall", "fehlerfall", "variante", "grund", "erreur", "cas",
    "raison", "remarque", "aviso", "nota", "excepcion", "caso", "motivo", "causa", "error",
    "excecao", "erro", "fout", "reden", "uitzondering", "viga", "erand", "errore", "eccezione",
    "assumption", "cause", "context", "contexto", "kontext",
  ]

  /// Whether a name before a colon says that somebody acts: `User action`.
  static func isReaction(_ name: String) -> Bool {
    reactions.contains(name)
      || [" action", " response", "reaktion", " reaction"].contains(where: name.hasSuffix)
  }

  private static let reactions = Set(
    words(
      """
      system response,response,reaction,system reaction,handling,action,system action,behaviour,
      behavior,system behaviour,system behavior,flow,steps,outcome,resolution,then,reaktion,
      systemreaktion,behandlung,reponse,reponse du systeme,traitement,comportement,respuesta,
      respuesta del sistema,accion,resposta,resposta do sistema,acao,tratamento,tratamiento,
      erwartete reaktion,expected reaction,expected response,wiederaufnahme,recovery,
      reactie,afhandeling,reaktsioon,risposta,risposta del sistema,azione
      """))

  /// Who acts, of a sentence that says no more than that: `The system:`, `The system`.
  static func doer(_ sentence: String) -> String? {
    guard sentence.utf8.count < 90 else { return nil }
    guard sentence.hasSuffix(":") else {
      return [systems, people].contains { split("\(sentence) x", after: $0) == "x" }
        ? sentence : nil
    }
    let name = CellText.collapsed(String(sentence.dropLast()))
    // `For each train, the system:`
    let comma = name.ranges(of: ", ").last
    let subject = comma.map { name[$0.upperBound...] } ?? name[...]
    for names in [systems, people] {
      guard let rest = split("\(subject) x", after: names) else { continue }
      if rest == "x" { return name }
      // `The system performs the following steps:`
      let words = PlainWords.words(rest).dropLast()
      if words.contains("following") || words.contains("folgendes") || words.contains("siguiente"),
        words.count < 7
      {
        return String("\(subject) x".dropLast(rest.count + 1))
      }
    }
    return nil
  }

  static let ofWords: Set<String> = ["of", "van", "von", "de", "di", "du", "da", "do"]
}
