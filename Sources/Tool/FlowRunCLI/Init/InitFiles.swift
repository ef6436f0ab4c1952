internal import FlowLoader

/// The files that `flowrun init` writes: a use case, its paths, and what checks them.
enum InitFiles {
  /// The paths of the files, and their content.
  static var all: [(path: String, bytes: [UInt8])] {
    [
      ("README.md", PackageResources.README_md),
      ("AGENTS.md", PackageResources.AGENTS_md),
      ("Flows/UC1-book-a-room.yaml", PackageResources.UC1_book_a_room_yaml),
      ("Flows/flow.schema.json", Array(FlowSchema.flows.text.utf8)),
      ("Flows/paths/UC1.yaml", PackageResources.UC1_yaml),
      ("Flows/paths/UC1.trace", PackageResources.UC1_trace),
      ("Flows/paths/paths.schema.json", Array(FlowSchema.paths.text.utf8)),
      (".github/workflows/flows.yml", PackageResources.github_workflow_yaml),
      (".flowrun/action.yml", PackageResources.action_yml),
      (".flowrun/install.sh", PackageResources.install_sh),
      (".flowrun/post-comment.sh", PackageResources.post_comment_sh),
      (".flowrun/gitlab-ci.yml", PackageResources.gitlab_ci_yml),
      (".pre-commit-config.yaml", PackageResources.pre_commit_config_yaml),
      (".pre-commit-hooks.yaml", PackageResources.pre_commit_hooks_yaml),
      (".vscode/settings.json", PackageResources.vscode_settings_json),
      (".vscode/extensions.json", PackageResources.vscode_extensions_json),
      (".editorconfig", PackageResources.editorconfig_txt),
    ]
  }
}
