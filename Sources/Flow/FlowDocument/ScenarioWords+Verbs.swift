// Sentences without a subject: small letters, no accents.
extension ScenarioWords {
  /// Whether a sentence begins with a verb: before an article, or a preposition.
  static func isVerb(_ first: String, before second: String) -> Bool {
    // Not "vuelve al paso 2", "termina el caso de uso", "aparece la lista".
    guard first.utf8.count > 3, first.last == "a" || first.last == "e",
      !TurnWords.verbs.contains(first), !TurnWords.ends.contains(first),
      !happenings.contains(first)
    else { return false }
    return [
      "el", "la", "los", "las", "un", "una", "al", "a", "o", "os", "as", "um", "uma", "ao", "il",
      "lo", "gli", "i", "uno", "si", "que", "en", "em", "no", "na",
    ].contains(second)
  }

  /// Verbs whose subject follows: "Comienza la iluminación".
  private static let happenings = Set(
    words(
      """
      comienza,empieza,aparece,suena,existe,queda,falta,ocurre,sucede,comeca,surge,ocorre,acontece,
      compare,appare,esiste,manca
      """))

  /// What only systems do, as the first word of a sentence without a subject.
  static let deedsOfSystems = Set(
    words(
      """
      muestra,despliega,calcula,devuelve,notifica,actualiza,redirige,indica,exibe,mostra,gera,
      atualiza,redireciona,visualizza,calcola,aggiorna,genera,responde,oferece,ofrece,exige,
      apresenta,
      persiste,almacena,armazena,memorizza,risponde,reindirizza,valida,convalida,rigenera,
      displays,shows,validates,calculates,redirects,generates,notifies,renders,persists,display,
      validate,calculate,redirect,generate,render,persist,notify,zeigt,berechnet,validiert,
      speichert,aktualisiert,
      affiche,calcule,redirige,genere,notifie,toont,berekent,valideert,kuvab,naitab,arvutab
      """))

  /// Whether what is done is what a program does: "stores the order".
  static func isOfPrograms(_ deed: String) -> Bool {
    let verb = PlainWords.words(String(deed.prefix(40))).first { !$0.hasSuffix("ly") } ?? ""
    return deedsOfSystems.contains(verb) || deedsOfBoth.contains(verb)
      || deedsOfPrograms.contains(verb)
  }

  private static let deedsOfPrograms = Set(
    words(
      """
      posts,gets,puts,patches,requests,receives,retries,calls,polls,clears,sets,writes,chooses,
      determines,computes,offers,proposes,accepts,rejects,refuses,marks,alerts,starts,stops,prints,
      reads,compares,looks,finds,adds,removes,opens,plays,logs,hides,enables,disables,keeps,informs,
      warns,confirms,processes,executes,runs,parses,encrypts,decrypts,analyzes,analyses,detects,
      sorts,filters,navigates,prompts,presents,explains,sends
      """))

  /// Whether a German sentence says what a program says: `Gibt eine Fehlermeldung aus`.
  static func isOutput(_ sentence: String) -> Bool {
    let words = PlainWords.words(String(sentence.prefix { $0 != "," && $0 != "." }))
    return words.first == "gibt" && words.last == "aus"
  }

  /// Whether a sentence without a subject begins with what a person does: `Log in`, and not `Log
  /// the event`.
  static func isDeed(_ first: String, _ words: [String]) -> Bool {
    guard deeds.contains(first) else { return false }
    return !["log", "logs"].contains(first) || words.count < 2
      || ["in", "into", "on", "onto", "out", "off"].contains(words[1].lowercased())
  }

  /// Whether the first word of a sentence may be a noun, and not what is done: "Display size is
  /// checked", "Busca de libros terminada".
  static func mayBeNoun(_ words: [String]) -> Bool {
    guard words.count > 1 else { return false }
    let second = words[1]
    if second == "of" { return true }
    let last = words[words.count - 1]
    let isDone =
      words.count < 5 && last.allSatisfy(\.isLetter) && !last.hasSuffix("valido")
      && !last.hasSuffix("valida")
      && ["ada", "ado", "ida", "ido", "ata", "ato", "ee", "ees", "iert"].contains(
        where: last.hasSuffix)
      && !words.dropFirst().contains { articleWords.contains($0) || links.contains($0) }
    if isDoneInEnglish(words) { return true }
    // Dutch "Slaat de bestelling op".
    let isVerb = words[0].hasSuffix("t")
    return isDone || !isVerb && afterNouns.contains(second) || deedsOfSystems.contains(second)
      || deedsOfBoth.contains(second) || words.dropFirst(2).prefix(2).contains(where: isState)
  }

  private static let afterNouns: Set<String> = [
    "of", "on", "in", "for", "de", "del", "da", "do", "di", "van", "von", "pour", "du", "des",
  ]

  /// What stands between a verb and what it is about, or before a condition.
  private static let links: Set<String> = [
    "os", "as", "los", "las", "les", "i", "gli", "al", "su", "sus", "seu", "sua", "se", "si", "y",
    "e", "et",
  ]

