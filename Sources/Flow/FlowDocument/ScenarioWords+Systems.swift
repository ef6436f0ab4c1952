// Names of systems.
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
}
