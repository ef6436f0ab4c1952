import TestSupport
import Testing

@Suite struct SwiftCommandTests {
  @Test("`swift` prints the types of the flows that are named, and of those that they reach")
  func prints() async throws {
    let outcome = await flowrun("swift", "unlock-the-app", "--name", "Wallet")
    #expect(outcome.status == 0)
    #expect(outcome.err == "")
    #expect(
      outcome.out.contains(
        """
        /// The flows of the app: Device insecure, No internet, Server unreachable, PF2.7, PF2.8, \
        UC1.1,
        /// UC2.1, UC2.3, UC9.2, UC9.4.
        enum Wallet {
        """))
    #expect(outcome.out.contains("catalogue.compiled(as: .written)"))
    #expect(outcome.out.contains(#"case r1_3a = "UC2.3:1.3a""#))
    #expect(outcome.out.contains("User enters PIN -> 1.4 (line "))
    #expect(!outcome.out.contains("EID5"))
  }

  @Test("`swift -o` writes the same for YAML and for a compiled file")
  func writes() async throws {
    let folder = try Folder()
    _ = await flowrun("compile", flowsFolder, "-o", folder.path("a.flows"), flows: nil)
    let options = ["swift", "--as-meant", "--public", "--embed", "-o"]
    let yaml = await flowrun(options + [folder.path("yaml.swift")])
    let compiled = await flowrun(
      options + [folder.path("compiled.swift")], flows: folder.path("a.flows"))
    #expect(yaml.status == 0)
    #expect(yaml.out + yaml.err + compiled.out + compiled.err == "")
    let text = folder.text("yaml.swift")
    #expect(text == folder.text("compiled.swift"))
    #expect(text.contains("public import FlowKit"))
    #expect(text.contains("public static func program() throws(CompiledFlowsError) -> Program {"))
    #expect(text.contains("try Catalogue(base64: compiled).compiled(as: .meant)"))
    // A row that is only meant.
    #expect(text.contains("case r1_2e = "))
  }

  @Test("`swift` refuses a name that no type can have, and a flow that does not exist")
  func refuses() async {
    let name = await flowrun("swift", "--name", "2 hotels")
    #expect(name.status == 2)
    #expect(
      name.err
        == "flowrun: `2 hotels` cannot be the name of a Swift type; write one like `--name Hotel`\n"
    )
    let flow = await flowrun("swift", "UC2.33")
    #expect(flow.status == 2)
    #expect(flow.err == "flowrun: there is no flow `UC2.33`; did you mean `UC2.3`?\n")
  }
}
