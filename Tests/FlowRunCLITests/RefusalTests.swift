import Foundation
import TestSupport
import Testing

/// What used to pass, to be ignored, or to be called something else.
@Suite struct RefusalTests {
  @Test(
    "A wrong word on the command line is named",
    arguments: [
      (["help", "tabel"], "there is no command `tabel`; did you mean `table`?"),
      (["help", "nosuch"], "there is no command `nosuch`; `flowrun --help` names all"),
      (
        ["help", "check", "nosuch"],
        "`flowrun check` has no command `nosuch`; `flowrun check --help` describes it"
      ),
      (["help", "card", "raed"], "`flowrun card` has no command `raed`; did you mean `read`?"),
      (
        ["help", "card", "nosuch"],
        "`flowrun card` has no command `nosuch`; `flowrun card --help` names all"
      ),
      (["paths", "--limit", "-1"], "`--limit` is from 1 to 1000000"),
      (["cover", "x", "--at-least", "-1"], "`--at-least` is from 0 to 100"),
      (["serve", "website", "--answers", "-1"], "`--answers` is a number from 1 on"),
      (
        ["check", "--only", ""],
        "`--only` and `--except` need the name of a rule; `flowrun explain` lists all"
      ),
      (
        ["check", "--except", " , "],
        "`--only` and `--except` need the name of a rule; `flowrun explain` lists all"
      ),
      (
        ["UC2.3", "--rows", "1.1b,suspend"],
        "`suspend` in `--rows` needs the flow that starts when the app returns: `suspend UC1.2`"
      ),
      (
        ["UC2.3", "--rows", "1.1b", "--fact", "platform"],
        "`--fact platform` has no value; write `platform=ios` or `platform=android`"
      ),
      (
        ["UC2.3", "--rows", "1.1b", "--fact", "=x"],
        "`--fact =x` has no value; write the name of a fact and a value, `platform=android`"
      ),
      (["UC2.3", "--from", "9.9"], "`UC2.3` has no step `9.9` to start from"),
      (["UC2.3", "--fact", "platfrm=ios"], "there is no fact `platfrm`; did you mean `platform`?"),
      (
        ["UC2.3", "--fact", "platform=windows"],
        "the fact `platform` has no value `windows`; it has `ios`, `android`"
      ),
      (
        ["UC2.3", "--world", "/nonexistent"],
        "`/nonexistent` cannot be read: No such file or directory"
      ),
      (
        ["explain", "wipe-is-confirmd"],
        "there is no rule `wipe-is-confirmd`; did you mean `wipe-is-confirmed`?"
      ),
      (
        ["check", "--write-baseline", "no-such-file"],
        "there is no `no-such-file`; `--write-baseline` writes to the file of `--baseline FILE`"
      ),
      (["paths", "--by", ""], "`--by` needs what to show, such as `--by rows`"),
      (["UC2.3", "--script", ""], "a file needs a name, and this one is empty"),
      (["cover", ""], "a file needs a name, and this one is empty"),
      (["graph", "UC2.3", "-o", ""], "a file needs a name, and this one is empty"),
      (["import", "x.md", "-o", ""], "`--output` needs the name of a folder"),
      (["site", "-o", "-"], "`--output` needs the name of a folder"),
      (["export", "UC2.3", "--to", "scxml", "-o", ""], "`--output` needs the name of a folder"),
      (["--nosuch"], "there is no option `--nosuch`; `flowrun help run` names all"),
      (
        ["table", "--nosuch"],
        "`flowrun table` has no option `--nosuch`; `flowrun table --help` names all"
      ),
      (
        ["cover", "--nosuch=1"],
        "`flowrun cover` has no option `--nosuch`; `flowrun cover --help` names all"
      ),
      (["--script", "-", "--from", "1.1"], "`--from` needs a flow: `flowrun FLOW --from STEP`"),
      (["--scripd=x"], "there is no option `--scripd`; did you mean `--script`?"),
      (
        ["UC2.3", "--rows", "1.1a", "--by-itself"],
        "`--rows` and `--by-itself` exclude each other"
      ),
      (
        ["UC2.3", "--script", "x", "--by-itself"],
        "`--script` and `--by-itself` exclude each other"
      ),
      (["UC2.3", "--rows", "1.1a", "--by-hand"], "`--rows` and `--by-hand` exclude each other"),
      (["UC2.3", "--by-itself", "--by-hand"], "`--by-itself` and `--by-hand` exclude each other"),
      (["UC2.3", "--by-hand", "--world", "x"], "`--world` and `--by-hand` exclude each other"),
      (["UC2.3", "--script", "x", "--state", "y"], "`--state` and `--script` exclude each other"),
      (["UC2.3", "--by-itself", "--anyway"], "`--anyway` is for `--rows` and `--script`"),
      (
        ["UC2.3", "--rows", "1.1a 1.2b"],
        "`--rows` takes rows with commas between them: `--rows 1.1a,1.2b`"
      ),
      (["UC2.3", "--rows", "1.1a", "--world", "x"], "`--rows` and `--world` exclude each other"),
      (["UC2.3", "--rows", "1.1a", "--state", "x"], "`--rows` and `--state` exclude each other"),
      (
        ["UC2.3", "--rows", " , ,"],
        "`--rows` names no row; write them with commas: `1.1a,1.2b`"
      ),
      (
        ["replay", "--junit", "same", "--cover", "same"],
        "`--junit` and `--cover` name the same file"
      ),
    ])
  func words(_ arguments: [String], _ message: String) async {
    let outcome = await flowrun(arguments, flows: nil)
    #expect(outcome.status == 2)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err == "flowrun: \(message)\n")
  }

