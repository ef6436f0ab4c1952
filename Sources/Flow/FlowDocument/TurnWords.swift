/// The words with which documents say where a flow goes on, in eight languages: small letters, no
/// accents. To teach the reader another way to say it, add a word to a line.
enum TurnWords {
  /// "resumes", "goes back".
  static let verbs = words(
    """
    resume resumes resumed return returns returned returning continue continues continuing
    continued rejoin rejoins go goes going proceed proceeds proceeding jump jumps restart restarts
    repeat repeats repeated back retry retries redirected loop loops branches resuming move moves
    revert reverts reverted
    transition transitions stay stays remain remains bleibt reste permanece permanecer blijft resta
    weiter zuruck leitet kehrt springt fahrt fortgefuhrt fortgesetzt fortsetzen ruckkehr wiederholt
    weitergefuhrt gehe geht fortfahren wiederholen sprung ruckspring setzt springe springen
    rucksprung wiederholung zuruckspringen zuruckgefuhrt zuruckkehren
    retourne renvoie renvoit redirige redirection redirecciona retour reprend reprise revient
    continue
    retourner revenir poursuit repart
    reprendre
    va passe passer saute sauter
    vuelve volver regresa regresar continua continuar retorna retornar reanuda sigue prosigue ir
    pasa pasar salta saltar pula pular passa passar
    retoma retomar volta voltar prossegue segue seguir regressa recomeca continuara retornara
    terug verder vervolgt keert gaat hervat voortgezet ga herneem doorgaan
    spring
    jatkub naaseb tagasi jatka mine poordub jatkatakse naasta liigub suundub jatkab jatkata
    huppa huppab
    continuando volviendo regresando retornando voltando tornando ritornando seguindo
    riprende ritorna torna continua prosegue tornare riprendere vai si riparte
    przejdz przejscie powrot powraca wraca wroc reinicia reinicie recommence herstart
    """)

  /// Those of them that say so only before the word for a step: "El pedido pasa a 3 personas".
  static let weak = words(
    """
    up again over to ahead forward move passe passer saute sauter pasa pasar salta saltar pula pular
    passa passar spring huppa huppab stay stays remain remains bleibt reste permanece permanecer
    blijft resta leitet
    """)

  /// Words after a number that counts: "retries up to 3 times".
  static let counted = words(
    """
    times attempts tries seconds minutes hours days weeks mal versuche versuchen sekunden minuten
    stunden tage tagen fois tentatives secondes heures jours veces intentos segundos minutos horas
    dias vezes tentativas keer pogingen seconden uur dagen korda katset sekundit minutit volte
    tentativi secondi minuti ore giorni
    """)

  /// "repeated", "wiederholt".
  static let repeats = words(
    """
    repeat repeats repeated wiederholt wiederholen repetes repete repetent repetees repite repiten
    repeter repetir repita repite-se repitem repetem herhaald herhaal herhalen korratakse korrata
    ripetono ripetuti ripetere ripete loop loops
    """)

  /// "until", after which it is said how long steps are repeated.
  static let untils = words(
    "until till while bis solange jusqu jusque tant hasta mientras ate enquanto totdat tot zolang "
      + "kuni finche fino")

  /// Verbs after the step where it goes on.
  static let participles = words(
    "fortgesetzt weitergefuhrt fortgefuhrt fortfahren zuruck zuruckgefuhrt voortgezet hervat "
      + "verder terug")

  /// What a use case ends in.
  static let results = words("success failure failed error erfolg misserfolg fehler")

  /// What stands before "repeated" in a sentence about steps.
  static let passives = words(
    """
    is are be will must can werden wird sont est son es sao e sono worden wordt se
    """)

  /// Those of them that also say what is answered: "returns 404", "returns 3 rows".
  static let answers: Set<String> = [
    "return", "returns", "returned", "returning", "retourne", "retourner", "retorna", "retornar",
    "ritorna",
  ]

  /// Words that may stand between such a verb and the step.
  static let fillers = words(
    """
    at to with from back in the main success scenario flow basic case use on then and of normal
    again by point through executing path step steps number no event course this that its
    alternative same s sequence msg mss bf uc
    normally normalmente normalement into for execution as described onwards ahead directly
    auf bei mit ab an zu zum zur im in das des der dem den system systeem benutzer hauptszenario
    hauptablauf ablaufs
    hauptszenarios standardablauf standardablaufs normalablauf nr zuruck und wird fort weiter
    nach wie beschrieben direkt
    a au de du la le l' en vers etape scenario nominal principal flux cas point avec par numero
    caso utilisation
    al el del en los paso a flujo basico normal punto con desde hacia
    ao o do no da na passo para fluxo com partir em pelo
    naar bij het van de met stap scenario hoofdscenario verder terug stroom
    sammu juurde sammust sammuga sammule punktist punkti punktiga pohistsenaariumi
    alla al dal dallo allo passo punto flusso con da il del lo
    do kroku punktu scenariusza
    """)

