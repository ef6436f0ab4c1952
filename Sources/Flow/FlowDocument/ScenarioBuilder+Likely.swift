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
      if step.activity == .system, stems.contains(where: Self.says(Self.checks)) {
        found.checks.append(place)
      }
    }
    let most = max(2, steps.count / 2)
    found.places = found.places.filter { $1.count <= most }
    return found
  }

  /// The place of the step that an alternative shares the most telling words with: `Weak password`
  /// belongs to `Guest enters a password`. Else that of the one step which checks something, for
  /// what is invalid; else the step that it leads back to, or the answer to it. Nil if nothing
  /// says so.
  func likelyStep(of found: ExtensionDraft, _ words: StepWords) -> Int? {
    let first = found.lines.first.map { $0.said ?? $0.subject } ?? ""
    for text in [found.label, first] {
      if let place = shared(text, words) { return place }
    }
    let plain = PlainWords.words(found.label)
    if words.checks.count == 1, plain.contains(where: Self.says(Self.failures)) {
      return words.checks[0]
    }
    guard let target = found.lines.last?.next,
      let place = steps.firstIndex(where: { $0.id == target }), place > 0
    else { return nil }
    let after = place + 1
    return after < steps.count && steps[after].activity == .system ? after : place
  }

  /// The place of the step that a text shares the most telling words with.
  private func shared(_ text: String, _ words: StepWords) -> Int? {
    var weights: [Int: Int] = [:]
    for stem in Self.stems(text) {
      guard let places = words.places[stem] else { continue }
      for place in places { weights[place, default: 0] += 60 / places.count }
    }
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
    return Set(
      words.lazy.filter { word in
        word.count > 3 && word.first?.isLetter == true
          && !common.contains { $0.count > 4 ? word.hasPrefix($0) : word == $0 }
      }.map { String($0.prefix(5)) })
  }

  /// What a step does that checks something.
  private static let checks = ScenarioWords.words(
    "valid,verif,check,authent,pruf,uberpruf,control,kontroll,compr,confir")

  /// What is said about something that is not as it should be.
  private static let failures = ScenarioWords.words(
    """
    invalid,incorrect,wrong,fail,error,missing,incomplete,validation,falsch,ungult,fehl,erreur,
    incorrec,incomplet,erron,errad,erro,fout,ongeldig,sbagli,errat,non valid,vale,puud,manca
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
