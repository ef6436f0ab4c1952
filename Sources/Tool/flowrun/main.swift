import FlowRunCLI

FlowRunCommand.runAsTool()
