import CardDesk
import EstEID
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import ISO7816
import JSON
import Synchronization
import TestSupport
import Testing
import VirtualCard
import WalletApp

/// A virtual card that is on the reader at once.
struct CardOnReader: CardSource {
  let card: VirtualCard
  func card(since began: Int64) async throws -> any CardChannel { await card.insert() }
}

/// A browser that asks once and keeps the answers.
final class AskingBrowser: BrowserPort {
  private let message: String
  private let answers = Mutex<[JSONValue]>([])
  private let gate = Gate()

  init(_ message: String) { self.message = message }

  var answered: [JSONValue] { answers.withLock(\.self) }

  func receive() async -> BrowserMessage { .message(Array(message.utf8)) }

  func send(_ message: JSONValue) async -> Bool {
    answers.withLock { $0.append(message) }
    return true
  }

  func close() async { await gate.open() }

  func closed() async {
    let waiting = Task { await gate.wait() }
    await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      Task { await gate.open() }
    }
  }
}

/// A person who enters codes, and remembers what was shown at each prompt.
final class RememberingPerson: DeskPerson {
  struct Seen: Sendable {
    let title: String
    let lines: [String]
  }

  private let codes: Mutex<[String: [String]]>
  private let dialogs = Mutex<[Seen]>([])
  private let waits: Bool

  /// - Parameter waits: whether the person never answers.
  init(_ codes: [String: [String]], waits: Bool = false) {
    self.codes = Mutex(codes)
    self.waits = waits
  }

  var seen: [Seen] { dialogs.withLock(\.self) }

  func decide(_ dialog: Dialog, in run: Runner) async throws -> Row? {
    guard let accept = dialog.accept else { return nil }
    dialogs.withLock { $0.append(Seen(title: dialog.title, lines: dialog.lines)) }
    if waits { return nil }
    for field in dialog.fields {
      let code = codes.withLock { codes in
        codes[field.name].flatMap { $0.isEmpty ? nil : $0 }.map { list in
          codes[field.name] = Array(list.dropFirst())
          return list[0]
        }
      }
      guard let code else { return dialog.decline }
      await run.enter(secret: secret(code), as: field.name)
    }
    return accept
  }
}

/// The flows of the project, compiled.
func program() throws -> Program {
  try need(FlowLoader().load(folder: flowsFolder).catalogue).compiled()
}

/// A reader without a card, which fails at once.
struct EmptyReader: CardSource {
  let failure: any Error
  func card(since began: Int64) async throws -> any CardChannel { throw failure }
}
