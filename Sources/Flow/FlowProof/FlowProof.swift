// What an app names that has house rules, besides what FlowKit brings.

@_exported public import struct FlowModel.HouseRule
@_exported public import struct FlowRuntime.BrokenRule
@_exported public import protocol FlowRuntime.RunGuard
