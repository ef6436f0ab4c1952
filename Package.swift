// swift-tools-version: 6.2
import PackageDescription

// Targets stand in layer order: a target may use what stands above it, never what stands below.
// `tools/check-imports` holds the rules that SwiftPM does not.
let package = Package(
  name: "flowrun",
  products: [
    .executable(name: "flowrun", targets: ["flowrun"]),
    .library(
      name: "FlowKit",
      targets: ["Diagnostics", "FlowModel", "FlowLoader", "FlowRuntime", "Secrets"]),
    .library(name: "FlowTools", targets: ["FlowCheck", "FlowDiff", "FlowPaths"]),
    .library(
      name: "CardKit", targets: ["CryptoCore", "ISO7816", "PACE", "Secrets", "VirtualCard"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // System: C libraries, a module map and a header each. OpenSSL and PC/SC are loaded at their first
    // call: see docs/decisions/0011.
    .systemLibrary(name: "CLibYAML", path: "Sources/System/CLibYAML", pkgConfig: "yaml-0.1"),
    .target(name: "COpenSSL", path: "Sources/System/COpenSSL"),
    .target(name: "CPCSC", path: "Sources/System/CPCSC"),

    // Base: what every layer may use.
    .target(name: "Secrets", path: "Sources/Base/Secrets"),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
    .target(name: "JSON", path: "Sources/Base/JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .target(
      name: "CryptoCore", dependencies: ["COpenSSL", "Secrets"], path: "Sources/Base/CryptoCore"),
    .testTarget(
      name: "CryptoCoreTests", dependencies: ["CardTestSupport", "CryptoCore", "Secrets"],
      resources: [.copy("Fixtures")]),

    // Flow: the engine. Knows nothing of cards or wallets.
    .target(name: "Diagnostics", path: "Sources/Flow/Diagnostics"),
    .target(
      name: "YAMLTree", dependencies: ["CLibYAML", "Diagnostics", "JSON"],
      path: "Sources/Flow/YAMLTree"),
    .target(name: "FlowText", dependencies: ["Diagnostics"], path: "Sources/Flow/FlowText"),
    .target(
      name: "FlowModel", dependencies: ["Diagnostics", "FlowText"],
      path: "Sources/Flow/FlowModel"),
    .target(
      name: "FlowLoader",
      dependencies: ["Diagnostics", "JSON", "YAMLTree", "FlowText", "FlowModel"],
      path: "Sources/Flow/FlowLoader"),
    .target(
      name: "FlowCheck", dependencies: ["Diagnostics", "FlowText", "FlowModel"],
      path: "Sources/Flow/FlowCheck"),
    .target(
      name: "FlowRuntime", dependencies: ["FlowText", "FlowModel", "JSON", "Secrets"],
      path: "Sources/Flow/FlowRuntime"),
    .target(
      name: "FlowPaths",
      dependencies: [
        "Diagnostics", "JSON", "FlowText", "FlowModel", "FlowLoader", "FlowRuntime", "YAMLTree",
      ], path: "Sources/Flow/FlowPaths"),
    .target(
      name: "FlowDiff", dependencies: ["FlowText", "FlowModel", "JSON", "FlowPaths"],
      path: "Sources/Flow/FlowDiff"),
    .target(
      name: "FlowDocument", dependencies: ["Diagnostics", "YAMLTree", "FlowModel"],
      path: "Sources/Flow/FlowDocument"),
    .testTarget(
      name: "FlowDocumentTests",
      dependencies: [
        "Diagnostics", "FlowModel", "FlowLoader", "FlowDocument", "FlowExport", "FlowRunCommand",
      ], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "FlowDiffTests",
      dependencies: ["Diagnostics", "FlowModel", "FlowLoader", "FlowDiff", "FlowRunCommand"]),
    .target(
      name: "FlowMutation",
      dependencies: ["FlowCheck", "FlowText", "FlowModel", "FlowPaths", "FlowRuntime"],
      path: "Sources/Flow/FlowMutation"),
    .testTarget(
      name: "FlowPathsTests",
      dependencies: [
        "Diagnostics", "JSON", "FlowModel", "FlowLoader", "FlowRuntime", "FlowPaths",
        "FlowRunCommand",
      ]),
    .target(
      name: "FlowExport", dependencies: ["FlowModel", "JSON", "FlowRuntime"],
      path: "Sources/Flow/FlowExport"),
    .testTarget(
      name: "FlowExportTests",
      dependencies: [
        "Diagnostics", "FlowModel", "FlowLoader", "FlowExport", "FlowRunCommand",
      ]),

    // Card: the card stack, bottom to top. Knows nothing of flows.
    .target(name: "ISO7816", path: "Sources/Card/ISO7816"),
    .target(
      name: "PACE", dependencies: ["CryptoCore", "ISO7816", "Secrets"], path: "Sources/Card/PACE"),
    .target(
      name: "EstEID", dependencies: ["CryptoCore", "ISO7816", "PACE", "Secrets"],
      path: "Sources/Card/EstEID"),

    // What the card tests share: a scripted card, hexadecimal.
    .target(
      name: "CardTestSupport", dependencies: ["CryptoCore", "ISO7816"],
      path: "Tests/CardTestSupport"),
    .testTarget(name: "ISO7816Tests", dependencies: ["CardTestSupport", "ISO7816"]),
    .testTarget(
      name: "EstEIDTests",
      dependencies: ["CardTestSupport", "CryptoCore", "EstEID", "ISO7816", "PACE", "Secrets"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "PACETests",
      dependencies: ["CardTestSupport", "CryptoCore", "ISO7816", "PACE", "Secrets"],
      resources: [.copy("Fixtures")]),

    // The reader's side and the card's: PC/SC, and a card to put on a reader.
    .target(name: "BlockingThread", path: "Sources/Base/BlockingThread"),
    .testTarget(name: "BlockingThreadTests", dependencies: ["BlockingThread"]),
    .target(
      name: "PCSC", dependencies: ["BlockingThread", "CPCSC", "ISO7816"],
      path: "Sources/Card/PCSC"),
    .testTarget(name: "PCSCTests", dependencies: ["CardTestSupport", "ISO7816", "PCSC"]),
    .target(name: "VPCD", dependencies: ["BlockingThread", "ISO7816"], path: "Sources/Card/VPCD"),
    .testTarget(name: "VPCDTests", dependencies: ["BlockingThread", "ISO7816", "VPCD"]),
    .target(
      name: "VirtualCard", dependencies: ["CryptoCore", "ISO7816", "PACE", "Secrets"],
      path: "Sources/Card/VirtualCard"),
    .testTarget(
      name: "VirtualCardTests",
      dependencies: ["CardTestSupport", "CryptoCore", "ISO7816", "PACE", "Secrets", "VirtualCard"]),
    // The whole stack against the virtual card, in this process.
    .testTarget(
      name: "CardSessionTests",
      dependencies: [
        "CardTestSupport", "CryptoCore", "EstEID", "ISO7816", "PACE", "Secrets", "VirtualCard",
      ]),
    // Reported as skipped unless `tools/card-bench` runs them.
    .testTarget(
      name: "PCSCLiveTests",
      dependencies: [
        "CardTestSupport", "CryptoCore", "EstEID", "ISO7816", "PCSC", "Secrets", "VPCD",
        "VirtualCard",
      ],
      exclude: ["Fixtures"]),
    // Wallet: where flows meet the world.
    .target(
      name: "LoopbackHTTP", dependencies: ["BlockingThread"], path: "Sources/Base/LoopbackHTTP"),
    .testTarget(name: "LoopbackHTTPTests", dependencies: ["BlockingThread", "LoopbackHTTP"]),
    .target(
      name: "WebToken", dependencies: ["JSON", "CryptoCore"], path: "Sources/Wallet/WebToken"),
    .testTarget(name: "WebTokenTests", dependencies: ["JSON", "CryptoCore", "WebToken"]),
    .target(
      name: "WalletActions",
      dependencies: [
        "JSON",
        "CryptoCore", "Diagnostics", "EstEID", "FlowLoader", "FlowModel", "FlowRuntime", "ISO7816",
        "LoopbackHTTP", "Secrets", "VirtualCard", "WebToken",
      ], path: "Sources/Wallet/WalletActions"),
    .testTarget(
      name: "WalletActionsTests",
      dependencies: [
        "JSON",
        "CardTestSupport",
        "CryptoCore", "EstEID", "FlowLoader", "FlowModel", "FlowRuntime", "LoopbackHTTP", "Secrets",
        "VirtualCard", "WalletActions", "WebToken",
      ]),

    // Tool: the command line.
    .target(
      name: "FlowRunCommand",
      dependencies: [
        "Diagnostics", "JSON", "Secrets", "FlowModel", "FlowLoader", "FlowRuntime", "FlowPaths",
        "FlowDocument", "FlowExport", "EstEID", "ISO7816", "PCSC", "VPCD", "VirtualCard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), "FlowCheck",
        "BlockingThread", "FlowMutation", "FlowDiff", "CryptoCore", "LoopbackHTTP", "WalletActions",
        "WebToken",
      ], path: "Sources/Tool/FlowRunCommand"),
    .executableTarget(
      name: "flowrun", dependencies: ["FlowRunCommand"], path: "Sources/Tool/flowrun"),

    // What the flow tests share, and the tests of the engine.
    .target(
      name: "FlowTestSupport", dependencies: ["Diagnostics", "FlowLoader", "FlowModel"],
      path: "Tests/FlowTestSupport"),
    .testTarget(
      name: "FlowRuntimeTests",
      dependencies: ["FlowLoader", "FlowModel", "FlowRuntime", "FlowTestSupport", "Secrets"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FlowLoaderTests",
      dependencies: [
        "Diagnostics", "FlowCheck", "FlowLoader", "FlowModel", "FlowText", "FlowTestSupport",
        "YAMLTree",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FlowCheckTests",
      dependencies: [
        "Diagnostics", "FlowCheck", "FlowLoader", "FlowModel", "FlowMutation", "FlowPaths",
        "FlowTestSupport",
        "FlowRunCommand", "JSON",
      ]),
    .testTarget(
      name: "FlowReplayTests",
      dependencies: [
        "Diagnostics", "FlowLoader", "FlowModel", "FlowPaths", "FlowRuntime", "FlowTestSupport",
      ]),
    .testTarget(
      name: "FlowRunCommandTests",
      dependencies: [
        "FlowRunCommand", "FlowTestSupport", "PCSC",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // An app in twenty lines, shown in the README.
    .target(
      name: "Unlock", dependencies: ["FlowLoader", "FlowModel", "FlowRuntime", "Secrets"],
      path: "Examples/Unlock"),
    .testTarget(
      name: "ExampleTests", dependencies: ["FlowLoader", "FlowTestSupport", "Secrets", "Unlock"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
