internal import FlowModel

// People whom nobody declares: `The delivery staff marks the order`, `L'enseignant valide`.
extension ScenarioBuilder {
  /// What steps of nobody begin with, behind an article, if it is a role and its verb follows:
  /// folded.
  var rolesNamed: Set<String> {
    var (roles, programs): (Set<String>, Set<String>) = ([], [])
    for line in steps + extensions.flatMap(\.lines)
    where line.activity == .outside && line.rows.isEmpty {
      guard let (name, verb) = Self.role(in: line.subject) else { continue }
      roles.insert(name)
      // `Planner shows the tasks`, the name of a program
      if ScenarioWords.deedsOfSystems.contains(verb) { programs.insert(name) }
    }
    return roles.subtracting(programs)
  }

  /// The role that a text begins with, and its verb.
  private static func role(in text: String) -> (name: String, verb: String)? {
    let words = text.prefix(120).split(separator: " ").prefix(6)
    let folded = words.map { PlainWords.folded(String($0)) }
    guard let first = folded.first else { return nil }
    // `L'enseignant`
    if first.hasPrefix("l'"), others.contains(String(first.dropFirst(2))) {
      return words.count > 1 && isVerb(folded[1], words[1]) ? (first, folded[1]) : nil
    }
    let start = ScenarioWords.articleWords.contains(first) ? 1 : 0
    for count in 1...3 where start + count < words.count {
      let name = folded[start..<(start + count)]
      guard let last = name.last, case let next = words[start + count],
        case let verb = folded[start + count]
      else { continue }
      let isRole =
        count == 1 && others.contains(last) && isVerb(verb, next)
        || (english.contains(last) || count > 1 && endings.contains(last))
          && (mayBeVerb(next) || modals.contains(verb))
      if isRole, !name.contains(where: isPart), name.allSatisfy(isName) {
        return (name.joined(separator: " "), verb)
      }
    }
    return nil
  }

  private static func isVerb(_ folded: String, _ word: Substring) -> Bool {
    word.first?.isLowercase == true && folded.count > 2 && !joints.contains(folded)
  }

  private static func isName(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0 == "-" } && !ScenarioWords.ifs.contains(word)
      && !ScenarioWords.articleWords.contains(word) && !ScenarioWords.clauses.contains(word)
  }

  private static func isPart(_ word: String) -> Bool {
    ScenarioWords.isSystem(word) || ScenarioWords.parts.contains(word)
      || ScenarioWords.things.contains(word)
  }

  private static let modals: Set<String> = ["can", "may", "must", "will", "should", "then"]
  private static let joints: Set<String> = [
    "de", "del", "della", "des", "der", "van", "von", "und", "que", "qui", "che", "con", "com",
    "avec", "mit", "met", "pour", "para", "per", "est", "sera", "ist", "wird", "wordt",
    "dell'", "non", "nao", "nicht", "niet", "does", "pas",
  ]

  /// Roles that are no programs, in English.
  private static let english: Set<String> = [
    "staff", "guardian", "parent", "officer", "secretary", "inspector", "instructor", "engineer",
    "lecturer", "professor", "coach", "trainer", "nurse", "courier", "supplier", "vendor",
    "organizer", "organiser", "tenant", "landlord", "technician", "accountant", "receptionist",
    "supervisor", "coordinator", "representative", "analyst", "farmer", "citizen", "resident",
    "teacher", "student", "manager", "clerk", "cashier", "librarian", "doctor", "patient",
    "customer", "visitor", "guest", "employee", "operator", "driver", "passenger", "applicant",
    "recruiter", "candidate", "participant", "attendee", "volunteer", "donor", "developer",
    "author", "admin", "administrator", "moderator", "reviewer", "approver", "planner", "chef",
    "waiter", "consultant", "counselor", "advisor", "specialist", "pharmacist", "physician",
    "surgeon", "auditor", "dispatcher", "mechanic", "buyer", "seller", "renter", "borrower",
    "freelancer", "housekeeper", "gardener", "pilot",
  ]

  /// What longer names of roles end with: `Shift leader`, but not "the reader".
  private static let endings: Set<String> = ["leader", "owner", "member", "keeper", "user", "head"]

  /// Roles in other languages.
  private static let others: Set<String> = Set(
    ScenarioWords.words(
      """
      enseignant,enseignante,professeur,responsable,gestionnaire,vendeur,vendeuse,employe,employee,
      medecin,caissier,caissiere,conducteur,chauffeur,livreur,directeur,directrice,formateur,
      apprenant,eleve,abonne,adherent,membre,bibliothecaire,receptionniste,candidat,recruteur,
      acheteur,parent,citoyen,citoyenne,joueur,joueuse,organisateur,participant,proprietaire,
      locataire,passager,patient,
      mitarbeiterin,sachbearbeiter,sachbearbeiterin,lehrer,lehrerin,arzt,arztin,verkaufer,
      verkauferin,bibliothekar,schuler,schulerin,dozent,dozentin,leiter,leiterin,kellner,fahrer,
      bewerber,bewerberin,teilnehmer,teilnehmerin,besucher,besucherin,kaufer,mieter,vermieter,
      redakteur,kassierer,buchhalter,mitglied,kundin,
      profesor,profesora,docente,vendedor,vendedora,encargado,encargada,empleado,empleada,medico,
      medica,paciente,gerente,secretario,alumno,alumna,estudiante,cajero,cajera,conductor,
      repartidor,comprador,socio,miembro,jefe,bibliotecario,bibliotecaria,jugador,visitante,
      invitado,propietario,inquilino,operador,cocinero,huesped,candidato,reclutador,organizador,
      professor,professora,aluno,aluna,funcionario,funcionaria,estudante,motorista,entregador,
      leitor,membro,chefe,responsavel,jogador,convidado,proprietario,cozinheiro,hospede,
      colaborador,gestor,
      docent,leraar,lerares,medewerker,arts,verkoper,bibliothecaris,leerling,bezoeker,gast,speler,
      huurder,verhuurder,eigenaar,bestuurder,
      insegnante,segretario,segretaria,responsabile,gestore,venditore,impiegato,cassiere,studente,
      studentessa,ospite,giocatore,lettore,autista,operatore,direttore,organizzatore,visitatore,
      opetaja,opilane,liige,kulaline,muuja,arst
      """))
}
