public import FlowKit
public import Observation

/// What the screen of an app shows of a run. A SwiftUI view has it as its model, and follows it
/// with `.task { await model.follow() }`.
@MainActor @Observable public final class RunModel {
  /// Where the run stands. Nil before the first update.
  public private(set) var situation: Situation?
  /// What the user has to be told: why a tap did nothing, or why the run cannot go on.
  public private(set) var problem: String?
  private let runner: Runner

  /// The model of a run, which starts when somebody follows the model.
  public init(_ runner: Runner) {
    self.runner = runner
  }

  /// Shows the run until it ends.
  public func follow() async {
    for await situation in runner.updates {
      self.situation = situation
      problem = situation.problem?.description
    }
  }

  /// A button was tapped, and the fields were filled in. Secrets are entered with
  /// `runner.enter(secret:as:)`, straight from the keyboard.
  public func tap(_ row: String, fields: [String: String] = [:]) async {
    for (name, value) in fields { await runner.enter(value, as: name) }
    do {
      _ = try await runner.choose(row)
    } catch {
      problem = error.description
    }
  }
}

/// The view: here lines of text, in an app a stack of SwiftUI views.
@MainActor public struct RunView {
  private let model: RunModel

  /// A view of a model.
  public init(_ model: RunModel) {
    self.model = model
  }

  /// What is on the screen.
  public var body: [String] {
    guard let situation = model.situation else { return ["..."] }
    if let end = situation.end { return ["The end: \(end)"] }
    var lines = [situation.title]
    if let message = situation.message { lines.append(message) }
    if situation.isWorking { lines.append("(spinner)") }
    for input in situation.inputs { lines.append("\(input.name): \(input.requirement)") }
    for choice in situation.choices where choice.row.kind == .user {
      lines.append("[\(choice.row.label)]" + (choice.refusal.map { " - \($0)" } ?? ""))
    }
    if let timer = situation.timer { lines.append("\((timer.rest + 999) / 1_000) s left") }
    if let problem = model.problem { lines.append("! \(problem)") }
    return lines
  }
}
