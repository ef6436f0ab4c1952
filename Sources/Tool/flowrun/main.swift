import FlowRunCommand

await FlowRunCommand.runAsTool()
