internal import FlowModel

// The step that an alternative belongs to most likely, if its document does not say which.
extension ScenarioBuilder {
  /// The steps that use a word, by the beginning of the word.
  struct StepWords {
    fileprivate var places: [String: [Int]] = [:]
    /// The steps of the system that check something.
    fileprivate var checks: [Int] = []
    /// The steps that use a phrase, and the phrases of more than two words.
    fileprivate var phrases: [String: [Int]] = [:]
    fileprivate var longPhrases: Set<String> = []
    /// The words of each step itself.
    fileprivate var own: [Set<String>] = []
    /// The words of what stands below the steps: `Unit cost > 0`.
    fileprivate var details: [Int: Set<String>] = [:]
  }

  /// The words of the steps, but for those that say who acts or are nearly everywhere.
  func stepWords() -> StepWords {
    var found = StepWords()
    for (place, step) in steps.enumerated() {
      // `Actor: Librarian`, of somebody who does not do most
      let other = step.note?.firstRange(of: "Actor: ").map { step.note?[$0.upperBound...] ?? "" }
      let stems = Self.stems("\(step.subject) \(other ?? "")")
      found.own.append(other == nil ? stems : Self.stems(step.subject))
      for stem in stems { found.places[stem, default: []].append(place) }
      for phrase in Self.phrases(step.said ?? step.subject) {
        found.phrases[phrase, default: []].append(place)
        if phrase.count(where: { $0 == " " }) > 1 { found.longPhrases.insert(phrase) }
      }
      let details = [step.note] + step.items
      found.details[place] = Self.stems(details.compactMap(\.self).joined(separator: " "))
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
    // `No data: System shows "Not yet entered"`
    let name = found.label.firstRange(of: ": ").map { String(found.label[..<$0.lowerBound]) }
    let plain = PlainWords.words(found.label)
    let isWrong = plain.contains(where: Self.says(Self.failures))
    let isTrouble = isWrong || saysTrouble(plain, found)
    if isTrouble, let place = sharedCheck(found.label, words) { return place }
    if let place = shared(found.label, words, ofTrouble: isTrouble) {
      // `System checks them`, right behind `Guest enters name and password`
      let isChecked = isWrong && steps[place].activity == .user && words.checks.contains(place + 1)
      return isChecked ? place + 1 : place
    }
    if isTrouble, plain.contains(where: Self.says(Self.stores)),
      let place = steps.lastIndex(where: { step in
        step.activity == .system
          && Self.stems(step.subject).contains(where: Self.says(Self.storing))
      })
    {
      return place
    }
    if isWrong, words.checks.count == 1 { return words.checks[0] }
    if isTrouble, let place = listing(name.map(PlainWords.words) ?? plain) { return place }
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
  func saysTrouble(_ words: [String], _ found: ExtensionDraft) -> Bool {
    let section = PlainWords.folded(found.section)
    return words.contains(where: Self.says(Self.failures))
      || words.contains(where: ScenarioWords.negations.contains)
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

  /// The place of the step that checks what a text is about, as it says itself or as stands below
  /// it.
  private func sharedCheck(_ text: String, _ words: StepWords) -> Int? {
    let stems = Self.stems(text)
    func most(_ counts: [(place: Int, count: Int)], over least: Int) -> Int? {
      guard let most = counts.map(\.count).max(), most > least else { return nil }
      return counts.first { $0.count == most }?.place
    }
    func count(_ place: Int) -> Int { words.own[place].intersection(stems).count }
    let said = words.checks.map { (place: $0, count: count($0)) }
    if let place = most(said, over: 0) { return place }
    let details = words.checks.map { place in
      (place: place, count: words.details[place, default: []].intersection(stems).count)
    }
    guard details.contains(where: { $0.count > 0 }) else { return nil }
    return most(details, over: steps.indices.map(count).max() ?? 0)
  }

  /// The place of the step that a text shares the most telling words with.
  ///
  /// - Parameter least: the part of these words that the step has to have.
  func shared(
    _ text: String, _ words: StepWords, least: Double = 0, ofTrouble isTrouble: Bool = false
  ) -> Int? {
    var (weights, counts): ([Int: Int], [Int: Int]) = ([:], [:])
    let stems = Self.stems(text)
    for stem in stems {
      guard let places = words.places[stem] else { continue }
      for place in places {
        weights[place, default: 0] += 60 / places.count
        counts[place, default: 0] += 1
      }
    }
    let spoken = PlainWords.words(String(text.prefix(400)))
    var phrases = Set(zip(spoken, spoken.dropFirst()).lazy.map { "\($0) \($1)" })
    if !words.longPhrases.isEmpty {
      let said = " \(spoken.joined(separator: " ")) "
      phrases.formUnion(words.longPhrases.filter { said.contains(" \($0) ") })
    }
    for phrase in phrases {
      guard let places = words.phrases[phrase] else { continue }
      for place in places { weights[place, default: 0] += 60 / places.count }
    }
    weights = weights.filter { Double(counts[$0.key, default: 0]) >= least * Double(stems.count) }
    // Below that, a word is in too many steps to say which.
    guard let most = weights.values.max(), most >= 20 else { return nil }
    var best = weights.filter { $1 == most }.keys.sorted()
    // Troubles are in what the system does rather than in what a person does before it.
    if isTrouble, case let others = best.filter({ steps[$0].activity != .user }), !others.isEmpty {
      best = others
    }
    if best.count > 1 {
      // `Parser` rather than `parsed`
      let whole = Set(PlainWords.words(text).filter { stems.contains(Self.stem($0)) })
      let counts = best.map { whole.intersection(PlainWords.words(steps[$0].subject)).count }
      best = zip(best, counts).filter { $0.1 == counts.max() }.map(\.0)
    }
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
    // `1300`
    let numbers = words.filter { $0.count > 1 && $0.allSatisfy(\.isNumber) }
    return Set(short.map { PlainWords.folded(String($0)) } + numbers).union(
      words.lazy.filter(tells).map(stem))
  }

  /// What stands in quotation marks in a step, and the pairs of words that tell something: `"Add to
  /// cart"`, `order number`.
  private static func phrases(_ text: String) -> Set<String> {
    let words = PlainWords.words(String(text.prefix(400)))
    let pairs = zip(words, words.dropFirst()).lazy.filter { tells($0) && tells($1) }
    let quoted = text.prefix(400).split(omittingEmptySubsequences: false) { "\"“”„«»".contains($0) }
      .enumerated().filter { $0.offset % 2 == 1 }.map { phrase(String($0.element)) }
    return Set(pairs.map { "\($0) \($1)" }).union(quoted.filter { $0.contains(" ") })
  }

  /// A text as phrases are looked for in it.
  private static func phrase(_ text: String) -> String {
    PlainWords.words(text).joined(separator: " ")
  }

  private static func tells(_ word: String) -> Bool {
    (word.count > 3 || word.count == 3 && !shorts.contains(word)) && word.first?.isLetter == true
      && !common.contains { $0.count > 4 ? word.hasPrefix($0) : word == $0 }
  }

  /// Words of three letters that say nothing.
  private static let shorts = Set(
    ScenarioWords.words(
      """
      the,and,for,has,had,not,any,all,can,may,are,was,its,his,her,new,too,one,two,but,out,off,yet,
      who,why,how,now,get,set,see,add,per,via,end,der,die,das,dem,den,des,und,ein,ist,hat,
      mit,von,vom,zum,zur,aus,bei,ihr,ihm,ihn,sie,wir,auf,les,des,une,est,que,qui,par,sur,ses,son,
      pas,los,las,por,con,una,uno,sin,sus,del,son,uma,dos,das,com,sem,sao,foi,ser,nao,seu,sua,non,
      che,dal,dei,gli,nel,sul,sua,suo,het,een,van,met,aan,dat,die,dit,als,hij,zij,uit,
      act,app,run,try,use,ask,say,let,way,esc,nie,bis
      """))

  /// The beginning of a word, without an ending: `name` of `names` and `Namen`.
  private static func stem(_ word: String) -> String {
    // `gesperrt` and `gespeichert` have no more in common.
    if word.hasPrefix("ge"), word.count > 7 { return String(word.prefix(7)) }
    let beginning = String(word.prefix(5))
    guard beginning.utf8.count == 5, "sn".contains(beginning.last ?? " ") else { return beginning }
    return String(beginning.dropLast())
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
    konflik,conflit,conflic,full,voll,plein,lleno,cheio,pieno,vol,
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
    unvoll,widerspr,inkonsi,inconsi,incoher,incoer,onvoll,malform,
    invalid,incorrect,wrong,fail,error,missing,incomplete,validation,falsch,ungult,fehl,erreur,
    incorrec,incomplet,erron,errad,erro,fout,ongeldig,onjuist,sbagli,errat,non valid,vale,puud,manca
    """)

  /// Words that are in many steps, or say nothing of what is done there: those of five letters and
  /// more also with other endings.
  private static let common = ScenarioWords.words(
    """
    user,users,system,siste,susteem,actor,acteur,akteur,ator,attor,utente,usuar,utiliz,utilis,
    benutz,nutzer,gebruik,kasutaj,custom,client,kunde,klant,klient,admin,this,that,with,from,into,when,where,while,
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
