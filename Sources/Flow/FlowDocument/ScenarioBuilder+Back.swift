internal import FlowModel

// The step that the last line of an alternative goes back to in words, without its number.
extension ScenarioBuilder {
  /// Leads the last line of an alternative to what shows `the list of tools` to which somebody goes
  /// back, or to where something is entered again after `The system asks for the PIN again`. False
  /// if the line does not say it.
  ///
  /// - Parameter place: the place of the step that the alternative extends.
  mutating func goBack(
    _ found: inout ExtensionDraft, from place: Int?, _ words: StepWords
  ) -> Bool {
    let line = found.lines[found.lines.count - 1]
    let text = line.said ?? line.subject
    guard found.outer == nil, text.utf8.count < 400 else { return false }
    let plain = PlainWords.words(text)
    guard
      let back = stepGoneBackTo(plain, from: place, words)
        ?? stepAskedAgain(text, plain, line, from: place, words)
        ?? stepStayedAt(plain, from: place)
    else { return false }
    found.lines[found.lines.count - 1].next = back
    reporter.assume(
      line.span, "extension `\(found.id)` goes back without a number; `\(back)` was written")
    return true
  }

  /// `The member goes back to the list of tools`
  private func stepGoneBackTo(_ plain: [String], from place: Int?, _ words: StepWords) -> String? {
    guard let verb = plain.lastIndex(where: { Self.returning.contains($0) }) else { return nil }
    // `kehrt zur Liste zurück`
    let begin = plain.firstIndex(where: Self.returning.contains) ?? verb
    let rest = plain[(verb + 1 < plain.count ? verb : begin)...]
      .filter { !Self.returning.contains($0) }
    guard let first = rest.first,
      Self.places.contains(first) || Self.casesSay.contains(plain[verb]),
      (2..<10).contains(rest.count), !rest.contains(where: TurnWords.wholes.contains),
      // `The window returns to its original position`
      !rest.contains(where: { $0.hasPrefix("original") || $0 == "position" })
    else { return nil }
    let found = shared(rest.joined(separator: " "), words, least: 0.5)
    // Who is redirected does not come to the step from where.
    let isSame = found == place && Self.redirecting.contains(plain[verb])
    return isSame ? nil : found.map { steps[$0].id }
  }

  /// `The system asks for the PIN again`, `The user may retry`
  private func stepAskedAgain(
    _ text: String, _ plain: [String], _ line: StepDraft, from place: Int?, _ words: StepWords
  ) -> String? {
    let isRetry = plain.contains(where: Self.retrying.contains)
    let isAgain = plain.indices.contains { place in
      // `se vuelve a pedir el nombre`
      if place + 1 < plain.count, plain[place + 1] == "a",
        ["vuelve", "vuelven", "volta", "voltam", "torna", "tornano"].contains(plain[place])
      {
        return true
      }
      return
        // `de nuevo`, and not `un nuevo registro`
        Self.again.contains(plain[place])
        || place > 0 && Self.new.contains(plain[place])
          && ["de", "di", "a"].contains(plain[place - 1])
    }
    let isAsked = plain.contains { word in Self.asking.contains(where: word.hasPrefix) }
    let isTried = plain.contains { word in Self.trying.contains(where: word.hasPrefix) }
    guard isRetry || isAgain && (isAsked || isTried),
      !plain.contains(where: ScenarioWords.denials.contains),
      !plain.contains(where: Self.later.contains)
    else { return nil }
    // `enters the dates again from step 6`
    if let step = zip(plain, plain.dropFirst()).first(where: { word, number in
      TurnWords.steps.contains(word) && stepIDs.contains(number)
    }) {
      return step.1
    }
    if !isAsked, line.activity != .user, !plain.contains(where: Self.may.contains) {
      // `The system retries`, what it did at the step
      guard line.activity == .system, let place, steps[place].activity != .user else { return nil }
      return steps[place].id
    }
    // `Se pide de nuevo el nombre`, at the step that asks for it
    if isAsked, line.activity != .user, let place, steps[place].activity != .user,
      PlainWords.words(steps[place].said ?? "").contains(where: { word in
        Self.asking.contains(where: word.hasPrefix)
      }), place > 0
    {
      return steps[place].id
    }
    let reached = steps.prefix((place ?? steps.count) + 1)
    guard let last = reached.lastIndex(where: { $0.activity == .user }) else { return nil }
    let named = shared(text, words).flatMap { found in
      found < reached.endIndex && steps[found].activity == .user ? found : nil
    }
    // What a person has done again is answered by the next step.
    let back = (named ?? last) + (line.activity == .user ? 1 : 0)
    return back < steps.count ? steps[back].id : nil
  }

