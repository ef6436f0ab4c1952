// The WebAssembly module has no house rules.
#if !hasFeature(Embedded)
  internal import Diagnostics
  internal import FlowModel
  internal import JSON

  // House rules at the end of a file of compiled flows, as JSON: they are few, and read only by
  // those who watch or prove them.
  extension HouseRules {
    /// The rules as bytes. None if there are no rules.
    var coded: [UInt8] {
      guard !rules.isEmpty || !contracts.isEmpty else { return [] }
      let value = JSONValue.object([
        "rules": .array(rules.map(\.coded)), "contracts": .array(contracts.map(\.coded)),
      ])
      return Array(value.text.utf8)
    }

    /// The rules that were written as bytes. Nil if they are not as flowrun writes them.
    init?(coded bytes: [UInt8]) {
      self.init()
      guard !bytes.isEmpty else { return }
      guard let value = JSONValue(parsing: bytes),
        let rules = value["rules"]?.all(HouseRule.init(coded:)),
        let contracts = value["contracts"]?.all(Contract.init(coded:))
      else { return nil }
      (self.rules, self.contracts) = (rules, contracts)
    }
  }

  extension HouseRule {
    fileprivate var coded: JSONValue {
      .object([
        "name": name.coded, "form": .string("\(form)"), "subject": .phrases(subject),
        "other": .phrases(other), "until": .phrases(until), "count": .integer(count),
        "during": .array(during.map(\.coded)), "starts": .phrases(starts),
        "given": .array(given.map(\.coded)), "interruption": interruption?.coded,
        "because": because.map(JSONValue.string), "allow": allowance.map(JSONValue.string),
        "flow": flow.map(JSONValue.string), "path": .string(path),
      ])
    }

    fileprivate init?(coded value: JSONValue) {
      self.init()
      guard let name = value["name"].flatMap(Phrase.init(coded:)),
        let form = Form.allCases.first(where: { value["form"]?.string == "\($0)" }),
        let subject = value["subject"]?.all(Phrase.init(coded:)),
        let other = value["other"]?.all(Phrase.init(coded:)),
        let until = value["until"]?.all(Phrase.init(coded:)),
        let count = value["count"]?.integer, (0...Int64(Int32.max)).contains(count),
        let during = value["during"]?.all(Values.init(coded:)),
        let starts = value["starts"]?.all(Phrase.init(coded:)),
        let given = value["given"]?.all(Values.init(coded:)), let path = value["path"]?.string
      else { return nil }
      (self.name, self.form, self.path, self.count) = (name, form, path, Int(count))
      (self.subject, self.other, self.until) = (subject, other, until)
      (self.during, self.starts, self.given) = (during, starts, given)
      interruption = value["interruption"].flatMap(Phrase.init(coded:))
      (because, allowance) = (value["because"]?.string, value["allow"]?.string)
      flow = value["flow"]?.string
    }
  }

  extension HouseRule.Phrase {
    fileprivate var coded: JSONValue {
      .array([.string(text), .integer(span.start), .integer(span.end)])
    }

    fileprivate init?(coded value: JSONValue) {
      guard let parts = value.array, parts.count == 3, let text = parts[0].string,
        let start = parts[1].integer.flatMap({ UInt32(exactly: $0) }),
        let end = parts[2].integer.flatMap({ UInt32(exactly: $0) }), start <= end
      else { return nil }
      self.init(text, span: Span(start: start, end: end))
    }
  }

  extension HouseRule.Values {
    fileprivate var coded: JSONValue { .array([fact.coded, .phrases(values)]) }

    fileprivate init?(coded value: JSONValue) {
      guard let parts = value.array, parts.count == 2,
        let fact = HouseRule.Phrase(coded: parts[0]),
        let values = parts[1].all(HouseRule.Phrase.init(coded:))
      else { return nil }
      self.init(fact: fact, values: values)
    }
  }

  extension Contract {
    fileprivate var coded: JSONValue {
      .object([
        "action": action.coded, "because": .string(because),
        "states": .array(states.map(\.coded)), "path": .string(path),
      ])
    }

    fileprivate init?(coded value: JSONValue) {
      self.init()
      guard let action = value["action"].flatMap(HouseRule.Phrase.init(coded:)),
        let because = value["because"]?.string, let path = value["path"]?.string,
        let states = value["states"]?.all(State.init(coded:))
      else { return nil }
      (self.action, self.because, self.states, self.path) = (action, because, states, path)
    }
  }

  extension Contract.State {
    fileprivate var coded: JSONValue {
      .array([name.coded, .array(answers.map { .phrases([$0.answer, $0.next]) })])
    }

    fileprivate init?(coded value: JSONValue) {
      guard let parts = value.array, parts.count == 2,
        let name = HouseRule.Phrase(coded: parts[0]),
        let answers = parts[1].all({
          answer -> (answer: HouseRule.Phrase, next: HouseRule.Phrase)? in
          guard let both = answer.all(HouseRule.Phrase.init(coded:)), both.count == 2 else {
            return nil
          }
          return (both[0], both[1])
        })
      else { return nil }
      self.init(name: name, answers: answers)
    }
  }

  extension JSONValue {
    fileprivate static func phrases(_ phrases: [HouseRule.Phrase]) -> JSONValue {
      .array(phrases.map(\.coded))
    }

    /// The elements of an array. Nil if this is none, or if one of them is not what it must be.
    fileprivate func all<T>(_ read: (JSONValue) -> T?) -> [T]? {
      guard let array else { return nil }
      var all: [T] = []
      for element in array {
        guard let one = read(element) else { return nil }
        all.append(one)
      }
      return all
    }
  }
#endif
