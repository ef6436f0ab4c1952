// All that an app needs to run compiled flows, as one import: the types that it names. It contains
// neither libyaml nor access to files; flows in YAML need `import FlowYAML` as well. What a tool
// names besides, it imports from the modules below, which the product FlowTools has.

@_exported public import enum CompiledFlows.CompiledFlowsError
@_exported public import struct FlowModel.Catalogue
@_exported public import struct FlowModel.Fact
@_exported public import struct FlowModel.Flow
@_exported public import struct FlowModel.Input
@_exported public import enum FlowModel.Reading
@_exported public import struct FlowModel.Row
@_exported public import struct FlowModel.Step
@_exported public import struct FlowRuntime.ActionFailure
@_exported public import struct FlowRuntime.Answer
@_exported public import enum FlowRuntime.End
@_exported public import struct FlowRuntime.HandlerContext
@_exported public import struct FlowRuntime.Handlers
@_exported public import struct FlowRuntime.KeptSecret
@_exported public import struct FlowRuntime.LostSecret
@_exported public import struct FlowRuntime.Machine
@_exported public import class FlowRuntime.ManualRunClock
@_exported public import enum FlowRuntime.Pause
@_exported public import class FlowRuntime.Program
@_exported public import enum FlowRuntime.Refusal
@_exported public import protocol FlowRuntime.RunClock
@_exported public import struct FlowRuntime.RunDriver
@_exported public import struct FlowRuntime.RunTimer
@_exported public import class FlowRuntime.Runner
@_exported public import enum FlowRuntime.RunnerError
@_exported public import struct FlowRuntime.Situation
@_exported public import struct FlowRuntime.Snapshot
@_exported public import enum FlowRuntime.SnapshotChange
@_exported public import enum FlowRuntime.SnapshotError
@_exported public import enum FlowRuntime.SnapshotFate
@_exported public import class FlowRuntime.SystemRunClock
@_exported public import struct FlowRuntime.TraceEntry
@_exported public import struct FlowTexts.Texts
@_exported public import struct FlowTexts.TextsError
@_exported public import struct Secrets.Secret
