"""Inputs put to the application itself, without a server: what they were answered, as JSON.

python -m tests.faults.within AMOUNT NUMBER PORT    NUMBER tells several apart; a site is at PORT
"""

import asyncio
import json
import os
import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.test import Client

from tests.faults.inputs import ask_for
from tests.faults.player import Player


def main(amount: int, number: int, port: int) -> Counter[int]:
    site: Any = SimpleNamespace(port=port, address=f"http://127.0.0.1:{port}")
    player = Player([site], 7000 + number, "4x4", 0)
    asyncio.run(player.begin())
    client, said = Client(raise_request_exception=False), Counter[int]()
    for at in range(amount):
        method, path, body, headers = ask_for(player, number << 20 | at)
        kind = headers.pop("Content-Type")
        headers["Host"] = "127.0.0.1"
        answer = client.generic(method, path, body, kind, headers=headers)
        said[answer.status_code] += 1
        answer.close()
    return said


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*map(int, sys.argv[1:]))))
