// swift-tools-version: 6.2
import PackageDescription

// Targets stand in layer order: a target may use what stands above it, never what stands below.
// `tools/check-imports` holds the rules that SwiftPM does not.

/// A module of a layer: `Sources/LAYER/NAME`.
func module(
  _ layer: String, _ name: String, _ uses: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: uses, path: "Sources/\(layer)/\(name)", resources: resources)
}

/// The tests of a module or of a layer: `Tests/NAMETests`. Its folders `Fixtures` are read from the
/// source tree.
///
/// Each is compiled by one process. Otherwise there are as many as processors, and each of them
/// reads all files of the module: 8 % more processor time for everything. Only the last tests of a
/// build have processors to themselves.
func tests(_ name: String, _ uses: [Target.Dependency], fixtures: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: uses, exclude: fixtures,
    swiftSettings: name == "FlowRunCLI" ? [] : [.unsafeFlags(["-driver-batch-count", "1"])])
}

/// What several test targets share: `Tests/NAMETestSupport`.
func testSupport(_ name: String, _ uses: [Target.Dependency]) -> Target {
  .target(name: "\(name)TestSupport", dependencies: uses, path: "Tests/\(name)TestSupport")
}

let system: [Target] = [
  // C libraries, a module map and a header each. All but libyaml are loaded at their first call:
  // see docs/decisions/0011.
  .systemLibrary(name: "CLibYAML", path: "Sources/System/CLibYAML", pkgConfig: "yaml-0.1"),
  module("System", "COpenSSL"),
  module("System", "CPCSC"),
  module("System", "CMicroHTTPD"),
  module("System", "CCurl"),
  module("System", "CSQLite"),
  module("System", "CSecret"),
  module("System", "CZlib"),
  module("System", "CXML"),
  module("System", "CVersion"),
]

// What every layer may use.
let base = [
  module("Base", "Platform"),
  module("Base", "Secrets", ["Platform"]),
  module("Base", "Dates", ["Platform"]),
  module("Base", "Signals", ["Platform"]),
  module("Base", "TTY", ["Platform", "Signals"]),
  module("Base", "Markup"),
  module("Base", "Encodings"),
  module("Base", "Files", ["Markup", "Platform", "Signals"]),
  module("Base", "Databases", ["CSQLite", "Files", "Platform"]),
  module("Base", "JSON"),
  module("Base", "CryptoCore", ["COpenSSL", "Secrets"]),
  module("Base", "Archives", ["CZlib"]),
  module("Base", "MarkupEvents", ["CXML"]),
  module("Base", "Threads", ["Platform"]),
  module("Base", "ChildProcesses", ["Platform", "Secrets", "Threads"]),
  module("Base", "LoopbackHTTP", ["CCurl", "CMicroHTTPD", "Platform", "Threads"]),
]

