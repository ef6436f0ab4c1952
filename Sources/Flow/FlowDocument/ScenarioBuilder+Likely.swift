internal import FlowModel

// The step that an alternative belongs to most likely, if its document does not say which.
extension ScenarioBuilder {
  /// The steps that use a word, by the beginning of the word.
  struct StepWords {
    fileprivate var places: [String: [Int]] = [:]
    /// The steps of the system that check something.
    fileprivate var checks: [Int] = []
  }

  /// The words of the steps, but for those that say who acts or are nearly everywhere.
  func stepWords() -> StepWords {
    var found = StepWords()
    for (place, step) in steps.enumerated() {
      let stems = Self.stems(step.subject)
      for stem in stems { found.places[stem, default: []].append(place) }
      if step.activity == .validate
        || step.activity == .system && stems.contains(where: Self.says(Self.checks))
      {
        found.checks.append(place)
      }
    }
    let most = max(2, steps.count / 2)
    found.places = found.places.filter { $1.count <= most }
    return found
  }

  /// The place of the step that an alternative shares the most telling words with: `Weak password`
  /// belongs to `Guest enters a password`, and `Wrong password` to a check of it, if there is one.
  /// Else that of the one step which checks something, for what is invalid, or that of the last
  /// one which stores something, for what is broken; else the step that it leads back to, or the
  /// answer to it; else, for troubles, what the system does with the last thing that somebody did.
  /// Nil if nothing says so.
  func likelyStep(of found: ExtensionDraft, _ words: StepWords) -> Int? {
    let plain = PlainWords.words(found.label)
    let isWrong = plain.contains(where: Self.says(Self.failures))
    let isTrouble = isWrong || saysTrouble(plain, found)
    if isTrouble, let place = sharedCheck(found.label, words) { return place }
    if let place = shared(found.label, words) { return place }
    if isTrouble, plain.contains(where: Self.says(Self.stores)),
      let place = steps.lastIndex(where: { step in
        step.activity == .system
          && Self.stems(step.subject).contains(where: Self.says(Self.storing))
      })
    {
      return place
    }
    if isWrong, words.checks.count == 1 { return words.checks[0] }
    if isTrouble, let place = listing(plain) { return place }
    let first = found.lines.first.map { $0.said ?? $0.subject } ?? ""
    if let place = shared(first, words) { return place }
    if let target = found.lines.last?.next,
      let place = steps.firstIndex(where: { $0.id == target }), place > 0
    {
      let after = place + 1
      return after < steps.count && steps[after].activity == .system ? after : place
    }
    guard isTrouble else { return nil }
    if let last = words.checks.last { return last }
    let acted = steps.lastIndex { $0.activity == .user }
    return acted.map { $0 + 1 < steps.count ? $0 + 1 : $0 }
  }

  /// Whether an alternative says that something is not as it should be.
  private func saysTrouble(_ words: [String], _ found: ExtensionDraft) -> Bool {
    let section = PlainWords.folded(found.section)
    return words.contains(where: ScenarioWords.negations.contains)
      || words.contains(where: Self.says(Self.troubles))
      || Self.exceptions.contains(where: section.contains)
  }

  /// The place of the step that lists something, for an alternative in which there is nothing to
  /// list: `No results`, `Aucun résultat`.
  private func listing(_ words: [String]) -> Int? {
    guard words.count < 7, words.contains(where: ScenarioWords.negations.contains),
      words.contains(where: Self.says(Self.results))
    else { return nil }
    return steps.firstIndex { step in
      (step.activity == .system || step.activity.isShown)
        && PlainWords.words(step.subject).contains(where: Self.says(Self.lists))
    }
  }

  private static let results = ScenarioWords.words(
    "result,resul,record,data,datos,dados,daten,treffer,match,entries,items,donnees,gegevens,dati")
  private static let lists = ScenarioWords.words(
    "list,result,search,such,busca,recherch,zoek,ricerc,display,show,zeigt,affich,muestra,exibe")

  /// The place of the step that checks what a text is about.
  private func sharedCheck(_ text: String, _ words: StepWords) -> Int? {
    let stems = Self.stems(text)
    let counts = words.checks.map { place in
      (place, Self.stems(steps[place].subject).intersection(stems).count)
    }
    guard let most = counts.map(\.1).max(), most > 0 else { return nil }
    return counts.first { $0.1 == most }?.0
  }

