public import FlowModel
public import FlowRuntime

/// The stable keys of what a step shows, for apps that have their texts in the platform's own
/// files: String Catalogs, Android resources.
public struct TextKeys: Hashable, Sendable {
  /// The key of the title. Nil for a call.
  public private(set) var title: String?
  /// The key of the message. Nil without one.
  public private(set) var message: String?
  /// The key of what is shown while the user waits. Nil without it.
  public private(set) var loading: String?
  /// The keys of the buttons, in their order.
  public private(set) var buttons: [String] = []
  /// The keys of the entries of the list, in their order.
  public private(set) var items: [String] = []
  /// The keys of the inputs, by their names.
  public private(set) var inputs: [String: String] = [:]

  fileprivate init(_ step: Step) {
    for text in step.flow.texts where (text.id ?? text.part) == step.id {
      let words = text.slot.split(separator: " ")
      switch words.first {
      case "message": message = text.key
      case "loading": loading = text.key
      case "button": buttons.append(text.key)
      case "item": items.append(text.key)
      case "input": inputs[String(text.slot.dropFirst("input ".count))] = text.key
      case let word? where word == step.activity.key[...]: title = text.key
      default: break
      }
    }
  }
}

extension Step {
  /// The stable keys of what the step shows. Values are filled in with ``ShownText``.
  public var textKeys: TextKeys { TextKeys(self) }
}

extension Situation {
  /// The same situation in the language of another program, which was translated from the one that
  /// runs, or from the same one: one run may be shown in several languages.
  public func shown(by program: Program) -> Situation {
    guard machine.program.isLike(program) else { return self }
    return Situation(
      machine.shown(by: program), isWorking: isWorking, problem: problem, thrown: thrown,
      askedAgain: askedAgain, values: values)
  }
}