// The engine. Knows nothing of cards or wallets.
let flow = [
  module("Flow", "Diagnostics", ["Markup"]),
  module("Flow", "YAMLTree", ["CLibYAML", "Diagnostics", "JSON"]),
  module("Flow", "FlowModel", ["Diagnostics"]),
  module("Flow", "CompiledFlows", ["Diagnostics", "FlowModel", "JSON"]),
  module("Flow", "FlowLoader", ["Dates", "Diagnostics", "FlowModel", "JSON", "YAMLTree"]),
  module("Flow", "FlowFiles", ["Diagnostics", "Files", "FlowLoader", "FlowModel", "YAMLTree"]),
  module("Flow", "FlowRuntime", ["Diagnostics", "FlowModel", "JSON", "Platform", "Secrets"]),
  module("Flow", "FlowTexts", ["Diagnostics", "FlowModel", "FlowRuntime", "JSON"]),
  module(
    "Flow", "FlowEdit",
    ["Diagnostics", "FlowLoader", "FlowModel", "FlowRuntime", "YAMLTree"]),
  module(
    "Flow", "FlowKit",
    ["CompiledFlows", "Encodings", "FlowModel", "FlowRuntime", "FlowTexts", "Secrets"]),
  module("Flow", "FlowSwift", ["CompiledFlows", "Encodings", "FlowModel", "Markup"]),
  module("Flow", "FlowEngine", ["CompiledFlows", "FlowModel", "FlowRuntime", "JSON"]),
  module("Flow", "AppDriver", ["FlowModel", "FlowRuntime", "JSON"]),
  module("Flow", "FlowYAML", ["Diagnostics", "FlowFiles", "FlowLoader", "FlowModel"]),
  module("Flow", "FlowCheck", ["Diagnostics", "FlowModel"]),
  module("Flow", "FlowExport", ["FlowModel", "FlowRuntime", "JSON", "Markup"]),
  module("Flow", "FlowProof", ["Diagnostics", "FlowModel", "FlowRuntime"]),
  module(
    "Flow", "FlowDocument",
    [
      "Archives", "Dates", "Diagnostics", "Encodings", "FlowEdit", "FlowLoader", "FlowModel",
      "Markup", "MarkupEvents", "YAMLTree",
    ]),
  module(
    "Flow", "FlowTranslation",
    [
      "Diagnostics", "FlowEdit", "FlowLoader", "FlowModel", "FlowTexts", "JSON", "Markup",
      "MarkupEvents",
    ]),
  module(
    "Flow", "FlowFolder",
    [
      "CompiledFlows", "Diagnostics", "Files", "FlowCheck", "FlowDocument", "FlowEdit", "FlowFiles",
      "FlowLoader", "FlowModel", "FlowProof", "FlowTexts", "FlowTranslation",
    ]),
  module(
    "Flow", "FlowTesting",
    ["Diagnostics", "Files", "FlowFiles", "FlowLoader", "FlowModel", "FlowRuntime", "JSON"]),
  module(
    "Flow", "FlowCases",
    ["Diagnostics", "FlowLoader", "FlowModel", "FlowRuntime", "FlowTesting", "JSON", "Markup"]),
  module(
    "Flow", "FlowLogs",
    [
      "Dates", "Diagnostics", "FlowLoader", "FlowModel", "FlowProof", "FlowRuntime", "FlowTesting",
      "JSON", "Markup", "MarkupEvents",
    ]),
  module(
    "Flow", "FlowEvidence",
    [
      "CryptoCore", "Dates", "Diagnostics", "Encodings", "FlowCases", "FlowDocument", "FlowLoader",
      "FlowLogs", "FlowModel", "FlowRuntime", "FlowTesting", "JSON", "Markup",
    ]),
  module(
    "Flow", "FlowMutation",
    ["Diagnostics", "FlowCheck", "FlowModel", "FlowProof", "FlowRuntime", "FlowTesting"]),
  module(
    "Flow", "FlowReports",
    [
      "Diagnostics", "Encodings", "FlowCheck", "FlowEdit", "FlowFolder", "FlowLoader", "FlowLogs",
      "FlowModel", "FlowProof", "FlowRuntime", "FlowTesting", "JSON", "Markup", "YAMLTree",
    ]),
]

// The card stack. Knows nothing of flows.
let card = [
  module("Card", "ISO7816", ["Encodings"]),
  module("Card", "PACE", ["CryptoCore", "ISO7816", "Secrets"]),
  module("Card", "EstEID", ["CryptoCore", "Dates", "ISO7816", "PACE", "Secrets"]),
  module("Card", "PCSC", ["CPCSC", "Encodings", "ISO7816", "Platform", "Threads"]),
  module(
    "Card", "VirtualCard",
    ["CryptoCore", "Encodings", "Files", "ISO7816", "PACE", "Platform", "Secrets", "Threads"]),
]

