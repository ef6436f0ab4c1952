/// What features need to be run by behave: a definition for each kind of sentence, and the app
/// under test, whose functions are written by hand.
enum BehaveWriter {
  static let files = [
    TestFile(path: "steps/sentences.py", text: sentences),
    TestFile(path: "app.py", text: app, stubs: []),
    TestFile(path: "environment.py", text: environment, stubs: []),
  ]

  private static let sentences = #"""
    # \#(TestFile.mark) --for behave`; changes of this file are lost.
    import json
    import os

    from behave import given, then, use_step_matcher, when

    use_step_matcher("re")

    # A sentence that is no other one is that of a row.
    ROW = r"(?P<row>[^:]+:\S+) (?P<words>.*)"
    SCREEN = r'the (?P<kind>\S+) "(?P<title>.*)" \((?P<place>[^:]+:\S+)\)'


    def text(quoted):
        """A text of a sentence, in which quotes and backslashes are escaped."""
        return json.loads(f'"{quoted}"')


    def value(written):
        """A value of a table: `$NAME` is a variable of the environment."""
        if not written.startswith("$"):
            return written
        if not os.environ.get(written[1:]):
            raise LookupError(f"the variable {written[1:]} is not set")
        return os.environ[written[1:]]


    @given(r"the fact (?P<name>\S+) is (?P<value>.*)")
    def _(context, name, value):
        context.app.fact(name, value)


    @given(r"(?P<flow>[^:]+) begins(?: at (?P<place>.+))?")
    def _(context, flow, place):
        context.app.begin(flow, place)


    @given(ROW)
    def _(context, row, words):
        context.app.arrange(row, words)


    @when(r"the app is suspended and comes to (?P<place>.+)")
    def _(context, place):
        context.app.suspend(place)


    @when(r"(?P<time>\d+) ms pass")
    def _(context, time):
        context.app.wait(int(time))


    @when(ROW)
    def _(context, row, words):
        table = context.table
        rows = [table.headings, *(line.cells for line in table)] if table else []
        context.app.take(row, words, {name: value(typed) for name, typed in rows})


    @then(SCREEN + " is shown")
    def _(context, kind, title, place):
        context.app.see_screen(kind, text(title), place)


    @then(SCREEN + " is left")
    def _(context, kind, title, place):
        context.app.leave_screen(kind, text(title), place)


    @then(r'the text "(?P<shown>.*)" is shown')
    def _(context, shown):
        context.app.see_text(text(shown))


    @then(r'the button "(?P<shown>.*)" is shown')
    def _(context, shown):
        context.app.see_button(text(shown))


    @then(r"the run is at its end: (?P<end>.*)")
    def _(context, end):
        context.app.end(end)


    @then(ROW)
    def _(context, row, words):
        context.app.follow(row, words)

    """#

  private static let app = """
    # The app under test, in the words of the sentences. Written by hand: this file stays when the
    # tests are made again. A function that finds something else raises an AssertionError.


    class App:
        \"""A new one for each scenario.\"""

        def fact(self, name, value):
            raise NotImplementedError("the app begins with this fact")

        def begin(self, flow, place):
            raise NotImplementedError("the app stands at the beginning of the flow, or at a step")

        def arrange(self, row, words):
            raise NotImplementedError("what the system will decide")

        def suspend(self, place):
            raise NotImplementedError("the app is suspended and comes to the step")

        def wait(self, milliseconds):
            raise NotImplementedError("time passes")

        def take(self, row, words, inputs):
            raise NotImplementedError("somebody fills in fields and takes a row, or it happens")

        def follow(self, row, words):
            \"""A row that follows by itself. What is shown after it says whether it has.\"""

        def see_screen(self, kind, title, place):
            raise NotImplementedError("the screen is shown")

        def leave_screen(self, kind, title, place):
            raise NotImplementedError("the screen is not shown")

        def see_text(self, text):
            raise NotImplementedError("the text is shown, with anything in place of `…`")

        def see_button(self, text):
            raise NotImplementedError("the button is shown")

        def end(self, words):
            \"""How the run ends. What an app shows then is not in the table.\"""

        def close(self):
            \"""Ends the app.\"""

    """

  private static let environment = """
    # How a scenario gets its app. Written by hand: this file stays when the tests are made again.
    from app import App


    def before_scenario(context, scenario):
        context.app = App()


    def after_scenario(context, scenario):
        context.app.close()

    """
}
