import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession } from "@/tests/support/check-importer";
import { draws } from "@/tests/support/samples";
import { memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = [
  "swe-agent/run.traj",
  "mini-swe-agent/run.traj.json",
  "chatgpt-export/conversations.json",
  "claude-ai-export/conversations.json",
  "langchain/messages.json",
  "langsmith/batch.json",
  "langfuse/trace.json",
  "otel-genai/spans.json",
  "inspect/log.json",
  "sharegpt/conversations.json",
];
const VALUES: readonly JsonValue[] = [
  null,
  0,
  -1,
  1e300,
  "",
  "x",
  "{",
  "[1]",
  true,
  [],
  {},
  [null],
  [{}],
  { parts: 1 },
];

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

function withValue(value: JsonValue, [key, ...rest]: Path, put: JsonValue): JsonValue {
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((child, index) => (index === Number(key) ? withValue(child, rest, put) : child));
  const fields = value as { [key: string]: JsonValue };
  return { ...fields, [key]: withValue(fields[key] as JsonValue, rest, put) };
}

test.each(FIXTURES)(
  "%s: a value of a different kind anywhere never throws and never breaks a session",
  async (name) => {
    const whole = JSON.parse(readFileSync(`tests/fixtures/${name}`, "utf8")) as JsonValue;
    const paths = pathsIn(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(paths.length - 1), fc.constantFrom(...VALUES), fc.boolean(), async (at, put, isLine) => {
        const text = JSON.stringify(withValue(whole, paths[at] as Path, put), null, isLine ? 0 : 1);
        const result = await importTranscript([memoryFile(text)]);
        if (result.ok) for (const session of result.value.sessions) checkSession(session);
        else expect(result.error.message.length).toBeGreaterThan(20);
      }),
      { numRuns: draws(40, 150) },
    );
  },
);
