package import CardDesk
package import FlowModel
package import FlowRuntime

/// A person at a desk, as described by a world: agrees or not, and enters codes. Whoever has
/// entered all codes that the world names gives up.
package actor SimulatedPerson: DeskPerson {
  private let agrees: World.Person.Consent
  private var codes: [String: [TestCode]]
  private var shown: Set<String> = []
  private let told: @Sendable (String) -> Void

  /// - Parameter told: called with each line that is shown to the person.
  package init(_ world: World, told: @escaping @Sendable (String) -> Void = { _ in }) {
    agrees = world.person.agrees
    let (person, card) = (world.person, world.card)
    codes = [
      "can": person.can ?? [card.can], "pin1": person.pin1 ?? [card.pin1],
      "pin2": person.pin2 ?? [card.pin2],
    ]
    self.told = told
  }

  package func decide(_ dialog: Dialog, in run: Runner) async throws -> Row? {
    guard let accept = dialog.accept, agrees != .never else { return nil }
    for line in dialog.lines where shown.insert(line).inserted { told(line) }
    guard agrees == .yes else { return dialog.decline }
    for field in dialog.fields {
      guard let code = codes[field.name]?.first else { return dialog.decline }
      codes[field.name]?.removeFirst()
      await run.enter(secret: code.secret, as: field.name)
    }
    return accept
  }
}
