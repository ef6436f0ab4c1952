import FlowRunCommand

FlowRunCommand.runAsTool()
