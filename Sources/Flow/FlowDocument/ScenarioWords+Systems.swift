// Names of systems, and of professions.
extension ScenarioWords {
  /// Whether a name is that of a system: `File System`, `sistema bancario`.
  static func isSystem(_ name: String) -> Bool {
    if systems.contains(name) { return true }
    // `Booking-API`
    let words = PlainWords.words(name).flatMap { $0.split(separator: "-").map(String.init) }
    return isService(name)
      || [words.first, words.last].contains { $0.map(kinds.contains) ?? false }
  }

  /// Whether a name is that of a service which programs call: `Payment service`, and not `Customer
  /// service`.
  static func isService(_ name: String) -> Bool {
    let words = PlainWords.words(name)
    return words.count > 1
      && words.contains {
        [
          "service", "services", "servico", "servicio", "servizio", "dienst",
        ].contains($0)
      }
      && words.contains { word in services.contains { word.hasSuffix($0) } }
  }

  private static let services = [
    "payment", "email", "e-mail", "mail", "sms", "authentication", "auth", "identity", "cloud",
    "notification", "messaging", "geocoding", "storage", "authentification", "paiement", "correo",
    "autenticacion", "pago", "autenticacao", "pagamento", "autenticazione", "notificacao",
    "notificaciones", "notifiche", "authenticatie", "betaal",
  ]

  /// The words with which names of systems begin or end.
  private static let kinds: Set<String> = [
    "system", "systems", "systeme", "sistema", "systeem", "susteem", "server", "servidor",
    "serveur", "database", "api", "gateway",
  ]

  /// What a sentence about somebody of a profession begins with, also with an article.
  static let professions = words(
    """
    pharmacist,nurse,receptionist,waiter,waitress,cook,technician,moderator,supervisor,auctioneer,
    apotheker,krankenschwester,koch,techniker,moderateur,pharmacien,infirmier,infirmiere,
    serveuse,cuisinier,technicien,secretaire,farmaceutico,enfermero,enfermera,camarero,mesero,
    cocinero,tecnico,moderador,secretaria,recepcionista,enfermeiro,enfermeira,garcom,cozinheiro,
    atendente,farmacista,infermiere,cameriere,cuoco,verpleegkundige,ober,kok,monteur
    """)

  /// Whether a sentence says what somebody may do besides: `The guest can choose to see the menu`,
  /// `Select optional search criteria`.
  static func saysOption(_ text: String) -> Bool {
    let folded = " \(PlainWords.folded(text)) "
    return options.contains { folded.contains(" \($0) ") }
  }

  private static let options = words(
    """
    can choose to,may choose to,can optionally,may optionally,optional,optionally,kann optional,
    kann auch,puede opcionalmente,opcionalmente,peut aussi,peut choisir de,pode opcionalmente,
    kan ook
    """)

  /// The system and the user in languages whose sentences are not read otherwise.
  static let otherSystems = words(
    """
    systems,systemet,järjestelmä,sovellus,systém,sistem,aplikasi,uygulama,система,приложение,додаток,
    sistemul,aplicația,a rendszer,rendszer,aplikacja,aplikace
    """
  ).map(PlainWords.folded)

  static let otherPeople = otherNames + germanPairs

  /// `Benutzer:in`, `Nutzer*in`, `Mitarbeiter/in`
  private static let germanPairs = words(
    "benutzer,nutzer,anwender,mitarbeiter,administrator,teilnehmer,besucher,kund,student,leser"
  ).flatMap { name in [":in", "*in", "_in", "/in", "/-in", "(in)"].map { name + $0 } }

  private static let otherNames = words(
    """
    użytkownik,uživatel,användaren,brugeren,brukeren,käyttäjä,kullanıcı,pengguna,пользователь,
    користувач,utilizatorul,a felhasználó,felhasználó,klient,kunden,asiakas,pelanggan,клиент,
    клієнт,clientul,người dùng,usuaria,utilisatrice
    """
  ).map(PlainWords.folded)

  static let otherAlternatives = words(
    """
    luồng thay thế,luồng phụ,替代流程,备选流程,備選流程,scenariusz alternatywny,
    przepływ alternatywny,przebieg alternatywny,alternativní scénář,alternativní tok,
    alternativt flöde,alternativt forløb,alternativ flyt,vaihtoehtoinen tapahtumankulku,
    alternatif akış,alternatif senaryo,alur alternatif,skenario alternatif,
    альтернативный сценарий,альтернативный поток,альтернативний сценарій,scenariu alternativ
    """
  ).map(PlainWords.folded)
}