  /// Whether a sentence begins with a verb before its subject: `Zeigt das System nichts, ...`.
  static func isVerbFirst(_ sentence: String) -> Bool {
    // Not "Nachdem der Kunde bezahlt hat, ...".
    let first = PlainWords.folded(String(sentence.prefix { $0 != " " }))
    guard sentence.first?.isUppercase == true, !clauses.contains(first), !firsts.contains(first)
    else { return false }
    let lower = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return inverted(lower, systems) != nil || inverted(lower, people) != nil
  }

  /// Words that say that something does not happen.
  static let negations = Set(
    words(
      """
      no,not,none,cannot,can't,doesn't,don't,isn't,without,instead,rejects,refuses,forgets,cancels,
      fails,wrong,invalid,kein,keine,keinen,nicht,ohne,falsch,pas,sans,ne,aucun,aucune,sin,ningun,
      ninguna,nao,sem,nenhum,niet,geen,zonder,ei,pole,mitte,non,senza,nessun,nessuna
      """))

  /// Those of them that deny what a verb says: not "shows what is wrong and asks again".
  static let denials = negations.subtracting([
    "rejects", "refuses", "forgets", "cancels", "fails", "wrong", "invalid", "falsch", "instead",
    "no", "kein", "keine", "keinen", "none", "without", "ohne", "sans", "sin", "sem", "senza",
    "zonder",
  ])

  /// English verbs with which a step says what the system has to do.
  static let baseForms: Set<String> = [
    "display", "validate", "calculate", "redirect", "generate", "render", "persist", "notify",
  ]

  /// English verbs with which a line of an alternative says what the system has to do.
  static let orders: Set<String> = [
    "display", "show", "highlight", "prompt", "reject", "deny", "warn", "alert", "inform", "notify",
    "redirect", "return", "abort", "retry", "refuse", "lock", "block", "disable", "hide", "suggest",
    "raise", "throw", "validate", "generate", "render",
  ]

  /// Those, and what else the system has to do about a condition in the same sentence.
  static let reactionOrders = orders.union([
    "ask", "save", "store", "keep", "allow", "offer", "send", "mark", "skip", "apply", "create",
    "use", "log", "stop", "cancel", "continue", "proceed", "set", "treat", "ignore", "let",
  ])

  /// What the system does as well, after another sentence about it.
  static let deedsOfBoth = Set(
    words(
      """
      verifica,registra,guarda,aplica,crea,envia,comprueba,elimina,obtiene,carga,presenta,abre,
      cierra,procesa,salva,cria,obtem,carrega,fecha,processa,controlla,invia,applica,ottiene,apre,
      chiude,carica,modifica,recupera,busca,impede,informa,pide,solicita,confirma,marca,asigna,
      returns,stores,saves,sends,checks,verifies,creates,updates,deletes,closes,loads,asks,records,
      pruft,sendet,bestatigt,bevestigt,erstellt,offnet,schliesst,enregistre,verifie,envoie,cree,
      ouvre,ferme,slaat,controleert,stuurt,maakt,opent,sluit,salvestab,kontrollib,saadab
      """))

  /// What a sentence says is done by nobody, in Spanish and French: `Se muestra la lista` is what
  /// the system does, `Se selecciona un puerto` what a person does.
  static func impersonal(_ sentence: String) -> (isPerson: Bool, deed: String)? {
    let words = sentence.split(separator: " ", maxSplits: 4)
    guard words.count > 2 else { return nil }
    let first = PlainWords.folded(String(words[0]))
    // `Se il nome manca, ...` is Italian.
    let isPlain =
      first == "se"
      && ["el", "la", "los", "las", "un", "una"].contains(PlainWords.folded(String(words[2])))
    guard isPlain || !sentence.contains(", ") else { return nil }
    // `Exibe-se a lista`
    if first.hasSuffix("-se"), deedsOfSystems.contains(String(first.dropLast(3))) {
      return (false, "\(words[0].dropLast(3).lowercased())\(sentence[words[0].endIndex...])")
    }
    guard first == "se" || first == "on" else { return nil }
    let isSpanish = first == "se"
    // `Se le muestra`
    let place = isSpanish && ["le", "les"].contains(words[1]) ? 2 : 1
    guard place + 1 < words.count else { return nil }
    var verb = PlainWords.folded(String(words[place].prefix { $0 != ":" }))
    if isSpanish, verb.hasSuffix("an") || verb.hasSuffix("en") { verb.removeLast() }
    let said = words[place]
    let rest = sentence[said.endIndex...]
    // `Se cargan los datos`
    let isPlural = isSpanish && verb.count < said.count
    let deed = "\(isPlural ? String(said.dropLast()) : String(said))\(rest)"
    let (people, systems) = isSpanish ? (spanishOfPeople, spanishOfSystems) : (deeds, french)
    if people.contains(verb) { return (true, deed) }
    // `Se mostrará un mensaje`
    if isSpanish, ["ara", "era", "ira"].contains(where: verb.hasSuffix),
      infinitives.contains(String(verb.dropLast()))
    {
      return (false, deed)
    }
    return systems.contains(verb) ? (false, deed) : nil
  }