  @Test("The flow of a dictated row may have a space in its id")
  func rowOfFlowWithSpace() async {
    let outcome = await flowrun(
      "UC2.3", "--as-meant", "--rows", "*a,No internet:1.1a", flows: flowsFolder)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("Without a terminal and without a script, a run says what to do", arguments: ["", " \n"])
  func noTerminal(_ input: String) async {
    let outcome = await flowrun("UC2.3", input: input)
    #expect(outcome.status == 2 && outcome.out.isEmpty)
    #expect(
      outcome.err
        == "flowrun: standard input is not a terminal, and has no script; run this at a terminal, "
        + "or give `--rows`, `--script` or `--by-itself`\n")
  }

  @Test(
    "What is wrong with an option is told before the missing terminal",
    arguments: [
      (["--account", ""], "`` is not a server on this machine; write http://127.0.0.1:PORT"),
      (["--website", "x"], "`x` is not a website on this machine; write http://127.0.0.1:PORT"),
      (["--reader", ""], "`--reader` needs the name of a reader, or `any`"),
      (["--authority", ""], "`--authority` needs the name of a file"),
      (["--state", ""], "`--state` needs the name of a folder"),
    ])
  func optionsBeforeTerminal(_ options: [String], _ message: String) async {
    let outcome = await flowrun(["UC2.3"] + options, flows: flowsFolder)
    #expect(outcome.status == 2)
    #expect(outcome.err == "flowrun: \(message)\n")
  }

  @Test("A report that goes to standard output has it for itself")
  func reportOnOutput() async {
    let outcome = await flowrun("replay", "uc1.2", "--junit", "-")
    #expect(outcome.status == 0)
    #expect(outcome.out.hasPrefix("<?xml") && outcome.out.hasSuffix("</testsuites>\n"))
    #expect(outcome.err.contains(" passed, 0 failed\n"))
    let cover = await flowrun("replay", "uc1.2", "--cover", "-")
    #expect(cover.status == 0 && cover.out.contains("UC1.2"))
    #expect(!cover.out.contains("passed") && cover.err.contains(" passed, 0 failed\n"))
  }

