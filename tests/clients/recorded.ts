import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "@/lib/formats/json-fields";
import { apiOfPath } from "@/lib/importers/recording/recorded-answer";
import { exchangeIn } from "@/lib/importers/recording/recording-row";
import { SharedTexts } from "@/lib/importers/recording/shared-text";
import { comparePassed, readHop } from "./hop";
import type { Ran } from "./run-scenario";
import { DUMMY_KEY } from "./sandbox";

/** How many received bodies are in the recordings unchanged, and one sentence for each that is not. */
export function recordedBodies({ recordings, bodies }: Ran) {
  const received = (existsSync(bodies) ? readdirSync(bodies) : [])
    .sort()
    .map((name) => readFileSync(path.join(bodies, name), "utf8"));
  const recorded = recordings.flatMap(bodiesIn);
  const left = [...recorded];
  const differences = received.flatMap((body, at) => {
    const found = left.indexOf(body);
    if (found === -1) return [`#${at + 1}: the request is not in the recording as the server received it`];
    left.splice(found, 1);
    return [];
  });
  const invented = left.map(
    (body) => `a request of ${body.length} characters was recorded that the server did not receive`,
  );
  return {
    texts: [received.length - differences.length, received.length] as const,
    differences: [...differences, ...invented],
  };
}

/** What passed the recorder unchanged in both directions, and whether its file contains the same bytes. */
export function passedUnchanged({ recordings, hops: [front, back] }: Ran) {
  const behind = readHop(back);
  const { passed, differences } = comparePassed(readHop(front), behind);
  const kept = new Set(recordings.flatMap(sumsIn));
  const lost = behind.filter(({ request, response }) => !kept.has(`${request} ${response}`));
  const rest = lost.map(({ method, call }) => `${method} ${call} is not in the recording byte for byte`);
  const leaks = recordings.filter((file) => readFileSync(file, "utf8").includes(DUMMY_KEY));
  return {
    passed,
    differences: [...differences, ...rest, ...leaks.map((file) => `the key is in ${path.basename(file)}`)],
  };
}

const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function sumsIn(file: string): string[] {
  const texts = new SharedTexts();
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const call = line === "" ? null : exchangeIn(JSON.parse(line));
      if (call === null) return [];
      const body = call.body === null ? "" : texts.restore(call.number, call.body);
      return [`${sumOf(body ?? "")} ${sumOf(call.answer ?? "")}`];
    });
}

/** Bodies as the server stores them: the same values in the same order, without white space. */
const bodiesIn = (file: string): string[] => requestsIn(file).map(({ body }) => JSON.stringify(body));

/** The recorded requests to a model. */
export function requestsIn(file: string) {
  const texts = new SharedTexts();
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const call = line === "" ? null : exchangeIn(JSON.parse(line));
      const body = call?.body ? texts.restore(call.number, call.body) : null;
      return call && body && apiOfPath(call.path)
        ? [{ body: JSON.parse(body) as JsonObject, headers: call.headers }]
        : [];
    });
}
