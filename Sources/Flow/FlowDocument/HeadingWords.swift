internal import FlowModel

/// What headings of use cases mean, in eight languages.
///
/// A line of the table is a meaning and its words, separated by commas: small letters, no
/// accents.
/// To teach the reader another heading, add it to a line.
enum HeadingWords {
  /// The meanings of headings in small letters, without accents.
  static let meanings: [String: HeaderLabel] = {
    var meanings: [String: HeaderLabel] = [:]
    for (label, words) in table + header {
      for word in words.split(separator: ",") {
        meanings[CellText.collapsed(String(word))] = label
      }
    }
    for (label, words) in others {
      for word in words.split(separator: ",") {
        meanings[PlainWords.folded(CellText.collapsed(String(word)))] = label
      }
    }
    return meanings
  }()

  /// What may stand beside the name of alternatives, and is none alone.
  static let besidesAlternatives: Set<Substring> = [
    "d'erreur", "d'erreurs", "d'exception", "de error", "de erro", "de excepcion", "de excecao",
    "di errore", "alternate", "alternative", "error", "errors", "exceptional", "failures", "fehler",
    "errores",
    "erros", "erreurs", "fouten", "vead", "errori",
  ]

  private static let table: [(meaning: HeaderLabel, words: String)] = [
    // The main scenario: English, German, French, Spanish, Portuguese, Dutch, Estonian, Italian.
    (
      .main,
      """
      essential steps, main success scenario, main scenario, mss, basic flow, main flow,
      normal flow, scenario,
      steps,
      primary scenario, basic course, basic path, happy path, flow of events,
      basic flow of events,
      normal course, main course, main path, typical flow, main success flow, success scenario,
      main flow of events, normal flow of events, primary flow, primary path, primary course,
      basic scenario, normal scenario, typical course of events, typical course, happy flow,
      normal course of events, basic course of events, basic course of action, main sequence,
      main success scenario steps, standard flow, event flow, process flow, happy day scenario,
      nominal scenario, nominal flow, normal path, success flow, sunny day scenario, step by step,
      step by step walkthrough, walkthrough,
      use case steps, main steps, basic steps, standard process, main event flow,
      successful scenario,
      primary flow of events, interaction flow, interactive flow, ideal flow,
      ideal scenario, flow of activities, normal steps,
      main process, usual flow, usual course of events, procedure, description steps, sequence,
      success path, course of events, courses of events,
      main success path, events, flows, flow of event,
      main success course, flows of events, action steps, interaction, detailed flow,
      detailed description, standard path, steps to follow,
      main scenario of success, default flow, default scenario, use case flow, mainflow, basicflow,
      step-by-step flow, step by step flow,
      flow of events for main success scenario, flow of events for the main success scenario,
      flow of events user system, flow of events actor system,
      main workflow, basic sequence, normal sequence, base flow, core flow, base scenario,
      primary success scenario, steps of the use case, main course of actions, ordinary sequence,
      scenario steps
      """
    ),
    (
      .main,
      """
      essenzielle schritte, hauptszenario, haupterfolgsszenario, standardablauf, hauptablauf,
      normalablauf, ablauf,
      basisablauf, normaler ablauf, erfolgsszenario, ablaufschritte, hauptpfad, grundablauf,
      ereignisfluss, standardszenario, detailliert ausgefuhrte erfolgsszenario, normalfall,
      erfolgsfall, hauptfluss, grundlegender ablauf, hauptsachlicher ablauf, ablaufbeschreibung,
      standardfall, primarszenario,
      schritte, beschreibung des ablaufs, gutfall, interaktionen, ablauf und interaktionen,
      durchzufuhrende aktionen
      """
    ),
    (
      .main,
      """
      scenario nominal, scenario principal, flux principal, flux nominal, scenario de base,
      scenario de succes, enchainement principal, deroulement, deroulement normal, flot principal,
      flot nominal, etapes, enchainement nominal, sequence nominale, scenario normal,
      flux de base,
      scenario principal de succes, deroulement nominal, cas nominal, flot de base,
      flot basique, flux basique, flot normal, scenario basique,
      le scenario nominal, flux normal, flux normal des evenements, flux nominal des evenements,
      flux d'evenements normal, flux principal des evenements, description du scenario nominal,
      contenu du scenario
      """
    ),
    (
      .main,
      """
      flujo principal, flujo basico, flujo normal, escenario principal, secuencia normal, pasos,
      pasos a seguir,
      curso normal, curso normal de eventos, flujo de eventos, camino basico, escenario basico,
      secuencia principal, flujo normal de eventos, flujo basico de eventos, curso basico,
      flujo principal de eventos, escenario principal de exito, curso tipico de eventos,
      camino principal, escenario de exito principal, caminos basicos, caminos basico,
      flujo normal basico, camino normal,
      flujo de sucesos, curso normal de los eventos, curso tipico de los eventos,
      secuencia de pasos, actividad principal
      """
    ),
    (
      .main,
      """
      fluxo principal, fluxo basico, fluxo normal, cenario principal, fluxo de eventos, passos,
      fluxo principal de eventos, caminho principal, cenario de sucesso, fluxo basico de eventos,
      caminho basico, cenario principal de sucesso, fluxos de evento, fluxos de eventos, fluxos,
      fluxo de evento, descricao do fluxo, cenario de sucesso principal, curso normal,
      fluxo de eventos principal, sequencia principal, fluxo tipico, sequencia de eventos,
      caminho feliz, cenario tipico, passo a passo
      """
    ),
    (
      .main,
      """
      hoofdscenario, normaal verloop, hoofdstroom, basisstroom, succesvol scenario, stappen,
      hoofd succes scenario, hoofdsuccesscenario, hoofd successcenario, normale verloop,
      basisscenario,
      normaal scenario,
      normaal verloop, normal verloop, normale flow, hoofdflow, basis flow, basisflow,
      standaard flow, primaire flow,
      verloop, hoofdverloop, successcenario, basisverloop, stappenplan, standaardscenario
      """
    ),
    (
      .main,
      """
      pohiprotsess, pohistsenaarium, edukas stsenaarium, pohivoog, tavaparane kaik,
      sundmuste kaik, sammud,
      tuupiline sundmuste jarjestus, pohikulg, tavastsenaarium, peamine stsenaarium, pohitegevus,
      tavaline kulg, peamine edukas stsenaarium, pohiline stsenaarium, kulg, stsenaarium,
      pohijada, tegevuste kaik, edukas pohistsenaarium, tuupiline sundmuste kaik,
      tavaparane sundmuste kaik, tegevuste jada
      """
    ),
    (
      .main,
      """
      scenario principale, flusso principale, flusso base, flusso normale, scenario di successo,
      sequenza principale, flusso di eventi, flusso degli eventi, passi, corso principale,
      scenario principale di successo, sequenza degli eventi principale, flusso di base,
      sequenza principale degli eventi,
      scenario base, sequenza di eventi, sequenza degli eventi, scenario nominale,
      percorso principale, flusso principale degli eventi, flusso principale delle azioni
      """
    ),
    // Extensions, alternatives and exceptions.
    (
      .extensions,
      """
      flow of events for extensions, flow of events for alternate scenarios,
      extension, extensions, alternative flow, alternative flows, alternate flow, alternate flows,
      alternative, alternatives, alternative course, alternative courses, alternative path,
      alternative paths, exception, exceptions, exception flow, exception flows, exceptional flow,
      exceptional flows, exception path, exception paths, variation, variations, variants,
      alternative scenario, alternative scenarios, alternate course, alternate courses,
      alternate path, alternate paths, alternate scenario, alternate scenarios, error flows,
      error flow, alternative flows and exceptions, alternatives and exceptions,
      exceptional cases,
      alternative flow of events, alternative flows of events, alternative course of events,
      alternative courses of events, alternate flow of events, alternate flows of events,
      alternate course of events, alternate courses of events, exception handling, error handling,
      exceptions and errors, error conditions, error cases, error scenarios, exception scenarios,
      exceptional scenarios, exceptional courses, exception course, exception courses, edge cases,
      exceptional paths, exception conditions, secondary scenarios, secondary flows,
      extentions,
      unhappy path, unhappy paths, unhappy flow, rainy day scenarios, alternates,
      failure scenarios, failure paths, exceptions and alternatives, extensions and exceptions,
      other flows, other scenarios, alternative sequence, alternative event flows, subflows,
      sub-flows,
      alternative workflows, alternate workflows, alternative workflow, exception workflows,
      sub flows, alternative and exception flows, alternative sequences,
      alternative steps, alternatives flows, alternative event flow, exceptional flow of events,
      exceptions and error handling, exception and error flows, alternative and exceptional flows,
      alternative processes, alternate and exception flows, alternates flows, failure flows,
      specific exceptions,
      extension scenarios, branching actions, alternative scenarios and extensions, error paths,
      exception course of events, exception courses of events, exceptional course of events,
      exceptional courses of events, possible errors and exceptions, alternative behaviour,
      alternative behavior, optional flows, general exceptions, special cases, failure cases,
      what can go wrong, what may go wrong, what could go wrong, things that can go wrong,
      failure recovery, deviations, possible errors, potential issues, potential errors,
      potential problems, problem cases, corner cases,
      alternative and error paths, alternative and error flows, exceptions and special cases
      """
    ),
    (
      .extensions,
      """
      unterablaufe, teilablaufe, erweiterungen, erweiterung, ausnahme, alternative, variante,
      alternativen,
      alternative ablaufe, alternativablaufe, alternativszenarien,
      ausnahmen, randfalle, grenzfalle, fehlerfalle, varianten, alternative szenarien,
      alternativer ablauf, sonderfalle,
      alternativablauf, alternatives szenario, ausnahmefalle, ausnahmeablaufe, fehlerszenarien,
      alternative schritte, ausnahmen und fehler, abweichungen, ablaufvarianten,
      ablauf-varianten, alternativszenario, ausnahme szenario, ausnahme szenarien,
      fehler szenario, alternativ szenario,
      fehlersituation, erweiterungsfalle, abweichende interaktionen,
      fehlersituationen, ausnahmebehandlung, fehlerbehandlung, alternativpfade, ausnahmeszenarien,
      alternative pfade, nebenablaufe, nebenszenarien, was schiefgehen kann, problemfalle,
      alternative wege, sonderfalle und fehler, alternativen und ausnahmen, fehlerablaufe
      """
    ),
    (
      .extensions,
      """
      sous-flux, sous flux, sous-flots, sous-scenarios, scenarios alternatifs,
      scenario alternatif, scenario d'alternatif, flux alternatifs, flux alternatif, variantes,
      flots alternatifs, flot alternatifs,
      flot alternatif,
      exceptions et alternatives, scenarios d'exception, scenarios d'erreur, flux d'exception,
      flot d'erreur, flots d'erreur, flot d'erreurs, flot d'exception, flots d'exception,
      flots alternatifs, enchainements alternatifs, enchainements d'exception, cas alternatifs,
      enchainements d'erreur,
      cas d'erreur, alternatives et exceptions, scenarios d'echec, deroulements alternatifs,
      cas d'exception, sequences alternatives, flux d'erreur, flux d'exceptions, flot alternatif,
      description des scenarios d'exception, description des scenarios alternatifs,
      extensions et alternatives, les scenarios alternatifs, les scenarios d'exception,
      cas particuliers, cas limites, cas speciaux, erreurs possibles, ce qui peut mal tourner,
      flux secondaire, flux secondaires, scenario secondaire, scenarios secondaires
      """
    ),
    (
      .extensions,
      """
      subflujos, sub-flujos, extensiones, flujos alternativos, flujo alternativo,
      escenarios alternativos, excepciones,
      flujo alterno, flujos alternos, cursos alternativos, curso alterno, curso alternativo,
      flujo de excepcion, flujos de excepcion, alternativas, flujos de excepciones, errores,
      caminos alternos, camino alternativo,
      curso alternativo de eventos, escenario alternativo, secuencia alternativa,
      secuencias alternativas, caminos alternativos, alternativas y excepciones,
      flujos alternativos y excepciones, cursos alternos, escenarios de error, variaciones,
      excepciones y errores, manejo de errores, escenarios de excepcion, flujo de excepciones,
      casos especiales, casos limite, casos de error, posibles errores, casos alternativos,
      flujo secundario, flujos secundarios, escenarios secundarios
      """
    ),
    (
      .extensions,
      """
      subfluxos, sub-fluxos, extensoes, fluxos alternativos, fluxo alternativo,
      cenarios alternativos, excecoes,
      fluxo de excecao, fluxos de excecao, fluxo de excecoes, fluxos de excecoes,
      caminhos alternativos, cenario alternativo, fluxos alternativos e excecoes, variacoes,
      fluxos alternativos e de excecao, alternativas e excecoes, cenarios de excecao,
      caminhos de excecao, fluxos de erro, tratamento de excecoes, fluxos secundarios,
      fluxo secundario, cenarios secundarios,
      casos especiais, casos de erro, possiveis erros, casos alternativos
      """
    ),
    (
      .extensions,
      """
      uitbreidingen, alternatieven, alternatieve scenario's, alternatieve scenarios,
      uitzonderingen, alternatieve stromen, alternatief scenario, alternatief verloop,
      alternatieve paden, extensies, foutscenario's, uitzonderingsscenario's, foutafhandeling,
      alternatieven en uitzonderingen, alternatieve stroom, alternatieve flows,
      alternatieve verlopen, alternatieve flow, exceptionele flow, exceptionele flows,
      varianten en fouten, bijzondere gevallen, foutgevallen, uitzonderingsgevallen,
      randgevallen
      """
    ),
    (
      .extensions,
      """
      laiendused, alternatiivid, alternatiivsed stsenaariumid, erandid, alternatiivvood,
      alternatiivne stsenaarium, korvalekalded, alternatiivne sundmuste kaik, erijuhud,
      alternatiivsed kaigud, alternatiivsed vood, vead, veaolukorrad, laiendid, laiendus,
      alternatiivstsenaariumid, alternatiivne kulg, erandolukorrad, variatsioonid,
      alternatiivsed sundmused, alternatiivsed teed, veasituatsioonid, alternatiivid ja erandid,
      erandjuhud, erijuhtumid, veajuhud
      """
    ),
    (
      .extensions,
      """
      sottoflussi, estensioni, flussi alternativi, flusso alternativo, scenari alternativi,
      eccezioni,
      varianti,
      scenario alternativo, percorsi alternativi, sequenze alternative, flussi di eccezione,
      scenari di errore, eccezioni e alternative, sequenza alternativa, scenari di eccezione,
      sequenza degli eventi alternativa, gestione degli errori, alternative ed eccezioni,
      casi particolari, casi limite, casi speciali, casi d'errore, possibili errori,
      flusso secondario, flussi secondari, scenari secondari, sequenza alternativa degli eventi
      """
    ),
  ]
}