// Where flows meet the world.
let wallet = [
  module("Wallet", "WebToken", ["CryptoCore", "Encodings", "JSON"]),
  module(
    "Wallet", "WalletApp",
    [
      "CryptoCore", "Dates", "EstEID", "Files", "FlowModel", "FlowRuntime", "ISO7816", "Markup",
      "Secrets", "WebToken",
    ]),
  module(
    "Wallet", "CardDesk",
    [
      "ChildProcesses", "CryptoCore", "Encodings", "EstEID", "Files", "FlowModel", "FlowRuntime",
      "ISO7816", "JSON", "Markup", "Secrets", "Threads", "WalletApp", "WebToken",
    ]),
  module(
    "Wallet", "WalletSimulator",
    [
      "CSecret", "CardDesk", "CryptoCore", "Databases", "Dates", "Diagnostics", "Encodings",
      "EstEID", "Files", "FlowFiles", "FlowLoader", "FlowModel", "FlowRuntime", "ISO7816", "JSON",
      "LoopbackHTTP", "Markup", "Secrets", "VirtualCard", "WalletApp", "WebToken",
    ]),
]

// Whether the plugin's program was built before, and is named: then none is built for it.
let isPrebuilt = !(Context.environment["FLOWRUN_SWIFT"] ?? "").isEmpty

// The command line.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: .when(traits: ["CommandLine"]))
let tool = [
  // The files of the studio's page, in C.
  .target(name: "StudioPage", path: "Sources/Tool/StudioPage", exclude: ["Page"]),
  module(
    "Tool", "Studio",
    [
      "Archives", "CompiledFlows", "Dates", "Diagnostics", "Encodings", "Files", "FlowCases",
      "FlowCheck", "FlowDocument", "FlowEdit", "FlowFiles", "FlowFolder", "FlowLoader",
      "FlowModel", "FlowProof", "FlowReports", "FlowRuntime", "FlowTesting", "FlowTexts",
      "FlowTranslation", "JSON", "LoopbackHTTP", "Markup", "StudioPage", "Threads",
    ]),
  module(
    "Tool", "LanguageServer",
    [
      "Diagnostics", "Encodings", "Files", "FlowCheck", "FlowEdit", "FlowFiles", "FlowFolder",
      "FlowLoader", "FlowModel", "FlowReports", "JSON",
    ]),
  module(
    "Tool", "Agents",
    [
      "ChildProcesses", "CompiledFlows", "CryptoCore", "Databases", "Dates", "Diagnostics",
      "Encodings", "Files", "FlowCheck", "FlowDocument", "FlowEngine", "FlowFiles", "FlowFolder",
      "FlowLoader",
      "FlowModel", "FlowProof", "FlowReports", "FlowRuntime", "FlowTesting", "JSON",
      "LoopbackHTTP", "Markup", "Secrets", "Studio", "Threads",
    ]),
  module(
    "Tool", "FlowRunCLI",
    [
      "Agents", "CardDesk", "ChildProcesses", "CompiledFlows", "CryptoCore", "CVersion", "Dates",
      "Diagnostics", "Encodings", "EstEID", "Files", "FlowCases", "FlowCheck", "FlowDocument",
      "FlowEdit", "FlowEvidence", "FlowExport", "FlowFiles", "FlowFolder",
      "FlowLoader", "FlowLogs", "FlowModel", "FlowMutation", "FlowProof", "FlowReports",
      "FlowRuntime", "FlowSwift", "FlowTexts", "FlowTranslation",
      "FlowTesting", "ISO7816", "JSON", "LanguageServer", "LoopbackHTTP", "Markup", "PCSC",
      "Platform", "Secrets", "Signals",
      "Studio", "Threads", "TTY", "VirtualCard", "WalletApp", "WalletSimulator", "WebToken",
      argumentParser,
    ],
    // What `flowrun init` writes.
    resources: [
      "AGENTS.md", "README.md", "UC1-book-a-room.yaml", "UC1.trace", "UC1.yaml", "editorconfig.txt",
      "github-workflow.yaml", "ci/action.yml", "ci/gitlab-ci.yml", "ci/install.sh",
      "ci/post-comment.sh", "pre-commit-config.yaml", "pre-commit-hooks.yaml",
      "vscode-extensions.json", "vscode-settings.json",
    ].map { .embedInCode("Init/\($0)") }),
  .executableTarget(name: "flowrun", dependencies: ["FlowRunCLI"], path: "Sources/Tool/flowrun"),
  // What the plugin runs. It is small, since every app that uses the plugin builds it.
  .executableTarget(
    name: "flowrun-swift", dependencies: ["CompiledFlows", "FlowModel", "FlowSwift", "Platform"],
    path: "Sources/Tool/flowrun-swift"),
  .plugin(
    name: "FlowTypes", capability: .buildTool(), dependencies: isPrebuilt ? [] : ["flowrun-swift"]),
]

