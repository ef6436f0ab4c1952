import Glibc
import TestSupport
import Testing

/// Folders that hold what cannot be read as a flow.
@Suite struct HostileFolderTests {
  private static let flow = """
    flow: A
    title: A
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Home
            rows:
              a: { user: selects Again, next: 1.1 }
              b: { user: selects Close, next: end }

    """

  @Test(
    "A loop of links, a pipe, a link to nowhere, a huge file and a wrong byte are findings"
  )
  func check() async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow, "Flows/huge.yaml": ""])
    try folder.write(Array("flow: X\ntitle: abc".utf8) + [0xFF, 0x0A], to: "Flows/bytes.yaml")
    symlink(".", folder.path("Flows/loop"))
    symlink("self.yaml", folder.path("Flows/self.yaml"))
    symlink("nowhere", folder.path("Flows/gone.yaml"))
    mkfifo(folder.path("Flows/pipe.yaml"), 0o600)
    truncate(folder.path("Flows/huge.yaml"), 200_000_000)
    let outcome = await flowrun("check", folder.path("Flows"), flows: nil)
    #expect(outcome.status == 2)
    for finding in [
      "loop: error: cannot be read: it is a link to a folder that was read already",
      "self.yaml: error: cannot be read: Too many levels of symbolic links",
      "gone.yaml: error: cannot be read: No such file or directory",
      "pipe.yaml: error: cannot be read: it is not a regular file",
      "huge.yaml:1:1: error: the file has more than 4194304 bytes",
      "bytes.yaml:2:11: error: the file is not UTF-8 text: invalid leading UTF-8 octet at byte 18",
      "A.yaml:10:43: warning: row `1.1a` leads back to its own step",
    ] { #expect(outcome.out.contains(folder.path("Flows/" + finding)), "\(finding)") }
  }

  @Test("Links that lead to each other are read once, however they are nested")
  func doubledLinks() async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow, "more/B/B.yaml": ""])
    try folder.write(Self.flow.replacing("flow: A", with: "flow: B"), to: "more/B/B.yaml")
    for name in ["one", "two"] {
      symlink("../../more", folder.path("more/B/" + name))
      symlink("../more", folder.path("Flows/" + name))
    }
    let outcome = await flowrun("check", folder.path("Flows"), flows: nil)
    #expect(outcome.out.contains("one/B/B.yaml:10:43: warning"))
    #expect(outcome.out.contains("Flows/two: error: cannot be read: it is a link to a folder"))
    #expect(outcome.out.hasSuffix("2 flows: 3 errors, 2 warnings, 0 known slips\n"))
  }

  @Test("A link to a folder above is a finding, and what lies there is not read")
  func upwards() async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow, "B.yaml": Self.flow])
    symlink("..", folder.path("Flows/up"))
    let outcome = await flowrun("check", folder.path("Flows"), flows: nil)
    #expect(outcome.status == 2)
    #expect(
      outcome.out.contains(
        "Flows/up: error: cannot be read: it is a link to a folder in which it is itself"))
    #expect(outcome.out.hasSuffix("1 flow: 1 error, 1 warning, 0 known slips\n"))
  }

  @Test(
    "A command that goes on without a file says so and ends with status 2",
    arguments: [
      ["list"], ["list", "--names"], ["list", "--json"], ["table", "A"], ["print", "A"],
      ["graph", "A"], ["paths"], ["swift"], ["swift", "A"], ["mutate"], ["prove"],
      ["A", "--rows", "1.1b"], ["replay"],
    ])
  func status(_ arguments: [String]) async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow])
    let right = await flowrun(arguments, flows: folder.path("Flows"))
    #expect(right.status == (arguments == ["replay"] ? 1 : 0), "\(right)")
    #expect(!right.out.isEmpty)
    mkfifo(folder.path("Flows/pipe.yaml"), 0o600)
    let outcome = await flowrun(arguments, flows: folder.path("Flows"))
    #expect(outcome.status == 2)
    #expect(outcome.out == right.out)
    #expect(
      outcome.err.contains("pipe.yaml: error: cannot be read: it is not a regular file"))
  }

  @Test("`import` skips a pipe among the documents, names it, and takes in the others")
  func documents() async throws {
    let folder = try Folder([
      "docs/A.md": "# UC1 Ask\n\n1. System asks\n2. User answers\n", "docs/broken.md": "",
    ])
    mkfifo(folder.path("docs/pipe.md"), 0o600)
    truncate(folder.path("docs/broken.md"), 200_000_000)
    let outcome = await flowrun(
      "import", folder.path("docs"), "-o", folder.path("Flows"), flows: nil)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.err.contains("pipe.md: error: cannot be read: it is not a regular file"))
    #expect(outcome.err.contains("broken.md: error: cannot be read: it has more than 16777216"))
    #expect(folder.files == ["Flows", "docs"])
    #expect(outcome.out.contains("UC1"), "\(outcome)")
    let verified = await flowrun("verify", folder.path("docs"), flows: folder.path("Flows"))
    #expect(verified.status == 1)
    #expect(verified.err.contains("pipe.md: error: cannot be read: it is not a regular file"))
    try folder.write("", to: "empty/none")
    mkfifo(folder.path("empty/pipe.md"), 0o600)
    let none = await flowrun("import", folder.path("empty"), "-o", folder.path("x"), flows: nil)
    #expect(none.status == 2)
    #expect(none.err.hasSuffix("flowrun: there is no document that can be read\n"))
  }

  @Test("What cannot be read among the paths ends `replay` with status 2 and its name")
  func replay() async throws {
    let folder = try Folder([
      "Flows/A.yaml": Self.flow, "Flows/paths/A.yaml": "flow: A\npaths: []\n",
    ])
    mkfifo(folder.path("Flows/paths/pipe.yaml"), 0o600)
    symlink("A.trace", folder.path("Flows/paths/A.trace"))
    symlink("..", folder.path("Flows/paths/up"))
    let outcome = await flowrun("replay", flows: folder.path("Flows"))
    #expect(outcome.status == 2)
    #expect(
      outcome.err.contains("paths/pipe.yaml: error: cannot be read: it is not a regular file"))
    #expect(
      outcome.err.contains("paths/A.trace: error: cannot be read: Too many levels of symbolic"))
  }

  @Test("Texts of a language that cannot be read are said to be there, and are not written over")
  func texts() async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow, "Flows/texts/de.yaml": "A: {}\n"])
    symlink("nowhere", folder.path("Flows/texts/et.yaml"))
    let flows = folder.path("Flows")
    let said = "texts/et.yaml:1:1: error: cannot be read: No such file or directory"
    for command in [
      ["check"], ["texts"], ["texts", "list", "et"], ["texts", "set", "et", "A:title", "Tuba"],
      ["table", "A", "--lang", "et"],
    ] {
      let outcome = await flowrun(command, flows: flows)
      #expect(outcome.status == 2, "\(command)")
      #expect((outcome.out + outcome.err).contains(said), "\(command): \(outcome)")
    }
    #expect(await flowrun("texts", flows: flows).out.hasPrefix("de: 0 of "))
  }
}
