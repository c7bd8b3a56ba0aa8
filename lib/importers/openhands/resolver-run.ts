import { asArray, asCount, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";

/**
 * Output of the issue resolver: one issue per line, with the history of its run. Until the end of 2024 its events were flat,
 * without ids, sources and times; an observation answers the action before it. Source: OpenHands/OpenHands,
 * openhands/resolver/resolver_output.py (read 2026-08).
 */
export function isResolverRun(run: JsonObject): boolean {
  return asObject(run.issue) !== null && typeof run.base_commit === "string" && asArray(run.history) !== null;
}

/** The events in the usual shape: the arguments of an action are in `args`, and a prompt is from the user. */
export function resolverEvents(history: readonly unknown[]): readonly unknown[] {
  return history.map((value, index) => {
    const event = asObject(value);
    if (!event || typeof event.action !== "string" || asObject(event.args)) return value;
    const { action, ...args } = event;
    // Only the first message is a prompt: no user answers while the resolver works.
    return { action, args, ...(action === "message" && index === 0 && { source: "user" }) };
  });
}

/** The issue of the run; null if the line is not the resolver's. */
export function issueOf(
  run: JsonObject,
): { readonly id: string; readonly repo: string; readonly title: string } | null {
  const issue = asObject(run.issue);
  const [owner, name] = [asText(issue?.owner), asText(issue?.repo)];
  if (!issue || owner === null || name === null) return null;
  const repo = `${owner}/${name}`;
  const id = [repo, ...listOf(asCount(issue.number))].join("#");
  return { id, repo, title: asText(issue.title) ?? id };
}
