internal import FlowModel

extension HeadingWords {
  /// What stands before and after the scenarios.
  static let header: [(meaning: HeaderLabel, words: String)] = [
    // Before and after.
    (
      .list(.preconditions),
      """
      pre-conditions, precondition(s), pre condition, pre conditions, pre-condition, preconditons,
      entry conditions, entry condition, initial conditions, assumptions and preconditions, given,
      vorbedingung, vorbedingungen, voraussetzung, voraussetzungen,
      preconditions et hypotheses, pre-conditions et hypotheses, conditions prealables, prerequis,
      prerequisites, condiciones a cumplir,
      precondicion, precondiciones, pre-condiciones, precondicoes, precondicao,
      pre-condicoes, pre-condicao, pre condicao, pre condicoes, pre condicion, pre condiciones,
      precondities, preconditie, pre-condities, voorwaarde, voorwaarden, beginvoorwaarden,
      uitgangssituatie, pre conditie, pre condities,
      eeltingimused, eeltingimus, eeldused, precondizioni, precondizione, pre-condizioni,
      pre-requisitos,
      pre-condizione, condizioni preliminari, pre condizioni, pre condizione, requisitos previos,
      ausgangssituation,
      anfangszustand
      """
    ),
    (
      .list(.postconditions),
      """
      success guarantee, success guarantees, guarantees,
      guarantee, success end condition,
      success end conditions,
      post-conditions,
      post-condition,
      postcondition(s), post condition, post conditions, exit conditions, exit condition,
      success conditions, end conditions, final state, successful end condition,
      success postcondition,
      success condition, success postconditions,
      success end state,
      outcome, outcomes, expected outcome, expected result,
      expected results, success criteria, end result, successful outcome, result of use case,
      success post-conditions,
      nachbedingung, nachbedingungen, erwartetes ergebnis, ergebnis, ergebnisse, invarianten,
      garantien, endzustand,
      nachbedingung erfolg, nachbedingung bei erfolg, invariante,
      garantie im erfolgsfall, nachbedingungen bei erfolg,
      erfolgsgarantie,
      pos-condicao de sucesso, succescondities,
      ziel ergebnisse, zusicherungen,
      conditions finales, postconditions et garanties, resultat, resultats, garantie, garanties,
      condiciones que se cumplen,
      poscondicion, poscondiciones, pos-condicion, pos-condiciones,
      postcondicion, postcondiciones, post-condiciones, resultado, resultados,
      resultado esperado, garantia,
      garantias,
      postcondicoes, pos-condicoes, pos-condicao, poscondicoes, poscondicao, pos condicao,
      pos condicoes,
      post conditie, post condities, postcondities, postconditie, post-condities,
      resultaat, verwacht resultaat, eindsituatie,
      eindvoorwaarden,
      resultaten,
      jareltingimused, jareltingimus, tulemus, tulemused, garantiid,
      edukas lopptulemus, jarelditingimused, lopptulemus, eduka lopptulemuse tingimused,
      postcondizioni, postcondizione, post-condizioni, post-condizione, risultato,
      risultato atteso, risultati, post-condizione per successo, post-condizioni per successo,
      garanzie, post condizioni, post condizione,
      post condicion, post condiciones, garantia de exito, garantias de exito,
      garantia de sucesso, garantias de sucesso, garanzia di successo,
      garantie en cas de succes, garanties en cas de succes, postcondizioni di successo,
      garantie de succes, garanties de succes, succesgarantie
      """
    ),
    (
      .ending(""),
      """
      minimal guarantee, minimal guarantees, minimum guarantee, minimum guarantees,
      failed end condition, failure end condition, failed end conditions, failed postconditions,
      failure postcondition, failure postconditions, failed postcondition, failed end state,
      failure end state, failure guarantee, failure guarantees, failed end protection,
      postconditions on failure, failure post-conditions, failure condition, failure conditions,
      nachbedingung fehlschlag, nachbedingung bei fehlschlag, nachbedingungen bei fehlschlag,
      nachbedingung im fehlerfall, nachbedingungen im fehlerfall, mindestgarantie,
      postconditions en cas d'echec, garantie minimale, garanties minimales,
      postcondicion de fallo, postcondiciones de fallo, condicion final de fallo,
      garantia minima, garantias minimas, pos-condicao de falha, pos-condicoes de falha,
      faalcondities, faalconditie, minimale garantie, minimale garanties,
      minimaalne garantii, ebaonnestunud lopptulemus, garanzia minima, garanzie minime,
      postcondizioni in caso di fallimento, post-condizione per fallimento,
      post-condizioni per fallimento
      """
    ),
    (
      .list(.triggeredBy),
      """
      trigger, triggers, triggering event, trigger event, starting event, initiating event,
      start event,
      ausloser, auslosendes ereignis, startereignis, declencheur, declencheurs,
      evenement declencheur, declenchement,
      disparador, disparadores, evento disparador, activador, gatilho, gatilhos, evento iniciador,
      aanleiding, startgebeurtenis, kaivitaja, kaivitav sundmus, trigerid, paastik,
      algataja sundmus,
      evento scatenante, innesco, attivazione, trigger/start, evento de inicio,
      evento desencadenante, evento innescante
      """
    ),
    (
      .text(.summary),
      """
      brief description, description, short description, brief, use case description,
      introduction,
      functionality, functionaliteit, funcionalidad, funcionalidade, funktionalitat,
      use case summary, brief summary, overview of use case, about, synopsis,
      kurzbeschreibung, beschreibung, zusammenfassung, resume, description sommaire, sommaire,
      breve descripcion, descripcion, resumen, descripcion breve, breve descricao, descricao,
      resumo, sumario,
      descricao breve, descricao sucinta, beschrijving, korte beschrijving, samenvatting,
      omschrijving,
      luhikirjeldus, kirjeldus, kokkuvote, breve descrizione, descrizione, sommario, riassunto,
      description breve, breve description
      """
    ),
    (
      .text(.goal),
      """
      user story, story, recit, recit utilisateur, historia de usuario, historia do usuario,
      goal, goals, actor's goal, actors' goal, actor goal, goal in context, objective, objectives,
      purpose, intent, aim, use case goal, meta no contexto, objetivo no contexto,
      objetivo en contexto, meta en contexto, ziel im kontext, objectif dans le contexte,
      ziel, ziele, zweck, but, objectif, objectifs, objetivo, objetivos, proposito, finalidade,
      doel, doelstelling, eesmark, eesmargid, scopo, obiettivo, obiettivi, finalita
      """
    ),
    (
      .text(.actor),
      """
      initiierender aktor, initiierender akteur,
      actor description, actor descriptions, actor brief descriptions, brief actor descriptions,
      primary actor, acteur declencheur, actor iniciador, auslosender akteur, primaryactor,
      primary_actor, actor, actors, primary actors, main actor, main actors, participating actors,
      actor(s), initiating actor, participating actor, actors involved, primary actor(s), user,
      users,
      involved actors, actor list, user role, user roles, principal actor, role, roles,
      primary user,
      akteur, akteure, hauptakteur, primarer akteur, beteiligte akteure, primarakteur, rollen,
      acteur, acteurs, acteur principal, acteurs principaux, acteur primaire, actores,
      actor principal, actor primario, actores primarios,
      actores principales, ator, atores, ator principal, atores principais, ator primario,
      hoofdactor,
      primaire actor, actoren, gebruiker, osalised, tegutseja, tegutsejad, peategutseja, tegija,
      osaline, beteiligte rollen, osalejad,
      pohitegutseja, peamine tegutseja, tegevusosaline, aktor, aktorid, attore, attori,
      attore primario,
      attore principale, attori principali, attori primari, kasutaja, beteiligte, ator(es),
      actor(es)
      """
    ),
    (
      .title,
      """
      usercase, use case identifier and reference number, identifier and name,
      primary use case, nom du cas, nombre del caso, nome do caso, nome del caso,
      use case title, title, use case name, name, use case, use-case, use case id and name,
      use-case name, name of use case, usecase name, usecase,
      anwendungsfall, name des anwendungsfalls, bezeichnung, titel, nom, nom du cas d'utilisation,
      cas d'utilisation, titre, nombre, caso de uso, nombre del caso de uso, titulo, nome,
      nombre caso, nombre del caso, caso de uso cu,
      nome do caso de uso, naam, naam use case, use case naam, nimi, nimetus, kasutusjuht,
      pealkiri, geschaftsprozess,
      kasutuslugu, kasutusjuhu nimi, nome del caso d'uso, caso d'uso, titolo, nome caso d'uso
      """
    ),
    (
      .id,
      """
      id caso de uso, id del caso de uso, id do caso de uso,
      id, use case id, use case number, use case no, use case no., identifier, use case #, uc id,
      use-case id, usecase id, usecaseid, reference, ref, number, no., uc number, use case code,
      code, numero de cu, numero de caso de uso, numero do caso de uso,
      use case identifier, unique id, uc no, uc#, use case ref, use case reference,
      nummer, kennung, anwendungsfall-id, identifiant, numero, identificador, codigo, kood,
      number nr, cas n°, caso n°, n° de cas,
      tunnus, identificatie, codice, identificativo, reference number, nr, nr., identifikator,
      uc-id
      """
    ),
    (.stories, "user stories"),
    (
      .overview,
      """
      overview, characteristic information, use case information, general information,
      basic information, allgemeine informationen, informations generales, informacion general,
      informacoes gerais, algemene informatie, uldinfo, informazioni generali,
      sommaire d'identification, description des enchainements
      """
    ),
    // These head steps in a use case, and much else in a manual.
    (
      .flow,
      """
      flow, workflow, workflow description, workflow steps, user flow, user workflow, step-by-step,
      step-by-step flow, step by step, etape par etape, paso a paso, passo a passo,
      schritt fur schritt, stap voor stap, passo dopo passo,
      sequence of events, sequence of steps, flow steps
      """
    ),
    (.text(.outline), "outline"),
    (.list(.tests), "test cases"),
    (
      .list(.notes),
      """
      footnotes, remarks, additional notes, additional information, other, comments, bemerkungen,
      anmerkungen, remarques, markused
      """
    ),
  ]
}