  @Test("Help for a command that exists is printed", arguments: [["help", "table"], ["--help"]])
  func help(_ arguments: [String]) async {
    let outcome = await flowrun(arguments, flows: nil)
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("USAGE:"))
  }

  @Test("A baseline that is none is refused, with its first wrong line")
  func baseline() async throws {
    let folder = try Folder()
    try folder.write([0x61, 0xFF, 0x0A], to: "binary")
    try folder.write("# Known findings\n\nself-loop A:1.1a\nlorem ipsum\n", to: "prose")
    let binary = await flowrun(
      "check", flowsFolder, "--baseline", folder.path("binary"), flows: nil)
    #expect(binary.status == 2)
    #expect(binary.err.contains("is not a baseline: it is not text in UTF-8"))
    let prose = await flowrun("check", flowsFolder, "--baseline", folder.path("prose"), flows: nil)
    #expect(prose.status == 2)
    #expect(prose.err.contains("line 4 does not begin with the name of a rule"))
  }

  @Test("A trace without a run covers nothing, and passes no limit")
  func emptyTrace() async throws {
    for input in ["", "\n\n"] {
      let outcome = await flowrun("cover", "-", "--at-least", "1", input: input)
      #expect(outcome.status == 2)
      #expect(outcome.err == "flowrun: there is no run in `-`\n")
    }
  }

  @Test("A trace whose rows no flow has passes no limit")
  func otherTrace() async throws {
    let outcome = await flowrun(
      "cover", "-", "--lenient", "--at-least", "100", input: "{\"row\":\"UC2.3:9z\"}\n")
    #expect(outcome.status == 2)
    #expect(outcome.err.hasSuffix("flowrun: the traces have no row of these flows\n"))
  }

  @Test("A file that is no baseline is not overwritten")
  func otherFile() async throws {
    let folder = try Folder(["notes": "Remember the milk\n"])
    let outcome = await flowrun(
      "check", flowsFolder, "--baseline", folder.path("notes"), "--write-baseline", flows: nil)
    #expect(outcome.status == 2)
    #expect(folder.text("notes") == "Remember the milk\n")
  }

  @Test("A recorded trace that no path has any more fails the replays; `--record` removes it")
  func strayTrace() async throws {
    let folder = try Folder([
      "Flows/A.yaml":
        """
      flow: A\ntitle: A\nsections:\n  - section: 1\n    title: S\n    steps:\n      - step: \
      1.1\n        system: works\n        next: end\n
      """,
      "Flows/paths/A.yaml": "flow: A\npaths:\n  - path: whole\n    rows: [1.1]\n    end: end\n",
    ])
    let flows = folder.path("Flows")
    let recorded = await flowrun("replay", "--record", flows: flows)
    #expect(recorded.status == 0, "\(recorded)")
    let trace = folder.text("Flows/paths/A.trace")
    try folder.write(trace + "\n# gone\nend: end\n", to: "Flows/paths/A.trace")
    let stray = await flowrun("replay", flows: flows)
    #expect(stray.status == 1)
    #expect(stray.err.contains("no path is named `gone`; `--record` removes it"))
    _ = await flowrun("replay", "--record", flows: flows)
    #expect(folder.text("Flows/paths/A.trace") == trace)
  }

  @Test("A file that is not the account server's is named, and nothing is changed")
  func accounts() async throws {
    let folder = try Folder(["garbage": "x"])
    let outcome = await flowrun(
      "serve", "account", "--port", "0", "--file", folder.path("garbage"), flows: nil)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("garbage` cannot be trusted"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("garbage"))
    let damaged = await flowrun(
      "serve", "account", "--port", "0", "--file", folder.path("garbage"), flows: nil)
    #expect(damaged.status == 2)
    #expect(
      damaged.err
        == """
        flowrun: `\(folder.path("garbage"))` is not a file of the account server, or is \
        damaged; nothing was changed\n
        """
    )
    #expect(folder.text("garbage") == "x")
  }

  @Test("A state folder of others is refused, and nothing is made beside it")
  func othersState() async throws {
    let folder = try Folder(["state/x": ""])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path("state"))
    let outcome = await flowrun("EID8", "--by-itself", "--state", folder.path("state"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("cannot be trusted"))
    #expect(folder.files == ["state"])
  }

  @Test("A file that is not a certificate is named")
  func trust() async throws {
    let folder = try Folder(["garbage": "x", "world.yaml": "saved: { can: 123456 }\n"])
    let outcome = await flowrun(
      "UC2.3", "--by-itself", "--world", folder.path("world.yaml"), "--trust",
      folder.path("garbage"))
    #expect(outcome.status == 2)
    #expect(
      outcome.err == "flowrun: `\(folder.path("garbage"))` is not a certificate (DER or PEM)\n")
  }
}
