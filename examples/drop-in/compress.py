"""Compresses a request body, and reads back the outputs that were put aside.

Use: compress.py http://127.0.0.1:3000 body.json
"""

import json
import sys
import urllib.request


def call(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def main(address, file):
    with open(file, encoding="utf-8") as stream:
        body = json.load(stream)
    asked = {"model": body["model"], "messages": body["messages"], "config": {"target_ratio": 0.6}}
    smaller = call(address, "/v1/compress?strategy=centagent-externalise", asked)
    aside = [call(address, "/api/refs/out_" + hash)["total_lines"] for hash in smaller["ccr_hashes"]]
    print(json.dumps({"saved": smaller["tokens_saved"], "lines_put_aside": sum(aside)}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
