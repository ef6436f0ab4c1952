internal import FlowModel
internal import JSON

extension StateLanguage {
  /// The end with these words. Its state is added when it is first asked for.
  mutating func end(_ words: String) -> String {
    let name = names.name("over: \(words)")
    if ends.insert(name).inserted {
      add(
        name,
        [
          "Type": .string("Pass"), "Result": .object(["end": .string(words)]), "End": .bool(true),
        ])
    }
    return name
  }

  /// The states that look for a place on the stack.
  mutating func addRouters() {
    let screens = model.places.filter(\.isScreen)
    let isScreen = equals("$.stack.kind", "screen")
    let isBottom = equals("$.stack.kind", "bottom")
    let isSuspension = equals("$.stack.kind", "suspension")
    let isHere = JSONValue.object([
      "Variable": .string("$.stack.step"), "StringEqualsPath": .string("$.at"),
    ])
    let (back, search) = (names.name("back"), names.name("back: search"))
    let (pop, skip) = (names.name("back: leave"), names.name("back: skip"))
    choose(back, [(all([isScreen, isHere]), pop)], otherwise: search)
    self.pop(pop, next: search)
    self.pop(skip, next: search)
    var choices: [(rule: JSONValue, next: String)] = [
      (any([isBottom, isSuspension]), end("back")), (.object(["Not": isScreen]), skip),
    ]
    for place in screens where !place.unless.isEmpty {
      let rule = all([
        equals("$.stack.step", place.step.qualified), any(place.unless.map { holds($0) }),
      ])
      choices.append((rule, skip))
    }
    for place in screens {
      choices.append((equals("$.stack.step", place.step.qualified), first(place.step)))
    }
    choose(search, choices, otherwise: nil)

    let take = names.name("take")
    let go = names.name("go")
    let (resume, resumeSkip) = (names.name("resume"), names.name("resume: skip"))
    choose(resume, [(isBottom, end("resume")), (isSuspension, take)], otherwise: resumeSkip)
    self.pop(resumeSkip, next: resume)

    let (give, giveSkip) = (names.name("return"), names.name("return: skip"))
    let again = names.name("return: again")
    let over = names.name("over: result")
    choose(
      give,
      [
        (equals("$.stack.kind", "call"), take), (equals("$.stack.kind", "failure"), again),
        (isScreen, giveSkip),
      ], otherwise: over)
    self.pop(giveSkip, next: give)
    set(again, "$.returned", to: .string(""), next: take)
    add(
      over,
      [
        "Type": .string("Pass"),
        "Parameters": .object(["end.$": .string("States.Format('result {}', $.returned)")]),
        "End": .bool(true),
      ])

    let takePop = names.name("take: leave")
    copy(take, "$.stack.step", to: "$.place", next: takePop)
    self.pop(takePop, next: go)
    choose(
      go,
      model.places.map { (equals("$.place", $0.step.qualified), first($0.step)) }, otherwise: nil)

    var tops: [(rule: JSONValue, next: String)] = []
    for flow in model.flows {
      guard let step = flow.firstStep else { continue }
      let name = names.name("suspend \(flow.id)")
      push(name, "suspension", next: first(step))
      tops.append((equals("$.answer", "suspend \(flow.id)"), name))
    }
    choose(names.name("suspend"), tops, otherwise: nil)
  }
}
