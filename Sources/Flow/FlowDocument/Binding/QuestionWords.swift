/// The words by which questions about a document are found: small letters, no accents.
///
/// A line is for a language: English (which may take several), German, French, Spanish, Portuguese,
/// Dutch, Estonian, Italian. To teach the reader another word, add it to a line.
enum QuestionWords {
  /// Words of English, and those of other languages, of which some are English words as well.
  struct Sets {
    let english: Set<String>
    let others: Set<String>

    init(english: String, others: String) {
      (self.english, self.others) = (words(english), words(others))
    }

    func contains(_ word: String, isEnglish: Bool) -> Bool {
      (isEnglish ? english : others).contains(word)
    }
  }

  /// Whether the words of a sentence are English.
  static func areEnglish(_ words: [String]) -> Bool {
    words.contains { marks.contains($0) || verbs.english.contains($0) }
      || !words.contains { fillers.others.contains($0) || verbs.others.contains($0) }
  }

  /// Words that only English has.
  private static let marks: Set<String> = [
    "the", "is", "are", "was", "were", "has", "whether", "user", "an", "its", "their", "this",
  ]

  /// "whether".
  static let whether: Set<String> = ["whether", "if", "ob", "si", "se", "of", "kas"]

  /// Verbs of work that somebody has to program, in their third person.
  static let verbs = Sets(
    english: """
      activates adds authenticates authorizes blocks books calculates cancels charges checks closes
      collects compares computes confirms connects converts counts creates decrypts deletes delivers
      detects determines downloads encrypts executes exports fetches finds generates identifies
      imports inserts loads locks logs looks makes marks measures notifies opens prints processes
      publishes reads receives records refunds registers removes requests reserves resets retrieves
      saves scans searches sends signs starts stores submits synchronizes transfers unlocks updates
      uploads validates verifies writes
      """,
    others: """
      aktiviert aktualisiert bearbeitet belastet berechnet bestatigt bestimmt bucht druckt empfangt
      entfernt ermittelt erstellt erzeugt exportiert fuhrt importiert informiert ladt legt liest
      loscht meldet offnet pruft registriert reserviert schliesst schreibt sendet signiert speichert
      sperrt startet storniert sucht ubertragt uberpruft validiert vergleicht verarbeitet
      verschickt verschlusselt
      active actualise ajoute annule authentifie bloque calcule charge cherche ferme compare compte
      confirme controle cree debite demarre determine efface enregistre envoie execute genere
      identifie imprime informe lit notifie ouvre recherche recoit recupere reserve signe sauvegarde
      supprime transfere valide verifie
      actualiza anade autentica bloquea borra busca calcula cancela carga cierra cobra comprueba
      compara confirma crea determina ejecuta elimina envia escribe genera guarda identifica imprime
      informa inicia lee notifica obtiene procesa recibe registra reserva valida verifica abre
      adiciona apaga atualiza autentica bloqueia busca calcula cancela carrega cobra compara
      confirma consulta cria debita determina elimina envia executa fecha gera grava guarda
      identifica imprime
      informa inicia notifica processa recebe regista registra reserva salva valida verifica
      activeert annuleert berekent bepaalt bevestigt bewaart blokkeert boekt controleert drukt haalt
      incasseert laadt leest maakt meldt ondertekent ontvangt opent print registreert reserveert
      schrijft sluit slaat start stuurt valideert verifieert vergelijkt verwerkt verwijdert verzendt
      werkt wist zoekt
      aktiveerib allkirjastab arvutab avab blokeerib broneerib edastab kaivitab kinnitab kirjutab
      kontrollib kustutab laadib leiab loeb loob lukustab muudab otsib prindib registreerib saadab
      salvestab sulgeb teavitab tootleb trukib tuhistab tuvastab uuendab valideerib vordleb votab
      aggiorna aggiunge annulla apre attiva autentica avvia blocca calcola cancella carica cerca
      chiude confronta conferma controlla crea determina elimina esegue firma genera identifica
      informa invia legge memorizza notifica prenota registra riceve salva scarica scrive stampa
      valida verifica addebita
      """)

  /// Words after the noun that such a verb is about.
  static let ends = Sets(
    english: """
      against and are as at because before by for from has if in into is of on or that to was
      whether which with
      """,
    others: """
      ab an auf aus bei der des die ein fur gegen im in mit ob oder und von vom vor wegen zu zum zur
      a au aux avec car d' dans de des du en et ou par pour que qui si sur
      al con contra de del en o para por porque que si sobre y
      ao com contra da das de do dos e em na no nas nos ou para pela pelo por que se
      aan af als bij door en in met of om op over uit van voor
      alusel et ja kas kohta kui millest ning peale valja voi
      a al alla con da dal dalla del della di e in nel nella o per se su sul sulla
      """)

