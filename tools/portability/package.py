"""The targets of the package, as tools/check-portability compiles them."""
import json
import os
import subprocess


class Package:
    """The targets of the package and of the one that it uses."""

    def __init__(self):
        described = subprocess.run(["swift", "package", "describe", "--type", "json"],
                                   capture_output=True, text=True, check=True)
        self.targets = {each["name"]: each for each in json.loads(described.stdout)["targets"]}
        for name, uses in [("ArgumentParserToolInfo", []),
                           ("ArgumentParser", ["ArgumentParserToolInfo"])]:
            path = f".build/checkouts/swift-argument-parser/Sources/{name}"
            sources = [os.path.relpath(os.path.join(folder, file), path)
                       for folder, _, files in os.walk(path) for file in files
                       if file.endswith(".swift")]
            self.targets[name] = {"name": name, "path": path, "sources": sources,
                                  "target_dependencies": uses, "module_type": "SwiftTarget",
                                  "type": "foreign"}

    def uses(self, name):
        target = self.targets[name]
        return target.get("target_dependencies", []) + target.get("product_dependencies", [])

    def closure(self, names):
        """The targets that these need, and they, each after those that it uses."""
        order = []

        def add(name):
            if name not in order:
                for other in self.uses(name):
                    add(other)
                order.append(name)

        for name in names:
            add(name)
        return order

    def files(self, name):
        target = self.targets[name]
        return [f"{target['path']}/{source}" for source in target["sources"]
                if source.endswith(".swift")]

    def is_swift(self, name):
        return self.targets[name]["module_type"] == "SwiftTarget"
