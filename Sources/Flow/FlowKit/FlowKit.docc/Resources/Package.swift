// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../flowrun", traits: [])],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "FlowKit", package: "flowrun")],
      plugins: [.plugin(name: "FlowTypes", package: "flowrun")])
  ])