// What `import FlowKit` brings. SwiftPM builds a target again only if a module that it declares has
// changed, and FlowKit's own module stays the same when one of those changes that it re-exports.
let flowKit: [Target.Dependency] = [
  "CompiledFlows", "FlowKit", "FlowModel", "FlowRuntime", "FlowTexts", "Secrets",
]

// The booking of an app with the types of its flows, shown in docs/for-app-engineers.md.
let example = Target.target(
  name: "HotelApp", dependencies: flowKit, path: "Examples/Hotel", exclude: ["Flows"])

// A screen that follows a run, shaped like SwiftUI.
let screen = Target.target(
  name: "Screen", dependencies: flowKit, path: "Examples/Screen")

// What a test of that screen needs to drive it beside a flow.
let screenTest = Target.target(
  name: "ScreenTest", dependencies: flowKit + ["AppDriver", "Screen"], path: "Examples/ScreenTest")

// A screen with wizards in it, each a run.
let wizard = Target.target(
  name: "Wizard", dependencies: flowKit, path: "Examples/Wizard", exclude: ["Flows"])

let support = [
  testSupport("", ["ChildProcesses", "Secrets"]),
  testSupport("Card", ["CryptoCore", "ISO7816", "TestSupport"]),
  testSupport(
    "Flow", ["Diagnostics", "FlowFiles", "FlowLoader", "FlowModel", "FlowRuntime", "TestSupport"]),
]

