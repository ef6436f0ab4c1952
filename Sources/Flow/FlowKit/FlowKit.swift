// All that an app needs to run compiled flows, as one import. It contains neither libyaml nor
// access to files; flows in YAML need `import FlowYAML` as well.

@_exported public import CompiledFlows
@_exported public import Diagnostics
@_exported public import FlowModel
@_exported public import FlowRuntime
@_exported public import Secrets
