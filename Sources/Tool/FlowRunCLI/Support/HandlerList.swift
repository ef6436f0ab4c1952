internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowRuntime
internal import WalletApp
internal import WalletSimulator

/// The handlers that a check assumes: those of the wallet, or an app's own list.
///
/// A file has a line `ACTION: OUTCOME, OUTCOME` for each action. Empty lines and what follows `#` do not
/// count.
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

  /// The outcomes of every action. If a file is not such a list, says where and exits with status 2.
  func outcomes() async throws -> [String: Set<String>] {
    guard case .file(let path) = self, !FileSystem.isFolder(path) else {
      return try await HandlerList.ofFlows()
    }
    let file = try SourceFile(argument: path)
    let (outcomes, diagnostics) = HandlerList.read(file)
    guard diagnostics.isEmpty else {
      Console.current.show(diagnostics, in: [file])
      throw ExitCode(2)
    }
    return outcomes
  }

  /// Those of the wallet and of the desk. They are not run; the store is empty and removed afterwards.
  private static func ofFlows() async throws -> [String: Set<String>] {
    let temporary = try refusing { () throws(FileError) in try TemporaryFolder() }
    do {
      let run = try await Simulator(World(), folder: temporary.path, clock: SystemRunClock())
      return run.outcomes
    } catch {
      throw refuse("the handlers cannot be set up: \(error)")
    }
  }

  private static func read(_ file: SourceFile) -> ([String: Set<String>], [Diagnostic]) {
    var outcomes: [String: Set<String>] = [:]
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
            help: "a line names an action and its outcomes: `account.checkPin: valid, wrong-1`"))
      }
      let content = (text.split(separator: "#", omittingEmptySubsequences: false).first ?? "")
      let parts = content.replacing("\r", with: "").split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard !content.allSatisfy(\.isWhitespace) else { continue }
      guard parts.count == 2, let action = parts.first?.trimmed, isName(action) else {
        refuse("this is not an action and its outcomes")
        continue
      }
      let names = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      let list = names == [""] ? [] : names
      guard list.allSatisfy(isName), Set(list).count == list.count else {
        refuse("these are not different outcomes, with commas between them")
        continue
      }
      guard outcomes.updateValue(Set(list), forKey: action) == nil else {
        refuse("`\(action)` is here twice")
        continue
      }
    }
    return (outcomes, diagnostics)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { !$0.isWhitespace && $0 != ":" }
  }
}

extension Rule {
  /// A line is not an action with its outcomes.
  static let invalidHandlers = Rule("invalid-handlers")
}
