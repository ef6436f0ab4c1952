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
let loaded = FlowLoader().load(folder: config.flows)
guard let catalogue = loaded.catalogue else {
  FileHandle.standardError.write(Data("sign-up: \(config.flows) has no whole flows\n".utf8))
  exit(2)
}
let store = PostgresStore(config.database)
let key = SymmetricKey(data: config.secret)
let accounts = Accounts(store: store, secret: key, mails: config.mails)
try await store.prepare()
try await accounts.prepare()
let runs = Runs(
  store, release: try Release(compiled: catalogue.compiledFile), handlers: accounts.handlers,
  keys: config.sealing)
let job = Task { await runs.work() }
let site = Site(runs: runs, accounts: accounts, key: key)
let app = Application(
  router: site.router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: config.port)))
try await app.runService()
job.cancel()
