"""Takes the commands of a test.

A command is a line on stdin, {"do": name, ...arguments}. Each is answered with a line on stdout, {"value": ...} or {"error": ...}.
"""

import asyncio
import inspect
import json
import sys
import traceback


async def serve(*owners):
    """Ends when stdin does, so that a peer cannot outlive its test.

    The COMMANDS of an owner, an object or a module, name those of its functions that are commands."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            arguments = json.loads(line)
            value = find(owners, arguments.pop("do"))(**arguments)
            answer = {"value": await value if inspect.isawaitable(value) else value}
        except Exception as e:
            traceback.print_exc()
            answer = {"error": f"{type(e).__name__}: {e}"}
        print(json.dumps(answer), flush=True)


def find(owners, command):
    for owner in owners:
        if command in owner.COMMANDS:
            return getattr(owner, command)
    raise ValueError(f"{command}: expected one of {[name for owner in owners for name in owner.COMMANDS]}")
