import type { Part } from "@/lib/conversation/part";
import { toolOutputText } from "@/lib/conversation/part";
import type { TranscriptImport } from "@/lib/importers/importer";
import type { Response, Session } from "@/lib/transcript/session";
import { sumKnown, type Usage } from "@/lib/transcript/usage";

/**
 * A file's facts, only as numbers, dates and model names. It contains nothing that a person wrote, so it may be
 * committed. `–` means unknown, not 0. Lists are sorted by name, with counts after the names.
 */
export function drawSummary({ format, sessions, rows, issues }: TranscriptImport): string {
  const messages = sessions.flatMap((session) => session.messages);
  const parts = messages.flatMap((message) => message.parts);
  const responses = sessions.flatMap((session) => session.responses);
  const events = sessions.flatMap((session) => session.events);
  const results = parts.flatMap((part) => (part.type === "tool-result" ? [part] : []));
  const lines: readonly (readonly [string, string])[] = [
    ["format", `${format}; client ${unique(sessions.map(({ client }) => client))} ${versions(sessions)}`],
    ["rows", `${rows.read} = ${rows.interpreted} + ${rows.kept} kept + ${rows.bad} bad; ${rows.blank} blank`],
    ["kept", counted(sessions[0] === undefined ? [] : keptOf(sessions))],
    ["sessions", `${sessions.length}; agents ${sum(sessions, ({ agents }) => agents.length)}`],
    ["messages", `${messages.length}: ${counted(messages.map(({ role, origin }) => `${role}/${origin}`))}`],
    ["hidden", `${messages.filter(({ isHidden }) => isHidden).length}`],
    ["parts", `${parts.length}: ${counted(parts.map(({ type }) => type))}`],
    ["results", `${results.filter(({ isError }) => isError).length} errors; ${blocksOf(results)}`],
    ["characters", characters(parts)],
    ["tools", `${sum(sessions, ({ tools }) => tools.length)} defined`],
    ["responses", `${responses.length}; ${responses.filter(({ usage }) => usage).length} with usage`],
    ...drawUsage(responses),
    ["windows", counted(responses.map(({ limits }) => limitsOf(limits)))],
    ["models", counted(responses.map(({ model }) => model ?? "–"))],
    ["events", counted(events.map(({ type }) => type))],
    ["issues", counted(issues.map(({ code }) => code))],
    ["time", timeOf(sessions)],
  ];
  return lines.map(([name, value]) => `  ${name.padEnd(14)} ${value}`).join("\n");
}

/** The window that the log states for a call, and where its client stops before it. */
function limitsOf(limits: Response["limits"]): string {
  if (!limits) return "not logged";
  const { window, maxPrompt, compactAt } = limits;
  return [window ?? "–", maxPrompt && `prompt ${maxPrompt}`, compactAt && `compacts at ${compactAt}`]
    .filter(Boolean)
    .join(" ");
}

const COUNTERS = [
  ["uncached", "uncachedInput"],
  ["write 5m", "cacheWrite5m"],
  ["write 1h", "cacheWrite1h"],
  ["write", "cacheWriteUnsplit"],
  ["read", "cacheRead"],
  ["output", "output"],
  ["reasoning", "reasoning"],
] as const satisfies readonly (readonly [string, keyof Usage])[];

function drawUsage(responses: readonly Response[]): (readonly [string, string])[] {
  const known = (key: keyof Usage) => sumKnown(responses.map(({ usage }) => usage?.[key] ?? null));
  return [["usage", COUNTERS.map(([name, key]) => `${name} ${known(key) ?? "–"}`).join("; ")]];
}

/** A file's rows belong to every session in it, so they are counted once. */
function keptOf(sessions: readonly Session[]): string[] {
  const rows = sessions.flatMap(({ keptRows }) => keptRows);
  return [...new Set(rows)].map(({ kind }) => kind);
}

function blocksOf(results: readonly (Part & { type: "tool-result" })[]): string {
  return counted(results.flatMap(({ output }) => output.map(({ type }) => type)));
}

function characters(parts: readonly Part[]): string {
  const length = (type: Part["type"], read: (part: Part) => number) =>
    `${type} ${sum(
      parts.filter((part) => part.type === type),
      read,
    )}`;
  return [
    length("text", (part) => (part.type === "text" ? part.text.length : 0)),
    length("reasoning", (part) => (part.type === "reasoning" ? part.text.length : 0)),
    length("tool-result", (part) => (part.type === "tool-result" ? toolOutputText(part.output).length : 0)),
    length("file", (part) => (part.type === "file" ? part.byteLength : 0)),
  ].join("; ");
}

function timeOf(sessions: readonly Session[]): string {
  const times = (read: (session: Session) => string | undefined) => sessions.flatMap((session) => read(session) ?? []);
  const [first = "–"] = times(({ startedAt }) => startedAt).sort();
  return `${first} to ${
    times(({ endedAt }) => endedAt)
      .sort()
      .at(-1) ?? "–"
  }`;
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (
    [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none"
  );
}

const unique = (names: readonly (string | null)[]) => [...new Set(names.map((name) => name ?? "–"))].join(", ");
const versions = (sessions: readonly Session[]) =>
  unique(sessions.flatMap(({ clientVersions }) => clientVersions)) || "–";
const sum = <T>(items: readonly T[], read: (item: T) => number) => items.reduce((total, item) => total + read(item), 0);
