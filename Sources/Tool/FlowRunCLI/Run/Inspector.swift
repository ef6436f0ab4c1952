internal import Files
internal import FlowModel
internal import FlowRuntime
internal import LoopbackHTTP

/// Shows a run in the studio (`--inspect`). The run never waits for it.
struct Inspector: Sendable {
  private let report: RunReport
  private let sink: AsyncStream<String>.Continuation
  private let sending: Task<Void, Never>

  /// Shows where a run begins. Refuses without a studio.
  init(of flow: Flow, from machine: Machine) async throws {
    let process = FileSystem.resolved("/proc/self").split(separator: "/").last ?? ""
    let report = RunReport(of: "flowrun \(flow.id), process \(process)", from: machine)
    let client = HTTPClient()
    let none = "no studio is running for this user; start `flowrun studio` first"
    guard let (host, target) = try StudioAddress.read() else { throw Refusal(none) }
    @Sendable func send(_ text: String) async throws(HTTPFailure) -> Int {
      let request = HTTPRequest(
        "POST", target, headers: ["content-type": "application/json"], body: Array(text.utf8))
      return try await client.send(request, to: host).status
    }
    guard (try? await send(report.json([], at: machine))) == 200 else { throw Refusal(none) }
    let (stream, sink) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    self.report = report
    self.sink = sink
    // If the studio is stopped meanwhile, the run goes on.
    sending = Task { for await text in stream { _ = try? await send(text) } }
  }

  /// Shows where the run stands.
  func tell(_ entries: [TraceEntry], at machine: Machine, end: String? = nil) {
    sink.yield(report.json(entries, at: machine, end: end))
  }

  /// Waits until the last report was sent.
  func finish() async {
    sink.finish()
    await sending.value
  }
}
