"""Checks the syntax of generated sources in languages whose compilers are in no package registry that the tests use.

syntax.py LANGUAGE DIRECTORY
"""

import importlib
import pathlib
import sys

from tree_sitter import Language, Node, Parser


def first_error(node: Node) -> Node:
    """Returns the innermost first node of a tree that is wrong or missing."""
    wrong = next((child for child in node.children if child.has_error), None)
    return node if wrong is None else first_error(wrong)


def main(language: str, directory: str) -> int:
    """Returns 1 if a source file has an error."""
    module = importlib.import_module(f"tree_sitter_{language}")
    parser = Parser(Language(module.language()))
    suffix = {"c_sharp": "cs"}.get(language, language)
    files = sorted(pathlib.Path(directory).rglob(f"*.{suffix}"))
    status = 0 if files else 1
    for file in files:
        root = parser.parse(file.read_bytes()).root_node
        if root.has_error:
            line, column = first_error(root).start_point
            print(f"{file}:{line + 1}:{column + 1}: syntax error")
            status = 1
    return status


sys.exit(main(*sys.argv[1:]))