let testTargets = [
  tests(
    "Base",
    [
      "Archives", "ChildProcesses", "CryptoCore", "Databases", "Dates", "Encodings", "Files",
      "JSON", "LoopbackHTTP", "Markup", "MarkupEvents", "Platform", "Secrets", "TestSupport",
      "Threads",
    ], fixtures: ["CryptoCore/Fixtures"]),

  tests("FlowModel", ["Diagnostics", "FlowModel", "FlowTestSupport", "TestSupport"]),
  tests(
    "CompiledFlows",
    [
      "CompiledFlows", "Diagnostics", "Files", "FlowLoader", "FlowModel", "FlowReports",
      "FlowRuntime", "FlowTestSupport", "TestSupport",
    ]),
  tests(
    "FlowSwift",
    flowKit + [
      "Diagnostics", "Files", "FlowLoader", "FlowSwift", "FlowTestSupport", "TestSupport",
    ],
    fixtures: ["Fixtures"]),
  tests(
    "FlowEngine",
    [
      "CompiledFlows", "FlowEngine", "FlowLoader", "FlowModel", "FlowRuntime", "FlowTestSupport",
      "TestSupport",
    ]),
  tests(
    "AppDriver",
    [
      "AppDriver", "CompiledFlows", "Files", "FlowModel", "FlowRuntime",
      "FlowTestSupport", "TestSupport",
    ]),
  tests("Diagnostics", ["Diagnostics", "TestSupport"]),
  tests("YAMLTree", ["Diagnostics", "JSON", "TestSupport", "YAMLTree"], fixtures: ["Fixtures"]),
  tests(
    "FlowLoader",
    [
      "Diagnostics", "Files", "FlowCheck", "FlowFiles", "FlowLoader", "FlowModel",
      "FlowTestSupport", "TestSupport", "YAMLTree",
    ],
    fixtures: ["Fixtures"]),
  tests(
    "FlowEdit",
    [
      "Diagnostics", "Files", "FlowCheck", "FlowEdit", "FlowFiles", "FlowFolder", "FlowLoader",
      "FlowModel", "FlowRuntime", "FlowTestSupport", "TestSupport",
    ]),
  tests(
    "FlowTranslation",
    [
      "Diagnostics", "Files", "FlowEdit", "FlowLoader", "FlowModel", "FlowRuntime",
      "FlowTestSupport", "FlowTexts", "FlowTranslation", "JSON", "TestSupport",
    ]),
  tests(
    "FlowRuntime",
    [
      "Files", "FlowLoader", "FlowModel", "FlowRuntime", "FlowTestSupport", "Secrets",
      "TestSupport",
    ],
    fixtures: ["Fixtures"]),
  tests(
    "FlowCheck",
    [
      "Diagnostics", "Files", "FlowCheck", "FlowFiles", "FlowLoader", "FlowModel", "FlowMutation",
      "FlowRuntime", "FlowTestSupport", "FlowTesting", "TestSupport",
    ],
    fixtures: ["Fixtures"]),
  tests(
    "FlowProof",
    [
      "Diagnostics", "Files", "FlowFiles", "FlowLoader", "FlowModel", "FlowProof", "FlowRuntime",
      "FlowTestSupport", "TestSupport",
    ]),
  tests(
    "FlowTesting",
    [
      "Diagnostics", "Files", "FlowFiles", "FlowLoader", "FlowModel", "FlowReports", "FlowRuntime",
      "FlowTestSupport", "FlowTesting", "JSON", "TestSupport",
    ]),
  tests(
    "FlowDocument",
    [
      "Archives", "Diagnostics", "Encodings", "FlowCheck", "FlowDocument", "FlowEdit", "FlowFiles",
      "FlowLoader", "FlowModel", "FlowRuntime", "FlowTestSupport", "TestSupport",
    ],
    fixtures: ["Fixtures"]
  ),
  tests(
    "FlowExport",
    ["Files", "FlowExport", "FlowModel", "FlowRuntime", "FlowTestSupport", "TestSupport"],
    fixtures: ["Fixtures"]),
  tests(
    "FlowCases",
    [
      "Diagnostics", "Files", "FlowCases", "FlowLoader", "FlowModel", "FlowRuntime",
      "FlowTestSupport", "FlowTesting", "TestSupport",
    ], fixtures: ["Fixtures"]),
  tests(
    "FlowLogs",
    [
      "Diagnostics", "FlowFiles", "FlowLoader", "FlowLogs", "FlowModel", "FlowProof", "FlowRuntime",
      "FlowTestSupport", "FlowTesting", "TestSupport",
    ]),
  tests(
    "FlowEvidence",
    [
      "Dates", "Diagnostics", "Files", "FlowEvidence", "FlowFiles", "FlowLoader", "FlowModel",
      "FlowTestSupport", "JSON", "TestSupport",
    ], fixtures: ["Fixtures"]),
  tests(
    "FlowReports",
    [
      "CompiledFlows", "Diagnostics", "Files", "FlowCheck", "FlowFiles", "FlowLoader", "FlowModel",
      "FlowReports", "FlowRuntime", "FlowTestSupport", "TestSupport",
    ]),

  // In `CardSession` the whole stack against the virtual card, in this process.
  tests(
    "Card",
    [
      "CardTestSupport", "CryptoCore", "Dates", "EstEID", "ISO7816", "PACE", "PCSC", "Secrets",
      "TestSupport", "Threads", "VirtualCard",
    ], fixtures: ["EstEID/Fixtures", "PACE/Fixtures"]),
  // Reported as skipped unless `tools/benches/card-bench` runs them.
  tests(
    "PCSCLive",
    [
      "CardTestSupport", "CryptoCore", "Dates", "EstEID", "ISO7816", "PCSC", "TestSupport",
      "VirtualCard",
    ], fixtures: ["Fixtures"]),

  tests(
    "Wallet",
    [
      "CardDesk", "CardTestSupport", "CryptoCore", "Databases", "Dates", "Diagnostics", "Encodings",
      "EstEID", "Files", "FlowFiles", "FlowLoader", "FlowModel", "FlowRuntime", "FlowTesting",
      "ISO7816",
      "JSON", "LoopbackHTTP", "PACE", "Secrets", "TestSupport", "VirtualCard", "WalletApp",
      "WalletSimulator", "WebToken",
    ], fixtures: ["CardDesk/Fixtures"]),

  tests(
    "Agents",
    [
      "Agents", "Diagnostics", "Files", "FlowFolder", "FlowLogs", "FlowModel", "FlowReports",
      "FlowRuntime", "JSON", "LoopbackHTTP", "TestSupport",
    ]),
  tests(
    "Studio",
    [
      "CompiledFlows", "Diagnostics", "Encodings", "Files", "FlowEdit", "FlowFiles", "FlowFolder",
      "FlowLoader", "FlowModel", "FlowReports", "FlowRuntime", "FlowTestSupport", "JSON",
      "LoopbackHTTP", "Studio", "TestSupport",
    ]),
  tests(
    "LanguageServer",
    ["Diagnostics", "Files", "FlowLoader", "JSON", "LanguageServer", "TestSupport"]),
  tests(
    "FlowRunCLI",
    [
      "CryptoCore", "Diagnostics", "Encodings", "Files", "FlowDocument", "FlowFiles", "FlowFolder",
      "FlowLoader", "FlowModel", "FlowProof", "FlowRunCLI",
      "FlowRuntime", "FlowTestSupport", "JSON", "LanguageServer", "PCSC", "Studio", "TestSupport",
      "WalletApp", "WalletSimulator",
      argumentParser,
    ]),
  tests(
    "Example",
    flowKit + [
      "AppDriver", "Diagnostics", "EstEID", "Files", "FlowLoader", "FlowProof", "FlowSwift",
      "FlowTestSupport",
      "FlowTranslation", "HotelApp",
      "ISO7816",
      "Screen", "ScreenTest", "TestSupport", "Wizard",
    ]),
]

