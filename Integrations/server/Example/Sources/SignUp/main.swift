import Crypto
import FlowKit
import FlowStore
import FlowYAML
import Foundation
import Hummingbird

let config: Config
do { config = try Config() } catch {
  FileHandle.standardError.write(Data("sign-up: \(error)\n".utf8))
  exit(2)
}
/// The flows of a folder as one release, named by what is in its files: compiled flows also have
/// the paths of these, and an older release lies elsewhere now.
func release(_ folder: String) throws -> Release {
  guard let catalogue = FlowLoader().load(folder: folder).catalogue else {
    FileHandle.standardError.write(Data("sign-up: \(folder) has no whole flows\n".utf8))
    exit(2)
  }
  var sum = SHA256()
  for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  where file.hasSuffix(".yaml") {
    sum.update(data: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
  }
  return Release(Data(sum.finalize().prefix(9)).base64EncodedString(), catalogue.compiled())
}
let store = PostgresStore(config.database)
let key = SymmetricKey(data: config.secret)
let accounts = Accounts(store: store, secret: key, mails: config.mails)
try await store.prepare()
try await accounts.prepare()
let runs = Runs(
  store, release: try release(config.flows), older: try config.olderFlows.map(release),
  handlers: accounts.handlers, keys: config.sealing)
let job = Task { await runs.work() }
// Nobody delivers updates here, so they go with the runs that ended a week ago.
let cleaner = Task {
  let week = Duration.seconds(7 * 86_400)
  while !Task.isCancelled {
    _ = try? await runs.giveUp(untouchedFor: week, dryRun: false)
    _ = try? await runs.removeEnded(olderThan: week, withUpdates: true, dryRun: false)
    try? await Task.sleep(for: .seconds(3_600))
  }
}
let site = Site(runs: runs, accounts: accounts, key: key)
let app = Application(
  router: site.router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: config.port)))
try await app.runService()
job.cancel()
cleaner.cancel()
