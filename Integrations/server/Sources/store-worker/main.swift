import FlowKit
import FlowStore
import FlowYAML
import Foundation

// A server process as `tools/tests/server-test` uses it: requests come as lines of JSON, and so
// do the answers of the service that performs the actions. It may be killed at any time.
//
//   store-worker ADDRESS KEY RELEASE [OLDER...]     folders of flows

let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
  FileHandle.standardError.write(Data("usage: store-worker ADDRESS KEY RELEASE [OLDER...]\n".utf8))
  exit(2)
}

/// The flows of a folder, by the name of the folder.
func release(_ folder: String) -> Release {
  let loaded = FlowLoader().load(folder: folder)
  guard let catalogue = loaded.catalogue else { fatalError("\(loaded.diagnostics)") }
  return Release(URL(fileURLWithPath: folder).lastPathComponent, catalogue.compiled())
}

let desk = Desk()
var options = Runs.Options()
options.patience = .seconds(2)
var digits = Array(arguments[2].utf8)
guard let key = SealingKey(hex: Secret(moving: &digits)) else { fatalError("no key") }
let store: any RunStore =
  arguments[1].hasPrefix("sqlite:")
  ? SQLiteStore(path: String(arguments[1].dropFirst(7)))
  : PostgresStore(arguments[1], connections: 12)
let runs = Runs(
  store, release: release(arguments[3]), older: arguments[4...].map(release),
  handlers: desk.handlers, keys: SealingKeys(key), options: options)
let server = Server(runs: runs, desk: desk)
var ready = false
while !ready {
  do {
    try await store.prepare()
    ready = true
  } catch { try await Task.sleep(for: .milliseconds(200)) }
}
desk.say(Reply(n: 0, place: "ready"))
let job = Task { await runs.work(every: .milliseconds(100)) }

// Reading blocks a thread, so it is not one of Swift's.
let (lines, sink) = AsyncStream<String>.makeStream()
Thread.detachNewThread {
  while let line = readLine() { sink.yield(line) }
  sink.finish()
}
for await line in lines {
  guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)) else {
    fatalError("this is not a request: \(line)")
  }
  if let called = request.called {
    desk.answer(called, request.outcome ?? "")
  } else {
    Task { desk.say(await server.perform(request)) }
  }
}
job.cancel()
