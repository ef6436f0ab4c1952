// The words of generated use cases, in eight languages.
extension LanguagesTests.Tongue {
  static let all = [english, german, french, spanish, portuguese, dutch, estonian, italian]

  private static let english = Self(
    name: "English", heading: "Use case", main: "Main success scenario", extensions: "Extensions",
    columns: ["Step", "Description", "Next"], user: "The user", system: "The system",
    sides: ["User", "System"], deeds: ["enters the PIN", "confirms the order", "selects a room"],
    works: ["checks the card", "stores the order", "sends a receipt"],
    screen: "displays the screen '%'",
    cases: [
      "The card is expired", "The account is empty", "The order is too large",
      "Nothing happens for two minutes",
    ], row: "Case", targets: ["End", "Back", "Go to: UC7"], resumes: "Resumes at step %",
    ends: "The use case ends")

  private static let german = Self(
    name: "German", heading: "Anwendungsfall", main: "Standardablauf", extensions: "Erweiterungen",
    columns: ["Schritt", "Beschreibung", "Weiter"], user: "Der Benutzer", system: "Das System",
    sides: ["Benutzer", "System"],
    deeds: ["gibt die PIN ein", "bestätigt die Bestellung", "wählt ein Zimmer"],
    works: ["prüft die Karte", "speichert die Bestellung", "sendet eine Quittung"],
    screen: "zeigt den Bildschirm '%'",
    cases: [
      "Die Karte ist abgelaufen", "Das Konto ist leer", "Die Bestellung ist zu groß",
      "Zwei Minuten lang geschieht nichts",
    ], row: "Fall", targets: ["Ende", "Zurück", "Gehe zu: UC7"], resumes: "Weiter bei Schritt %",
    ends: "Der Anwendungsfall endet")

  private static let french = Self(
    name: "French", heading: "Cas d'utilisation", main: "Scénario nominal",
    extensions: "Extensions", columns: ["Étape", "Activité", "Suivant"], user: "L'utilisateur",
    system: "Le système", sides: ["Utilisateur", "Système"],
    deeds: ["saisit le code", "confirme la commande", "choisit une chambre"],
    works: ["vérifie la carte", "enregistre la commande", "envoie un reçu"],
    screen: "affiche l'écran '%'",
    cases: [
      "La carte est expirée", "Le compte est vide", "La commande est trop grande",
      "Rien ne se passe pendant deux minutes",
    ], row: "Cas ", targets: ["Fin", "Retour", "Aller à : UC7"], resumes: "Reprend à l'étape %",
    ends: "Le cas d'utilisation se termine")

  private static let spanish = Self(
    name: "Spanish", heading: "Caso de uso", main: "Flujo principal",
    extensions: "Flujos alternativos", columns: ["Paso", "Acción", "Siguiente"],
    user: "El usuario", system: "El sistema", sides: ["Usuario", "Sistema"],
    deeds: ["introduce la clave", "confirma el pedido", "elige una habitación"],
    works: ["verifica la tarjeta", "guarda el pedido", "envía un recibo"],
    screen: "muestra la pantalla '%'",
    cases: [
      "La tarjeta está caducada", "La cuenta está vacía", "El pedido es demasiado grande",
      "No pasa nada en dos minutos",
    ], row: "Caso", targets: ["Fin", "Atrás", "Ir a: UC7"], resumes: "Vuelve al paso %",
    ends: "El caso de uso termina")

  private static let portuguese = Self(
    name: "Portuguese", heading: "Caso de uso", main: "Fluxo principal",
    extensions: "Fluxos alternativos", columns: ["Passo", "Ação", "Próximo"],
    user: "O utilizador", system: "O sistema", sides: ["Utilizador", "Sistema"],
    deeds: ["digita a senha", "confirma a encomenda", "escolhe um quarto"],
    works: ["verifica o cartão", "grava a encomenda", "envia um recibo"],
    screen: "exibe a tela '%'",
    cases: [
      "O cartão está vencido", "A conta está vazia", "A encomenda é grande demais",
      "Nada acontece em dois minutos",
    ], row: "Caso", targets: ["Fim", "Voltar", "Ir para: UC7"], resumes: "Volta ao passo %",
    ends: "O caso de uso termina")

  private static let dutch = Self(
    name: "Dutch", heading: "Use case", main: "Hoofdscenario", extensions: "Uitbreidingen",
    columns: ["Stap", "Omschrijving", "Volgende"], user: "De gebruiker", system: "Het systeem",
    sides: ["Gebruiker", "Systeem"],
    deeds: ["voert de pincode in", "bevestigt de bestelling", "kiest een kamer"],
    works: ["controleert de kaart", "bewaart de bestelling", "verzendt een bon"],
    screen: "toont het scherm '%'",
    cases: [
      "De kaart is verlopen", "De rekening is leeg", "De bestelling is te groot",
      "Er gebeurt niets in twee minuten",
    ], row: "Geval", targets: ["Einde", "Terug", "Ga naar: UC7"], resumes: "Verder bij stap %",
    ends: "De use case eindigt")

  private static let estonian = Self(
    name: "Estonian", heading: "Kasutusjuht", main: "Põhistsenaarium", extensions: "Laiendused",
    columns: ["Samm", "Tegevus", "Järgmine"], user: "Kasutaja", system: "Süsteem",
    sides: ["Kasutaja", "Süsteem"],
    deeds: ["sisestab koodi", "kinnitab tellimuse", "valib toa"],
    works: ["kontrollib kaarti", "salvestab tellimuse", "saadab kviitungi"],
    screen: "kuvab ekraani '%'",
    cases: [
      "Kaart on aegunud", "Konto on tühi", "Tellimus on liiga suur",
      "Midagi ei juhtu kaks minutit",
    ], row: "Juhtum", targets: ["Lõpp", "Tagasi", "Mine: UC7"], resumes: "Tagasi sammu % juurde",
    ends: "Kasutusjuht lõpeb")

  private static let italian = Self(
    name: "Italian", heading: "Caso d'uso", main: "Scenario principale", extensions: "Estensioni",
    columns: ["Passo", "Azione", "Successivo"], user: "L'utente", system: "Il sistema",
    sides: ["Utente", "Sistema"],
    deeds: ["inserisce il codice", "conferma l'ordine", "sceglie una camera"],
    works: ["controlla la carta", "salva l'ordine", "invia una ricevuta"],
    screen: "visualizza la schermata '%'",
    cases: [
      "La carta è scaduta", "Il conto è vuoto", "L'ordine è troppo grande",
      "Non succede nulla per due minuti",
    ], row: "Caso", targets: ["Fine", "Indietro", "Vai a: UC7"], resumes: "Si torna al passo %",
    ends: "Il caso d'uso termina")
}
