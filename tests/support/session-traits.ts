import type { TranscriptImport } from "@/lib/importers/importer";
import type { Session } from "@/lib/transcript/session";

/** The kinds of content read from a file, in words: what a fixture covers, or what a real transcript contains. */
export function traitsOf({ sessions, issues, rows }: TranscriptImport): string[] {
  const traits = [
    ...sessions.flatMap(traitsOfSession),
    ...issues.map(({ code }) => `issue ${code}`),
    ...(rows.kept > 0 ? ["rows kept as they are"] : []),
  ];
  return [...new Set(traits)].sort();
}

function traitsOfSession({ agents, tools, messages, responses, events }: Session): string[] {
  const parts = messages.flatMap((message) => message.parts);
  const results = parts.flatMap((part) => (part.type === "tool-result" ? [part] : []));
  return [
    ...(agents.length > 1 ? ["several agents"] : []),
    ...(tools.length > 0 ? ["tools defined"] : []),
    ...(results.some(({ isError }) => isError) ? ["failed call"] : []),
    ...messages.map(({ role, origin }) => `${role}/${origin}`),
    ...parts.map(({ type }) => type),
    ...results.flatMap(({ output }) => output.map(({ type }) => `result of ${type}`)),
    ...events.map(({ type }) => `event ${type}`),
    ...responses.flatMap(({ usage, model }) => [
      ...(usage === null ? ["usage unknown"] : knownCounts(usage)),
      ...(model === null ? ["model unknown"] : []),
    ]),
  ];
}

const knownCounts = (usage: object): string[] =>
  Object.entries(usage).flatMap(([key, value]) => (typeof value === "number" ? [`usage ${key}`] : []));
