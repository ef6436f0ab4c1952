import Diagnostics
import FlowModel
import TestSupport
import Testing

@Suite struct SettingsTests {
  @Test("A setting is read as what it is, and as nothing else")
  func values() {
    let inner = WorldSettings([.init(name: "a", value: .text("yes"), span: .top)])
    let settings = WorldSettings([
      .init(name: "one", value: .text("x"), span: .top),
      .init(name: "many", value: .texts(["x", "y"]), span: .top),
      .init(name: "inner", value: .settings(inner), span: .top),
    ])
    #expect(settings.text("one") == "x" && settings.texts("one") == ["x"])
    #expect(settings.text("many") == nil && settings.texts("many") == ["x", "y"])
    #expect(settings.text("inner") == nil && settings.texts("inner") == nil)
    #expect(settings.settings("inner")?.flag("a") == true)
    #expect(settings.flag("one") == false && settings.flag("none") == nil)
  }
}
