// Loads flows from YAML, in memory or from a folder. It needs libyaml.

@_exported public import Diagnostics
@_exported public import FlowFiles
@_exported public import FlowLoader
@_exported public import FlowModel