let package = Package(
  name: "flowrun",
  // `Mutex` and `Atomic` need these.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "flowrun", targets: ["flowrun"]),
    // For an app: needs no C library and no other package.
    .library(name: "FlowKit", targets: ["FlowKit"]),
    // Writes Swift types for the compiled flows of a target in every build.
    .plugin(name: "FlowTypes", targets: ["FlowTypes"]),
    // Flows in YAML: needs libyaml.
    .library(name: "FlowYAML", targets: ["FlowYAML"]),
    // Tests that decide on the way through an app.
    .library(name: "AppDriver", targets: ["AppDriver"]),
    // House rules in an app.
    .library(name: "FlowRules", targets: ["FlowProof"]),
    // What tools need besides, and all of the modules of which FlowKit exports a part.
    .library(
      name: "FlowTools",
      targets: [
        "CompiledFlows", "Diagnostics", "FlowCheck", "FlowDocument", "FlowModel", "FlowProof",
        "FlowReports", "FlowRuntime", "FlowTesting", "FlowTexts", "Secrets",
      ]),
    .library(
      name: "CardKit", targets: ["CryptoCore", "ISO7816", "PACE", "Secrets", "VirtualCard"]),
  ],
  traits: [
    .default(enabledTraits: ["CommandLine"]),
    .trait(
      name: "CommandLine",
      description: "The program `flowrun`. An app turns it off and gets no other packages."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: system + base + flow + card + wallet + tool + [example, screen, screenTest, wizard]
    + support
    + testTargets
)

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
}
