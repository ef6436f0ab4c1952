import Diagnostics
import FlowDocument
import TestSupport
import Testing

/// What `bind` asks about documents, and the names that it proposes, in eight languages.
@Suite struct BindingQuestionsTests {
  private func questions(_ document: String) throws -> String {
    var documents = DocumentFlows()
    documents.read(SourceFile(path: "UC1.md", bytes: Array(document.utf8)))
    _ = documents.sources()
    return try #require(documents.bindingDraft(of: "UC1")?.text)
  }

  @Test(
    "A name for work has the infinitive of its verb, and letters that every program can write",
    arguments: [
      ("Kunde", "Das System prüft die TAN.", "tan.pruefen"),
      ("Kunde", "Das System berechnet den neuen Beitrag.", "beitrag.berechnen"),
      ("Kunde", "Das System speichert die Prüfung.", "pruefung.speichern"),
      (
        "Kunde", "Das System erstellt den Nachtrag zum Schein und stellt ihn ins Postfach.",
        "nachtrag.erstellen"
      ),
      ("Client", "Le système vérifie la carte.", "carte.verifier"),
      ("Cliente", "El sistema comprueba la tarjeta.", "tarjeta.comprobar"),
      ("Cliente", "O sistema verifica o cartão.", "cartao.verificar"),
      ("Klant", "Het systeem controleert de kaart.", "kaart.controleren"),
      ("Klient", "Süsteem kontrollib kaarti.", "kaarti.kontrollima"),
      ("Cliente", "Il sistema controlla la carta.", "carta.controllare"),
      ("Guest", "System checks the card.", "card.check"),
    ])
  func actions(actor: String, sentence: String, name: String) throws {
    let text = try questions(
      "# UC1 T\n\n## Main flow\n1. \(actor) a.\n2. \(sentence)\n3. \(sentence)\n")
    #expect(text.contains("# action: \(name)\n"), "\(text)")
  }

  @Test(
    "What somebody enters, or confirms something with, may be an input or a secret",
    arguments: [
      ("Guest confirms with a TAN.", "tan: { secret: yes"),
      ("Der Kunde bestätigt die Umstellung mit einer TAN.", "tan: { secret: yes"),
      ("Der Kunde gibt die IBAN ein und erteilt das Mandat.", "iban: { length"),
      ("Le client confirme avec un code.", "code: { secret: yes"),
    ])
  func inputs(sentence: String, input: String) throws {
    let text = try questions(
      """
      # UC1 T

      **Primary actor:** Guest

      ## Main flow
      1. Guest goes.
      2. System shows the list.

      ## Extensions
      1a. There is none
      1a1. \(sentence)
      1a2. Resumes at step 2.
      """)
    #expect(text.contains("# input: { \(input)"), "\(text)")
  }

  @Test("What expires may be a timer, and a card that is expired is none")
  func expiry() throws {
    func text(_ label: String) throws -> String {
      try questions(
        "# UC1 T\n\n## Main flow\n1. User goes.\n2. System checks the card.\n\n"
          + "## Extensions\n1a. \(label)\n1a1. Use case ends.\n")
    }
    #expect(try text("The reservation expires").contains("# after: 15 min"))
    #expect(try text("Die Reservierung läuft ab").contains("# after: 15 min"))
    #expect(try !text("The card is expired").contains("# after:"))
  }

  @Test("Somebody who acts and has no name of a role may be another system")
  func actors() throws {
    let text = try questions(
      """
      # UC1 Pay

      **Actors:** Shopper, Payment provider, Clerk

      ## Main flow
      1. Shopper confirms.
      2. System sends the request to the payment provider.
      3. Payment provider authorises the payment.
      4. Clerk packs the goods.
      5. System creates the order.
      """)
    #expect(text.contains("# Is Payment provider a person who uses the app, or another system?\n"))
    #expect(text.contains("# actors: { Payment provider: outside }\n"), "\(text)")
  }
}
