internal import ArgumentParser
internal import CardDesk
internal import ChildProcesses
internal import EstEID
internal import Files
internal import JSON
internal import Markup
internal import PCSC

struct WebEIDStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract:
      "Says what is there and what is missing: browser, registration, extension, reader, card.",
    discussion: "Exit status: 0 if a browser can use a card, 1 if something is missing.")

  @Option(help: "Only this browser: chromium, chrome or firefox.") var browser: BrowserKind?

  func run() async throws {
    var report = StatusReport()
    var registrations: [HostRegistration] = []
    for kind in browser.map({ [$0] }) ?? BrowserKind.allCases {
      for isOfficial in [false, true] {
        let place = try HostRegistration(kind, isOfficial: isOfficial)
        if FileSystem.exists(place.manifest) { registrations.append(place) }
      }
    }
    if registrations.isEmpty {
      report.missing(
        "no browser knows flowrun", "register it: `flowrun web-eid install --browser chromium`")
    }
    for place in registrations { await look(at: place, &report) }
    if registrations.contains(where: { !isVirtual($0) }) || registrations.isEmpty {
      lookForPinentry(&report)
      await lookForCard(&report)
    }
    guard report.isGood else { throw ExitCode(1) }
  }

  private func look(at place: HostRegistration, _ report: inout StatusReport) async {
    let label = place.browser.label
    if place.browser.programs.contains(where: StatusReport.isInPath) {
      report.good("\(label) is installed")
    } else {
      report.missing(
        "\(label) is not in PATH", "install it, or ignore this if it is started in another way")
    }
    guard let found = place.found else {
      return report.missing("`\(place.manifest)` cannot be read", "install it again")
    }
    guard found.program == place.script else {
      return report.missing(
        "`\(place.name)` of \(label) is another program: \(found.program)",
        "remove it, if flowrun is to take its place")
    }
    report.good(
      "\(label) knows flowrun as `\(place.name)`\(isVirtual(place) ? ", with a virtual card" : "")")
    await answers(place, &report)
    for name in found.extensions {
      if hasExtension(name, place) {
        report.good("\(label) has the extension \(name)")
      } else {
        report.note(
          "no profile of \(label) has the extension \(name)",
          "install it; an extension that was loaded unpacked cannot be seen here")
      }
    }
  }

  /// Starts the host as the browser would, and has it say its version.
  private func answers(_ place: HostRegistration, _ report: inout StatusReport) async {
    let quit = JSONValue.object(["command": .string("quit"), "arguments": .object([])])
    do throws(ChildProcess.Failure) {
      let output = try await ChildProcess(
        place.script, input: NativeFrame.encoded(quit), deadline: .seconds(30)
      ).output()
      let version = JSONValue.object(["version": .string(BrowserProtocol.version)])
      guard output == NativeFrame.encoded(version) + NativeFrame.encoded(.object([])) else {
        return report.missing("the program does not answer as it should", "install it again")
      }
      report.good("the program answers, with version \(BrowserProtocol.version) of the protocol")
    } catch {
      let reason = if case .failed(let words) = error { words } else { "it is not there" }
      report.missing("the program cannot be started: \(reason)", "install it again")
    }
  }

  private func isVirtual(_ place: HostRegistration) -> Bool {
    let script = (try? FileSystem.read(place.script, limit: 65_536)) ?? []
    return String(decoding: script, as: UTF8.self).contains("'--virtual'")
  }

  private func hasExtension(_ name: String, _ place: HostRegistration) -> Bool {
    FileSystem.names(in: place.profiles).contains { profile in
      let folder = "\(place.profiles)/\(profile)"
      return place.browser.namesAddresses
        ? FileSystem.isFolder("\(folder)/Extensions/\(name)")
        : FileSystem.exists("\(folder)/extensions/\(name).xpi")
    }
  }

  private func lookForPinentry(_ report: inout StatusReport) {
    if StatusReport.isInPath("pinentry") {
      report.good("`pinentry` is there, to ask for PINs")
    } else {
      report.missing(
        "there is no `pinentry` to ask for PINs", "`apt-get install pinentry-gnome3`, or another")
    }
  }

  private func lookForCard(_ report: inout StatusReport) async {
    do throws(PCSCError) {
      let readers = try await PCSCService().readers()
      guard !readers.isEmpty else {
        return report.missing("there is no card reader", PCSCError.readerUnavailable.help)
      }
      for reader in readers {
        let name = TerminalText.line(reader.name)
        guard let answer = reader.answerToReset else {
          report.missing("the reader \(name) has no card", PCSCError.cardUnavailable.help)
          continue
        }
        if CardProfile(answerToReset: answer) == nil {
          report.note("the reader \(name) has a card that is not known", "it is tried all the same")
        } else {
          let way = EstEIDCard.needsCAN(answerToReset: answer) ? "over NFC" : "by contacts"
          report.good("the reader \(name) has an Estonian ID card, \(way)")
        }
      }
    } catch { report.missing(error.description, error.help) }
  }
}

/// Prints what is there and what is missing.
private struct StatusReport {
  private(set) var isGood = true

  func good(_ text: String) { say("ok", text, nil) }

  func note(_ text: String, _ help: String) { say("note", text, help) }

  mutating func missing(_ text: String, _ help: String?) {
    isGood = false
    say("missing", text, help)
  }

  /// Files of other programs are quoted here: none of them can begin a line of its own.
  private func say(_ state: String, _ text: String, _ help: String?) {
    Console.current.out("\(state.padded(to: 9))\(TerminalText.line(text))\n")
    if let help { Console.current.out("         help: \(TerminalText.line(help))\n") }
  }

  static func isInPath(_ program: String) -> Bool {
    (Console.environment("PATH") ?? "").split(separator: ":").contains {
      FileSystem.exists("\($0)/\(program)")
    }
  }
}
