internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowRuntime
internal import WalletApp
internal import WalletSimulator

/// The handlers that a check assumes: those of the wallet, or an app's own list.
///
/// A file has a line `ACTION: OUTCOME, OUTCOME; VALUE, VALUE` for each action, as `Handlers.list`
/// writes it. The values may be left out. Empty lines and what follows `#` do not count.
enum HandlerList: ExpressibleByArgument, CustomStringConvertible {
  case wallet
  case file(String)

  init?(argument: String) { self = .file(argument) }

  var description: String {
    switch self {
    case .wallet: "the wallet's"
    case .file(let path): path
    }
  }

  /// The possible answers of every action. If a file is not such a list, refuses it and says where.
  func bindings() async throws -> [String: BoundAction] {
    guard case .file(let path) = self, !FileSystem.isFolder(path) else {
      return try await HandlerList.ofFlows()
    }
    let file = try SourceFile(argument: path)
    let (bindings, diagnostics) = HandlerList.read(file)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return bindings
  }

  /// Those of the wallet and of the desk. They are not run; the store is empty and removed
  /// afterwards.
  private static func ofFlows() async throws -> [String: BoundAction] {
    let temporary = try refusing { () throws(FileError) in try TemporaryFolder() }
    do {
      let run = try await Simulator(World(), folder: temporary.path, clock: SystemRunClock())
      return run.outcomes.reduce(into: [:]) { bindings, action in
        bindings[action.key] = BoundAction(
          outcomes: action.value, values: run.values[action.key] ?? [])
      }
    } catch {
      throw Refusal("the handlers cannot be set up: \(error)")
    }
  }

  private static func read(_ file: SourceFile) -> ([String: BoundAction], [Diagnostic]) {
    var bindings: [String: BoundAction] = [:]
    var diagnostics: [Diagnostic] = []
    var start: UInt32 = 0
    for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      let length = UInt32(truncatingIfNeeded: text.unicodeScalars.count)
      let span = Span(start: start, end: start &+ max(1, length))
      start &+= length &+ 1
      func refuse(_ reason: String) {
        diagnostics.append(
          Diagnostic(
            .invalidHandlers, path: file.path, span: span, reason,
            help:
              """
              a line names an action, its outcomes and values: `card.read: read, lost; surname, \
              expires`
              """
          ))
      }
      let content = (text.split(separator: "#", omittingEmptySubsequences: false).first ?? "")
      let parts = content.replacing("\r", with: "").split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard !content.allSatisfy(\.isWhitespace) else { continue }
      guard parts.count == 2, let action = parts.first?.trimmed, isName(action) else {
        refuse("this is not an action and its outcomes")
        continue
      }
      let lists = parts[1].split(separator: ";", omittingEmptySubsequences: false).map(names)
      guard let outcomes = lists[0], outcomes.allSatisfy(isName) else {
        refuse("these are not different outcomes, with commas between them")
        continue
      }
      guard lists.count <= 2, let values = lists.count == 2 ? lists[1] : [] else {
        refuse("these are not different values, with commas between them")
        continue
      }
      guard bindings[action] == nil else {
        refuse("`\(action)` is here twice")
        continue
      }
      bindings[action] = BoundAction(outcomes: Set(outcomes), values: Set(values))
    }
    return (bindings, diagnostics)
  }

  /// Names with commas between them. Nil if one is empty or there twice.
  private static func names(_ text: Substring) -> [String]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    if names == [""] { return [] }
    return !names.contains("") && Set(names).count == names.count ? names : nil
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { !$0.isWhitespace && $0 != ":" }
  }
}

extension Rule {
  /// A line is not an action with its outcomes.
  static let invalidHandlers = Rule("invalid-handlers")
}