  /// Small words before a noun.
  static let fillers = Sets(
    english: """
      a all an any are for from has have her his in is it its of on or that the their this to was
      were with
      """,
    others: """
      das dem den der die ein eine einen einem einer ihr ihre ihren sein seine seinen
      la le les l' un une ce cette sa ses son
      el la las lo los su sus un una este esta
      a as o os um uma seu sua seus suas este esta
      de een het zijn haar hun dit deze
      oma see selle
      il lo la i gli le l' un uno una suo sua questo questa
      """)

  /// "is", after which a case says what holds.
  static let being = Sets(
    english: """
      is are was were
      """,
    others: """
      ist sind war wird wurde
      est sont etait
      es esta son estan
      e esta sao estao foi
      is zijn wordt was
      on oli
      e sono era
      """)

  /// Units of time, as flows write them, with their words in all languages.
  static let units: [(unit: String, words: Set<String>)] = [
    (
      "s",
      words(
        """
        s sec secs second seconds
        sekunde sekunden
        seconde secondes
        segundo segundos
        seconden
        sekund sekundi sekundit
        secondo secondi
        """)
    ),
    (
      "min",
      words(
        """
        min mins minute minutes
        minuten
        minuto minutos
        minuut
        minut minuti minutit
        """)
    ),
    (
      "h",
      words(
        """
        h hour hours
        stunde stunden
        heure heures
        hora horas
        uur uren
        tund tundi
        ora ore
        """)
    ),
    (
      "days",
      words(
        """
        day days
        tag tage tagen
        jour jours
        dia dias
        dag dagen
        paev paeva
        giorno giorni
        """)
    ),
  ]

  /// Numbers in words: one to ten, then 15, 20, 30, 60 and 90.
  static let numbers: [String: Int] = {
    let values = Array(1...10) + [15, 20, 30, 60, 90]
    let lines = [
      "one two three four five six seven eight nine ten fifteen twenty thirty sixty ninety",
      "eine zwei drei vier funf sechs sieben acht neun zehn funfzehn zwanzig dreissig sechzig "
        + "neunzig",
      "une deux trois quatre cinq six sept huit neuf dix quinze vingt trente soixante -",
      "un dos tres cuatro cinco seis siete ocho nueve diez quince veinte treinta sesenta noventa",
      "um dois tres quatro cinco seis sete oito nove dez quinze vinte trinta sessenta noventa",
      "een twee drie vier vijf zes zeven acht negen tien vijftien twintig dertig zestig negentig",
      "uks kaks kolm neli viis kuus seitse kaheksa uheksa kumme - - - - -",
      "un due tre quattro cinque sei sette otto nove dieci quindici venti trenta sessanta novanta",
    ]
    var numbers: [String: Int] = ["duas": 2, "uma": 1, "una": 1, "einer": 1, "einen": 1]
    for line in lines {
      for (word, value) in zip(line.split(separator: " "), values) where word != "-" {
        numbers[String(word)] = value
      }
    }
    return numbers
  }()

  /// "enters".
  static let entering = words(
    """
    enters types fills inputs provides
    tippt eingibt
    saisit entre indique renseigne tape
    introduce ingresa escribe teclea
    insere digita introduz preenche informa
    typt
    sisestab tipib
    inserisce digita immette
    """)

  /// Verbs that mean it with a word at the end of the sentence: "gibt die PIN ein".
  static let split: [String: String] = [
    "gibt": "ein", "tragt": "ein", "voert": "in", "vult": "in", "geeft": "in", "toetst": "in",
  ]

  /// What is secret.
  static let secrets = words(
    """
    can code mtan otp passcode password passphrase pin pin1 pin2 puk pushtan secret tan
    geheimzahl kennwort passwort pincode
    codepin motdepasse passe
    clave contrasena
    palavra-passe senha
    toegangscode wachtwoord
    parool parooli salasona salasonaga kood koodi pini
    codice
    """)

  /// "with", before a secret with which something is confirmed.
  static let means = words("with using by via mit per mittels avec par con com met tramite")

  /// Secrets with which something is done, in Estonian.
  static let comitatives = words("koodiga pinkoodiga parooliga")

  /// The ends of names of people, besides those of `ScenarioWords.roles`.
  static let roles = words(
    """
    advisor advisors attendant buyer consultant shopper team
    arbeiter bearbeiter berater gutachter halter leiter nehmer prufer vertreter verwalter
    conseiller gestionnaire
    asesor encargado gestor gerente atendente
    adviseur medewerker
    ametnik tootaja nounik
    addetto operatore
    """)

  /// "expires".
  static let expiring = words(
    "expires timeout expire caduca vence expira verloopt aegub scade ablauft")

  /// Words before the name of what is entered.
  static let before = words(
    """
    a an another correct current details her his in incorrect information invalid new old own the
    their valid wrong
    das dem den der die ein eine einem einen einer falsche falschen ihr ihre ihren neue neuen
    richtige sein seine seinen
    bon faux la le les mauvais mot nouveau nouvelle sa ses son un une de
    correcta correcto el la las los nueva nuevo su sus un una
    a as correta correto nova novo o os seu sua um uma
    de een foute haar het juiste nieuwe zijn
    oige oma uue vale
    corretto errato il la le lo nuova nuovo sua suo un una
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