  /// The place of the step that a text shares the most telling words with.
  ///
  /// - Parameter least: the part of these words that the step has to have.
  func shared(_ text: String, _ words: StepWords, least: Double = 0) -> Int? {
    var (weights, counts): ([Int: Int], [Int: Int]) = ([:], [:])
    let stems = Self.stems(text)
    for stem in stems {
      guard let places = words.places[stem] else { continue }
      for place in places {
        weights[place, default: 0] += 60 / places.count
        counts[place, default: 0] += 1
      }
    }
    weights = weights.filter { Double(counts[$0.key, default: 0]) >= least * Double(stems.count) }
    // Below that, a word is in too many steps to say which.
    guard let most = weights.values.max(), most >= 20 else { return nil }
    let best = weights.filter { $1 == most }.keys.sorted()
    return best.first { steps[$0].activity == .system } ?? best.first
  }

  private static func says(_ beginnings: [String]) -> (String) -> Bool {
    { word in beginnings.contains(where: word.hasPrefix) }
  }

  /// The beginnings of the words of a text that tell something: not articles, nor who acts.
  private static func stems(_ text: String) -> Set<String> {
    let words = PlainWords.words(String(text.prefix(400)))
    // `PIN`
    let short = text.prefix(400).split { !$0.isLetter }.filter { word in
      (2...3).contains(word.count) && word.allSatisfy(\.isUppercase)
    }
    return Set(short.map { PlainWords.folded(String($0)) }).union(
      words.lazy.filter { word in
        word.count > 3 && word.first?.isLetter == true
          && !common.contains { $0.count > 4 ? word.hasPrefix($0) : word == $0 }
      }.map { String($0.prefix(5)) })
  }

  /// What a step does that checks something.
  private static let checks = ScenarioWords.words(
    "valid,verif,check,authent,pruf,uberpruf,control,kontroll,comprue,comproba")

  /// What breaks when something is stored or sent.
  private static let stores = ScenarioWords.words(
    """
    database,datenbank,datab,base de d,save,saving,storage,speicher,server,serveur,servidor,network,
    netz,reseau,rede,rete,conex,conne,timeout,service,dienst
    """)

  /// What a step does that stores or sends something.
  private static let storing = ScenarioWords.words(
    """
    creat,save,saves,store,persi,updat,recor,regis,send,sends,submi,speic,legt,sende,enreg,crea,
    guard,grava,salva,envia,envoi,invia,slaat,opsla,stuur,salve,loob
    """)

  /// What is said of something that is in the way.
  private static let troubles = ScenarioWords.words(
    """
    already,past,inactiv,inaktiv,overlap,expired,abgelauf,insuffic,exceed,limit,taken,occupied,
    blocked,gesperrt,duplic,denied,refus,rejec,unknown,unbekannt,inconn,descono,unavail,timeout,
    cannot,offline,lost,vencid,expir,bloque,blocc,scadut,verlopen,aegunud,insuf,unzureich,existe
    """)

  /// What sections of troubles are called.
  private static let exceptions = [
    "excep", "exce", "error", "erro", "fehler", "ausnahm", "erreur", "fout", "errore", "erand",
    "fail",
  ]

  /// What is said about something that is not as it should be.
  private static let failures = ScenarioWords.words(
    """
    invalid,incorrect,wrong,fail,error,missing,incomplete,validation,falsch,ungult,fehl,erreur,
    incorrec,incomplet,erron,errad,erro,fout,ongeldig,onjuist,sbagli,errat,non valid,vale,puud,manca
    """)

  /// Words that are in many steps, or say nothing of what is done there: those of five letters and
  /// more also with other endings.
  private static let common = ScenarioWords.words(
    """
    user,users,system,siste,susteem,actor,acteur,akteur,ator,attor,utente,usuar,utiliz,utilis,
    benutz,nutzer,gebruik,kasutaj,custom,client,admin,this,that,with,from,into,when,where,while,
    after,befor,then,does,have,must,will,shoul,been,being,them,their,there,alter,excep,flow,flows,
    flujo,fluxo,ablauf,scena,szena,step,steps,schritt,etape,paso,passo,case,cases,caso,fall,error,
    fehler,erreu,erro,erros,inval,incor,wrong,fail,fails,faile,failu,cannot,falsc,false,falso,
    ungult,avail,empty,missin,messa,meldu,mensa,displ,show,shows,shown,zeigt,affich,muestr,mostra,
    exibe,toont,corre,possi,success,another,some,also,than,doesn,isn't,einen,einer,eine,sein,wird,
    werden,nicht,keine,wenn,oder,nach,uber,dans,pour,avec,sont,elle,para,como,esta,estan,nao,voor,
    niet,geen,wordt,naar,quand,quando,cuando,della,dell,sono,viene,proce,continu,retur,resum,
    cancel,abort,abbr,annul,selec,enter,click,choos,optio,input,data,datos,dados,daten,donne,gegev,
    dati,informa
    """)
}