  /// The step at which `remain on the page` leaves the user: the last one of a person.
  private func stepStayedAt(_ plain: [String], from place: Int?) -> String? {
    guard plain.count < 14, !plain.contains(where: ScenarioWords.negations.contains),
      let verb = plain.firstIndex(where: Self.staying.contains), verb + 1 < plain.count,
      Self.insides.contains(plain[verb + 1]), let place,
      plain[(verb + 2)...].prefix(4).contains(where: Self.pages.contains) || verb == 0
    else { return nil }
    return steps[...place].last { $0.activity == .user }?.id
  }

  private static let staying = Set(
    ScenarioWords.words(
      """
      remain,remains,stay,stays,bleibt,verbleibt,reste,permanece,permane,rimane,resta,blijft,jaab,
      pozostaje
      """))
  private static let insides = Set(
    ScenarioWords.words("on,in,at,auf,im,sur,dans,en,na,no,em,su,nella,sulla,op,lehele"))

  /// Leads the last line of an alternative to what follows its step.
  mutating func goOn(_ found: inout ExtensionDraft, _ following: String) {
    let last = found.lines.count - 1
    found.lines[last].next = following
    reporter.assume(
      found.lines[last].span,
      "extension `\(found.id)` resumes without a step; `\(following)` was written")
  }

  /// Whether a line says that somebody gives up what the use case is about: `The member cancels the
  /// booking process`, `System aborts the operation`, `The guest leaves the page`.
  static func saysGivenUp(_ line: StepDraft) -> Bool {
    let words = PlainWords.words(line.said ?? line.subject).map { word in
      word.hasPrefix("l'") ? String(word.dropFirst(2)) : word
    }
    guard words.count < 14, !words.contains(where: ScenarioWords.denials.contains) else {
      return false
    }
    return words.indices.contains { place in
      let rest = words[(place + 1)...].prefix(4)
      let around = rest + words[max(0, place - 3)..<place]
      // Not "asks whether to cancel the operation".
      let isAsked = place > 0 && infinitives.contains(words[place - 1])
      return givingUp.contains(words[place]) && !isAsked
        && around.contains(where: undertakings.contains)
        || leaving.contains(words[place]) && rest.contains(where: pages.contains)
    }
  }

  /// Whether a line says that it goes on: `The system continues with the next sensor`.
  static func saysGoingOn(_ line: StepDraft) -> Bool {
    let words = PlainWords.words(line.said ?? line.subject)
    guard words.count < 16, !words.contains(where: ScenarioWords.negations.contains),
      let place = words.firstIndex(where: goingOn.contains)
        // `fährt mit den anderen fort`
        ?? (words.last == "fort" ? words.indices.last : nil)
    else { return false }
    let before = place > 0 ? words[place - 1] : ""
    return !infinitives.contains(before)
  }