  private static let spanishOfPeople = Set(
    words(
      """
      accede,selecciona,elige,escoge,introduce,ingresa,pulsa,presiona,rellena,llena,completa,escribe,
      escanea,acepta,firma,marca,inserta
      """))

  private static let spanishOfSystems = Set(
    words(
      """
      muestra,presenta,visualiza,despliega,abre,cierra,registra,guarda,actualiza,envia,genera,
      elimina,valida,verifica,comprueba,realiza,crea,carga,calcula,imprime,almacena,notifica,
      redirige,informa,lee,indica,cancela,anula,avisa,anade,borra,descuenta,asigna,bloquea,rechaza,
      emite,modifica,agrega,finaliza
      """))

  private static let french = Set(
    words(
      "affiche,enregistre,verifie,envoie,cree,valide,calcule,genere,redirige,sauvegarde,notifie"))

  /// Whether a sentence has words that only French has.
  static func isFrench(_ text: String) -> Bool {
    PlainWords.words(String(text.prefix(200))).contains {
      ["le", "les", "des", "du", "est", "et", "ses", "leur", "aux", "dans", "avec", "pour"]
        .contains($0)
    }
  }

  /// Whether a sentence has words that only German has.
  static func isGerman(_ text: String) -> Bool {
    PlainWords.words(String(text.prefix(200))).contains {
      ["der", "die", "das", "dem", "den", "eine", "einen"].contains($0)
    }
  }

  /// What the system does, of Portuguese and Spanish words that say what is to be done: `exibe
  /// mensagem` of `exibir mensagem`. Nil for other words.
  static func ofInfinitive(_ text: String) -> String? {
    let verb = text.prefix { $0.isLetter }
    guard verb.count > 4, verb.first?.isLowercase == true, text[verb.endIndex...].first == " ",
      let end = ["ar": "a", "er": "e", "ir": "e"][String(verb.suffix(2))]
    else { return nil }
    // Not English "order", "user", "inner".
    let root = PlainWords.folded(String(verb))
    guard infinitives.contains(root) else { return nil }
    let isPortuguese =
      text.contains { "ãõç".contains($0) }
      || PlainWords.words(text).contains {
        ["o", "a", "do", "erro", "mensagem", "uma"].contains($0)
      }
    if root == "mostrar", !isPortuguese { return "muestra\(text[verb.endIndex...])" }
    return verb.dropLast(2) + end + text[verb.endIndex...]
  }

  private static let infinitives = Set(
    words(
      """
      exibir,mostrar,negar,informar,tentar,manter,atualizar,bloquear,solicitar,permitir,registrar,
      salvar,enviar,proporcionar,ofrecer,oferecer,fornecer,rejeitar,recusar,cancelar,retornar,impedir,exigir,remover,orientar,validar,
      apresentar,notificar,avisar,indicar,rechazar,denegar,guardar,actualizar,impedir,pedir,
      presentar,registar,renovar,repetir,preservar,sincronizar,encerrar,redirecionar,interromper
      """))

  /// What somebody may do with a thing: one of these, and not one after the other.
  static let variants = Set(
    words(
      """
      create,add,new,edit,update,modify,change,delete,remove,view,adding,editing,updating,
      changing,deleting,removing,viewing,creating,
      anlegen,erstellen,bearbeiten,andern,loschen,anzeigen,hinzufugen,
      creer,ajouter,modifier,supprimer,consulter,crear,anadir,editar,modificar,actualizar,
      eliminar,borrar,consultar,criar,adicionar,alterar,atualizar,excluir,remover,
      aanmaken,toevoegen,wijzigen,bewerken,verwijderen,bekijken,lisa,lisamine,muuda,muutmine,
      kustuta,kustutamine,loo,loomine,crea,creare,aggiungi,aggiungere,modifica,modificare,
      elimina,eliminare,cancella,visualizza
      """))

  /// Whether a name is that of a program, in languages that join words: `Buchungssystem`,
  /// `sõidurakendus`.
  static func isProgram(_ name: String) -> Bool {
    let ends = ["system", "systeem", "susteem", "rakendus", "teenus", "software", "server"]
    return !name.contains(" ")
      && ends.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count + 2 }
  }

  /// Whether what the system does says that something went wrong: "is down", "finds no room".
  static func isTrouble(_ deed: String) -> Bool {
    let words = PlainWords.words(String(deed.prefix(40)))
    return isState(deed) || words.first.map(troubles.contains) ?? true
      || words.dropFirst().first == "no"
  }

  private static let troubles = Set(
    words(
      """
      does,do,cannot,can't,doesn't,fails,detects,finds,has,kann,erkennt,findet,hat,stellt,detecte,
      trouve,detecta,encuentra,encontra,detecteert,vindt,tuvastab,leiab,rileva,trova,no,nao,non,ne
      """))

  static let articleWords = Set(articles.map { String($0.dropLast()) })
}
