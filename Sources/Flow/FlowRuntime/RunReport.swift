internal import FlowModel
internal import JSON

/// What the studio shows of a run while it goes on: how it began, the rows that it took, and where
/// it stands.
///
/// It consists of names of flows, rows, steps, facts and their values. Nothing that was entered,
/// answered or shown is in it, so it has no secrets.
package struct RunReport: Sendable {
  /// Longer runs are reported without their rows.
  package static let mostRows = 1_500

  private let id = String(UInt64.random(in: .min ... .max), radix: 36)
  private let name: String
  private let flow: String
  /// Nil at the first step of the flow.
  private let step: String?
  private let reading: Reading
  private let facts: [(name: String, value: String)]

  /// A report of a run that begins at a machine.
  ///
  /// - Parameter name: says which program runs, to people.
  package init(of name: String, from machine: Machine) {
    self.name = name
    flow = machine.step.flow.id
    step = machine.step == machine.step.flow.firstStep ? nil : machine.step.id
    reading = machine.program.reading
    facts = zip(machine.program.facts, machine.factValues).map {
      (name: $0.name, value: $0.values[Int($1)])
    }
  }

  /// Where the run stands, as one JSON object.
  ///
  /// - Parameter end: how the run was given up. Nil if it goes on, or has ended by itself.
  package func json(
    _ entries: some Collection<TraceEntry>, at machine: Machine, end: String? = nil
  ) -> String {
    let end = machine.end?.description ?? end
    // The page follows the rows, so those that were taken back are not among them.
    let entries = entries.standing
    let isLong = entries.count > RunReport.mostRows
    return JSONValue.object([
      "run": .string(id), "name": .string(name), "flow": .string(flow),
      "from": step.map { .string($0) }, "as": .string(reading.rawValue),
      "facts": .object(members: facts.map { ($0.name, .string($0.value)) }),
      "rows": .strings(isLong ? [] : entries.map(\.row.qualified)),
      "cut": isLong ? .bool(true) : nil, "step": .string(machine.step.qualified),
      "stands": .string(end ?? machine.standing), "over": end == nil ? nil : .bool(true),
    ]).text
  }
}

extension Runner {
  /// Where the run stands, now and after every change, as JSON for the studio: post each text to
  /// the address that `flowrun studio` prints for apps. Whoever is slow gets only the latest one.
  ///
  /// ```swift
  /// for await report in runner.reports(as: "Wallet on Mari's phone") { await post(report) }
  /// ```
  ///
  /// A report has the names of rows, steps and facts, and nothing that was entered, answered or
  /// shown. Following the reports starts the run, as ``updates`` does; a run that has begun before
  /// is shown from where it stands then.
  public nonisolated func reports(as name: String) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { sink in
      let work = Task { [weak self] in
        if let (report, earlier) = await self?.newReport(name), let updates = self?.updates {
          for await situation in updates {
            guard let rows = await self?.trace.dropFirst(earlier) else { break }
            sink.yield(report.json(rows, at: situation.machine))
          }
        }
        sink.finish()
      }
      sink.onTermination = { _ in work.cancel() }
    }
  }

  /// A report that begins now, and how many rows were taken before.
  private func newReport(_ name: String) -> (report: RunReport, earlier: Int) {
    (RunReport(of: name, from: runState.walk.machine), trace.count)
  }
}
