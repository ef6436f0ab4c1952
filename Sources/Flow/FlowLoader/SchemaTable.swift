extension Schema {
  static let flow = Schema(
    .flow,
    [
      Field(.flow, .text, required: true, "the document's id"),
      Field(.alias, .text, "a second name for the command line, lower case with hyphens"),
      Field(.kind, .text, "use case, partial flow or error flow"),
      Field(.title, .text, required: true, "the document's title"),
      Field(.outline, .text, "what the flow will do, when it is named but not yet written"),
      Field(.summary, .text, "the flow in a few sentences"),
      Field(.goal, .text, "what the user wants"),
      Field(.actor, .text, "who starts it"),
      Field(.preconditions, .texts, "what must hold before"),
      Field(.postconditions, .texts, "what holds afterwards"),
      Field(.triggeredBy, .texts, "what starts it"),
      Field(.usedBy, .texts, "the flows that call it"),
      Field(.documentation, .texts, "where more is written"),
      Field(.tests, .texts, "the logical test cases of the document"),
      Field(.notes, .texts, "footnotes"),
      Field(.errors, .texts, "the error flows that may happen"),
      Field(.parameters, .texts, "what a caller hands in"),
      Field(.results, .texts, "what can be returned"),
      Field(.facts, .values, "what rows may be decided on: a list of words, or 0..5"),
      Field(.slip, .text, "a slip of the document that no target can repair"),
      Field(.allow, .words, "rules of the check that may be broken here, each with its reason"),
      Field(.sections, .list(.section), "the table"),
      Field(.steps, .list(.step), "the steps of a main scenario, or of user stories"),
      Field(.extensions, .list(.extension), "the extensions of a main scenario"),
    ])

  static let section = Schema(
    .section,
    [
      Field(.section, .text, required: true, "the document's id"),
      Field(.title, .text, required: true, "the heading"),
      Field(.steps, .list(.step), required: true, "the steps below it"),
    ])

  /// The keys of a row that has a kind of its own.
  private static let rowTail: [Field] = [
    Field(.on, .text, "the outcome of the action, or the result of the call, it stands for"),
    Field(.if, .values, "facts that must hold"),
    Field(.after, .text, "a timer from entering the step: 1 s, 250 ms, 5 min"),
    Field(.enters, .textOrTexts, "the inputs the user fills in to take it"),
    Field(.next, .text, "the document's target"),
    Field(.meant, .text, "the target that must have been meant"),
    Field(.why, .text, "why something else must have been meant"),
    Field(.set, .words, "facts that get a value"),
    Field(.reset, .textOrTexts, "facts that go back to their first value"),
    Field(.does, .text, "a side effect, in words"),
    Field(.answer, .text, "the code that goes back to the caller"),
    Field(.slip, .text, "a slip of the document that no target can repair"),
    Field(.allow, .words, "rules of the check that may be broken here, each with its reason"),
  ]

  private static let stepTail: [Field] =
    [
      Field(.screen, .text, "shows a screen; Back can return to it"),
      Field(.prompt, .text, "shows a prompt"),
      Field(.notice, .text, "shows a message"),
      Field(.determine, .text, "the system determines"),
      Field(.validate, .text, "the system validates"),
      Field(.execute, .text, "the system executes"),
      Field(.system, .text, "the system does anything else"),
      Field(.os, .text, "the operating system does it"),
      Field(.call, .text, "calls a flow, by its id"),
      Field(.await, .text, "waits for something outside"),
      Field(.user, .text, "the user does it"),
      Field(.outside, .text, "a sentence about somebody else"),
      Field(.message, .text, "the text of the screen"),
      Field(.note, .text, "a remark"),
      Field(.loading, .text, "the loading message shown meanwhile"),
      Field(.input, .named(.input), "the fields the user fills in"),
      Field(.buttons, .texts, "the buttons"),
      Field(.items, .texts, "what is listed"),
      Field(.takes, .text, "how long it takes: 0.0-0.1 s"),
      Field(.cancelable, .flag, "whether the user can cancel it"),
      Field(.action, .text, "the handler that does the work"),
      Field(.with, .words, "what is handed to the call or the action"),
      Field(.count, .words, "a fact goes up by one on this outcome"),
      Field(.unless, .values, "the step is passed over when one of these facts holds"),
      Field(.meantCall, .text, "the flow that must have been meant"),
      Field(.rows, .named(.row), "the outcomes, by their letter or their whole id"),
    ] + rowTail.filter { $0.key != .if }

  static let step = Schema(
    .step, [Field(.step, .text, required: true, "the document's id")] + stepTail)

  static let line = Schema(
    .line,
    [Field(.line, .text, required: true, "the line's letter")] + stepTail)

  static let `extension` = Schema(
    .extension,
    [
      Field(.extension, .text, required: true, "the document's id"),
      Field(.case, .text, required: true, "when it happens"),
      Field(.at, .text, "the step it belongs to, when its number does not say"),
      Field(.meantAt, .text, "the step that must have been meant"),
      Field(.proposal, .text, "the document lacks the extension; why it must have been meant"),
      Field(.lines, .list(.line), required: true, "what happens then"),
    ] + rowTail.filter { ![.next, .meant, .enters, .answer].contains($0.key) })

  static let row = Schema(
    .row,
    [
      Field(.user, .text, "the user does it"),
      Field(.case, .text, "the action answers"),
      Field(.result, .text, "the called flow returns"),
      Field(.event, .text, "a timer or an outside event"),
      Field(.error, .text, "the action fails"),
      Field(.message, .text, "what is shown when the row is taken"),
      Field(.meantID, .text, "the id that must have been meant"),
    ] + rowTail)

  static let input = Schema(
    .input,
    [
      Field(.secret, .flag, "never shown or stored"),
      Field(.digits, .text, "only 0-9: how many, 6 or 4..12"),
      Field(.length, .text, "any characters: how many, 6 or 4..12"),
    ])

  private static let pathTail: [Field] = [
    Field(.about, .text, "what the path shows"),
    Field(.as, .text, "written or meant"),
    Field(.from, .text, "the step to enter at"),
    Field(.only, .flag, "stop at the flow's border"),
    Field(.facts, .words, "first values of facts"),
    Field(.rows, .texts, "the rows to take, in order"),
    Field(.inputs, .words, "what the user fills in"),
    Field(.clock, .text, "milliseconds at the start"),
    Field(.end, .text, "how the run ends"),
    Field(.world, .words, "the world to run in, with real handlers"),
    Field(.steps, .texts, "what happens from outside, in a world"),
    Field(.expect, .mapping, "what must come of it"),
  ]

  static let scripts = Schema(
    .scripts,
    [
      Field(.flow, .text, required: true, "the flow to run, by its id or alias"),
      Field(.paths, .list(.path), "several runs"),
      Field(.exceptions, .words, "rows that no world brings about, each with the reason"),
    ] + pathTail)

  static let expectation = Schema(
    .expectation,
    [
      Field(.rows, .texts, "the rows that must be taken, in order"),
      Field(.end, .text, "how the run must end"),
      Field(.stored, .words, "what must be kept at the end: yes or no"),
      Field(.received, .words, "what the website or app must have received"),
    ])

  static let path = Schema(
    .path,
    [
      Field(.path, .text, required: true, "its name"),
      Field(.flow, .text, "the flow to run, when it is another than the file's"),
    ] + pathTail)
}