  private static let givingUp = Set(
    ScenarioWords.words(
      """
      cancels,cancel,aborts,abort,canceled,cancelled,aborted,bricht,annule,cancela,aborta,annulla,
      annuleert,breekt,katkestab,tuhistab,anuluje,przerywa
      """))
  private static let undertakings = Set(
    ScenarioWords.words(
      """
      operation,process,procedure,action,transaction,case,vorgang,aktion,prozess,ablauf,
      processus,operacion,proceso,accion,operacao,processo,acao,transacao,transaccion,
      operazione,azione,procedura,actie,proces,handeling,bewerking,toimingu,tegevuse,protsessi,
      operacje
      """))
  private static let leaving = Set(
    ScenarioWords.words(
      "leaves,quits,exits,quitte,verlasst,abandona,sale,sai,esce,verlaat,lahkub,opuszcza"))
  private static let pages = Set(
    ScenarioWords.words(
      """
      page,screen,application,app,site,website,system,form,ecran,formulaire,seite,
      anwendung,bildschirm,formular,pagina,pantalla,aplicacion,sistema,formulario,tela,aplicacao,
      applicazione,schermata,scherm,applicatie,formulier,lehelt,rakendusest,strone,aplikacje
      """))
  private static let goingOn = Set(
    ScenarioWords.words(
      """
      continues,continue,proceeds,fortgesetzt,poursuit,reprend,reprendre,continua,prosigue,
      prosegue,prossegue,
      vervolgt,verder,jatkab,kontynuuje
      """))
  private static let infinitives = Set(
    ScenarioWords.words("to,can,may,must,should,will,could,cannot,de,pour,whether,not"))

  private static let returning = redirecting.union(
    ScenarioWords.words(
      """
      returns,return,returned,back,zuruck,kehrt,springt,retourne,revient,retour,renvoie,vuelve,
      regresa,retorna,volta,terug,torna,ritorna,naaseb,tagasi,wraca,powraca
      """))
  private static let redirecting = Set(
    ScenarioWords.words(
      """
      redirects,redirected,redirect,redirige,redirigee,redirigido,redirigida,redireciona,
      redirecionado,redirecciona,reindirizza,reindirizzato,weitergeleitet,weiterleitung,
      doorgestuurd
      """))
  /// Those of languages that say where by the endings of names.
  private static let casesSay: Set<String> = ["naaseb", "tagasi"]
  private static let places = Set(
    ScenarioWords.words(
      "to,zu,zum,zur,auf,in,a,al,ao,au,aux,para,naar,alla,allo,all,ai,do,la,le,el,lo,il"))
  private static let retrying = Set(
    ScenarioWords.words(
      """
      retry,retries,reenter,reenters,re-enter,re-enters,resubmit,resubmits,reessayer,ressaisir,
      wiederholen,reintentar,reintente,reintenta,riprovare,riprova,reessaie,reenvia
      """))
  private static let again = Set(
    ScenarioWords.words(
      """
      again,erneut,erneute,erneuten,nochmals,nochmal,nuevamente,novamente,opnieuw,nuovamente,
      uuesti,ponownie,igen
      """))
  private static let new: Set<String> = ["nouveau", "nuevo", "novo", "nuovo"]
  /// The beginnings of words that ask for something, or say that somebody enters it.
  private static let asking = ScenarioWords.words(
    """
    ask,prompt,reque,allow,pedir,enter,invite,submit,provid,input,insert,fill,bitte,eing,gib,
    auffor,demand,saisi,pide,solic,ingres,introdu,pede,digit,inser,vraag,vul,invoer,chied,kusib,
    sises,palu,pros,poda,wprowad
    """)
  private static let trying = ScenarioWords.words(
    """
    try,tries,trying,search,suche,busca,cherch,zoek,volv,vuelv,volt,versuch,essay,intent,tent,prob,
    prova,proov,sprob,forsok
    """
  )
  private static let may = Set(
    ScenarioWords.words(
      "can,may,could,let,lets,please,kann,konnen,darf,peut,puede,pode,kan,mag,puo,saab,moze"))
  private static let later = Set(
    ScenarioWords.words("later,spater,tard,tarde,tardi,hiljem,pozniej,senare,nanti"))
}
