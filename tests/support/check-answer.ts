import * as z from "zod";
import { findRoute } from "@/lib/api/find-route";
import type { Route } from "@/lib/api/routes";
import { problem } from "@/lib/api/schemas/problem";

/** Requests and answers since the last clearing: `GET /api/x 200`. */
export const answered = new Set<string>();

/**
 * Checks an answer against its route's schema; an unknown or missing field throws. If a test calls a handler directly,
 * `path` may be anything; the route is then unknown and nothing is checked.
 */
export async function checkAnswer(method: string, path: string, response: Response): Promise<void> {
  const found = findRoute(method, new URL(path, "http://x").pathname);
  if (!found) return;
  const what = `${found.key} ${response.status}`;
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/problem+json")) return assertFits(problem, await response.clone().json(), what);
  if (response.status === 304) {
    if (response.body !== null) throw new Error(`${what}: has content`);
    return;
  }
  const declared = found.route.answers[response.status];
  const isFile = declared !== undefined && declared !== null && !(declared instanceof z.ZodType);
  if (type.startsWith("text/event-stream") && !isFile) {
    if (found.route.events === undefined) throw new Error(`${what}: the route declares no events`);
    return;
  }
  // OTLP answers in the encoding of the export.
  if (type === "application/x-protobuf" && declared instanceof z.ZodType) return void answered.add(what);
  if (declared === undefined) throw new Error(`${what}: the route declares no such answer`);
  if (declared === null) {
    if (response.body !== null) throw new Error(`${what}: the route declares no content`);
  } else if (declared instanceof z.ZodType) assertFits(declared, await response.clone().json(), what);
  else if (!declared.media.includes(type.split(";")[0] ?? "")) throw new Error(`${what}: ${type} is not declared`);
  answered.add(what);
}

/** The data of every event in a stream, checked against its schema. */
export function checkEvents(route: Route, key: string, text: string): string[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.startsWith("event:"))
    .map((frame) => {
      const [, name = "", data = ""] = /^event: (.+)\ndata: (.+)$/.exec(frame) ?? [];
      const schema = name === "error" ? problem : route.events?.[name];
      if (!schema) throw new Error(`${key}: the route declares no event ${name}`);
      assertFits(schema, JSON.parse(data), `${key} event ${name}`);
      answered.add(`${key} event ${name}`);
      return name;
    });
}

function assertFits(schema: z.ZodType, value: unknown, what: string): void {
  const parsed = schema.safeParse(value);
  if (parsed.success) return;
  throw new Error(`${what} does not fit its schema:\n${z.prettifyError(parsed.error)}`);
}
