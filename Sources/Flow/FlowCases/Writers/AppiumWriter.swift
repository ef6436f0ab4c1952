internal import FlowModel
internal import JSON

/// A case as a test of pytest with the Python client of Appium.
struct AppiumWriter {
  private let screens: ScreenTable
  private(set) var text: String

  init(_ head: CaseHead, _ plan: CasePlan, _ screens: ScreenTable) {
    self.screens = screens
    let tags = head.tags.map { Self.quoted($0) }.joined(separator: ", ")
    text = "# \(head.line)\n"
    if let about = head.about { text += "# \(about)\n" }
    text += "import pytest\nfrom app import App\nfrom hooks import hook\n\n\n"
    text += "@pytest.mark.flow(\(tags))\n"
    text += "def test_\(TestData.identifier(head.test.name))(driver):\n    app = App(driver)\n"
    var wait: Int64 = 0
    for action in plan.actions {
      if case .pass(let time, _, _) = action {
        wait += time
        continue
      }
      text += "    \(line(action, wait: wait))\n"
      switch action {
      case .see, .gone: wait = 0
      case .group, .hook, .fill, .press, .pass, .follows: break
      }
    }
  }

  private func line(_ action: CasePlan.Action, wait: Int64) -> String {
    let within = wait > 0 ? ", within=\(wait / 1_000 + 10)" : ""
    switch action {
    case .group(let sentence): return "# \(sentence)"
    case .pass: return ""
    case .follows(let move): return "# \(move.sentence)"
    case .hook(let hook, let value):
      let value = value.map { ", \(Self.quoted($0))" } ?? ""
      return "hook(\(Self.quoted(hook.key)), driver\(value))"
    case .fill(let input, let step, let value):
      let field = found(.input(input.name), step) ?? Self.text(input.name)
      let typed =
        switch value {
        case .text(let text): Self.quoted(text)
        case .variable(let name): "app.secret(\(Self.quoted(name)))"
        }
      return "app.fill(\(field), \(typed))"
    case .press(let button, let step): return "app.press(\(self.button(button, step)))"
    case .see(let seen, let after):
      let what =
        switch seen {
        case .screen(let step): screen(step)
        case .text(let pattern): Self.text(pattern)
        case .button(let text, let step): self.button(text, step)
        }
      return "app.sees(\(what), \(Self.quoted("\(after): \(seen.words)"))\(within))"
    case .gone(let screen, let after):
      let words = CasePlan.Seen.screen(screen.step).words
      return "app.left(\(self.screen(screen.step)), \(Self.quoted("\(after): \(words) is left")))"
    }
  }

  private func screen(_ step: Step) -> String {
    found(.screen, step) ?? Self.text(ShownPattern(step.subject) { _ in nil })
  }

  private func button(_ text: String, _ step: Step) -> String {
    found(.button(text), step) ?? Self.text(text)
  }

  private func found(_ part: ScreenTable.Part, _ step: Step) -> String? {
    screens.selector(part, at: step, for: .appium).map { selector in
      switch selector {
      case .own(let path) where path.hasPrefix("/"): "(\"xpath\", \(Self.quoted(path)))"
      case .id(let id), .own(let id): "(\"accessibility id\", \(Self.quoted(id)))"
      }
    }
  }

  private static func text(_ pattern: ShownPattern) -> String {
    pattern.literal.map(text)
      ?? "App.parts(\(pattern.parts.map(quoted).joined(separator: ", ")))"
  }

  private static func text(_ text: String) -> String { "App.text(\(quoted(text)))" }

  private static func quoted(_ text: String) -> String { JSONValue.quoted(text) }

  /// What all tests use, and the file of what is written by hand.
  static func hooks(_ hooks: [CasePlan.Hook]) -> [TestFile] {
    let begin = """
      # What `flowrun tests` cannot know of the app. Written by hand: what is here stays when the
      # tests are made again; hooks that are missing are added at the end.
      hooks = {}


      def hook(name, driver, value=""):
          \"\"\"Does what only this app knows how to do.\"\"\"
          if name not in hooks:
              raise LookupError(f"there is no hook '{name}'")
          hooks[name](driver, value)


      def on(name):
          def add(function):
              hooks[name] = function
              return function

          return add

      """
    let stubs = hooks.map { hook in
      let body =
        hook.key.hasPrefix("start ")
        ? "# The driver has started the app.\n    pass"
        : "raise NotImplementedError(\(quoted("write this hook: \(hook.words)")))"
      return TestFile.Stub(
        marker: "@on(\(quoted(hook.key)))",
        text: "\n\n# \(hook.words)\n@on(\(quoted(hook.key)))\ndef _(driver, value):\n"
          + "    \(body)\n")
    }
    return [
      TestFile(path: "app.py", text: app), TestFile(path: "hooks.py", text: begin, stubs: stubs),
      TestFile(path: "conftest.py", text: conftest, stubs: []),
    ]
  }

  private static let app = """
    # \(TestFile.mark) --for appium`; changes of this file are lost.
    import os

    from selenium.common.exceptions import TimeoutException
    from selenium.webdriver.support import expected_conditions as expected
    from selenium.webdriver.support.ui import WebDriverWait


    class App:
        \"\"\"The app under test, with the words that the tests use.\"\"\"

        def __init__(self, driver):
            self.driver = driver

        @staticmethod
        def literal(text):
            \"\"\"A text in XPath, which has no escapes.\"\"\"
            if '"' not in text:
                return f'"{text}"'
            return "concat(" + ", '\\"', ".join(f'"{part}"' for part in text.split('"')) + ")"

        names = ("@text", "@label", "@name", "@content-desc", "@value")

        @staticmethod
        def text(text):
            wanted = App.literal(text)
            return "xpath", "//*[" + " or ".join(f"{name}={wanted}" for name in App.names) + "]"

        @staticmethod
        def parts(*parts):
            \"\"\"A text that has these parts.\"\"\"
            wanted = [App.literal(part) for part in parts if part]
            tests = (" and ".join(f"contains({name}, {part})" for part in wanted) or name
                     for name in App.names)
            return "xpath", "//*[" + " or ".join(f"({test})" for test in tests) + "]"

        def sees(self, place, after, within=10):
            try:
                WebDriverWait(self.driver, within).until(expected.presence_of_element_located(place))
            except TimeoutException:
                raise AssertionError(after) from None

        def left(self, place, after, within=10):
            try:
                WebDriverWait(self.driver, within).until_not(
                    expected.presence_of_element_located(place))
            except TimeoutException:
                raise AssertionError(after) from None

        def press(self, place):
            self.driver.find_element(*place).click()

        def fill(self, place, text):
            field = self.driver.find_element(*place)
            field.clear()
            field.send_keys(text)

        @staticmethod
        def secret(name):
            if not os.environ.get(name):
                raise LookupError(f"the variable {name} is not set")
            return os.environ[name]

    """

  private static let conftest = """
    # How a test gets its driver. Written by hand: this file stays when the tests are made again.
    import json
    import os
    import sys
    from pathlib import Path

    import pytest
    from appium import webdriver
    from appium.options.common import AppiumOptions

    sys.path.insert(0, str(Path(__file__).parent))


    def pytest_configure(config):
        config.addinivalue_line("markers", "flow(names): the flow and the rows of a test")


    @pytest.fixture
    def driver():
        options = AppiumOptions()
        options.load_capabilities(json.loads(os.environ.get("APPIUM_CAPABILITIES", "{}")))
        driver = webdriver.Remote(
            os.environ.get("APPIUM_URL", "http://127.0.0.1:4723"), options=options)
        yield driver
        driver.quit()

    """
}