  /// "step", "Schritt".
  static let steps = words(
    """
    step steps etapa etapas schritt schritte schrittes punkt etape etapes point paso pasos punto
    passo passos
    passi stap stappen punt samm sammu sammust sammuga sammule sammuni sammude punktist punkti
    punktiga punktile kroku krok punktu
    line item stage action activity evenement bước
    """)

  /// Words directly before a number that is a step.
  static let leads = words(
    """
    to at with from number no bei mit ab zu an a au a de del al con desde en no ao para com da
    naar bij met van juurde flow scenario path mss bf flujo fluxo normal
    """)

  /// "ends", also "terminated".
  static let ends = words(
    """
    ends end terminates terminate terminated ended stops stop stopped aborts aborted abort fails
    finishes finished closes exits cancelled canceled completes completed concludes finish
    thúc endet beendet ende abgebrochen scheitert abbruch abgeschlossen
    termine terminee fin echoue arrete finit acheve interrompu
    termina finaliza fin acaba concluye finalizado terminado cancela cancelado annule annulla
    annullato
    encerra encerrado fim finalizado termina encerrada concluido interrompido
    eindigt einde stopt beeindigd afgebroken
    koniec zakonczenie
    lopeb lopp loppeb katkeb loppenud lopetatakse katkestatakse
    fine termina finisce conclude
    """)

  /// "end", in brackets after a sentence.
  static let wholeEnds = words("end ends ende fin fim fine einde lopp")

  /// "ends", where it begins a sentence.
  static let thirdEnds = words("endet finaliza termina concluye acaba eindigt finisce conclude")

  /// "with", behind them.
  static let withs = words("with mit con com avec met")

  /// Words that may stand between the whole and its end: "is", "will".
  static let helpers = words(
    """
    is will be gets then here now immediately also successfully thus has been therefore of the
    wird ist hier damit dann somit erfolgreich nicht des der
    se est alors ici du de la des
    es el del se queda do da o e finaliza aqui
    wordt is dan van het de si il del dell'
    on siin siis
    """)

  /// What ends: "use case", "scenario".
  static let wholes = words(
    """
    usecase case flow scenario process session anwendungsfall anwendungsfalls szenario ablauf
    vorgang prozess ablaufs hauptablauf normalablauf standardablauf
    utilisation scenario flux processus uso caso flujo escenario proceso
    fluxo cenario processo usecases stroom proces kasutusjuht kasutusjuhu kasutuslugu stsenaarium
    stsenaariumi tegevus protsess flusso processo d'utilisation d'uso uc cu
    przypadku procesu scenariusza scenariuszu
    attempt versuch tentative intento tentativa tentativo poging operacion operacao operazione
    """)

  /// "the beginning", which is the first step.
  static let beginnings = words(
    """
    beginning beginn anfang debut inicio principio comeco begin algusse algusest algus inizio
    restarts
    """
  )

  /// "the first step".
  static let firsts = words(
    "first ersten premiere primer primero primeiro primeira eerste primo esimese esimesse")

  /// The numbers of "the second step" and its like.
  static let ordinals: [String: String] = {
    let table = """
      first ersten premiere primer primero primeiro primeira eerste primo esimese esimesse
      second zweiten deuxieme segundo segunda tweede secondo teise teises
      third dritten troisieme tercer tercero terceiro terceira derde terzo kolmanda
      fourth vierten quatrieme cuarto quarto vierde neljanda
      fifth funften cinquieme quinto vijfde viienda
      sixth sechsten sixieme sexto zesde sesto kuuenda
      """
    var numbers: [String: String] = [:]
    for (place, line) in table.split(separator: "\n").enumerated() {
      for word in line.split(separator: " ") { numbers[String(word)] = "\(place + 1)" }
    }
    return numbers
  }()

  /// "the previous step".
  static let previous = words(
    "previous prior preceding vorherigen vorigen precedente anterior vorige eelmise eelmisse")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
