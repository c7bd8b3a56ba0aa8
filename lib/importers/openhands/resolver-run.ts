import { asArray, asCount, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";

/**
 * Output of the issue resolver: one issue a line, with the history of its run. Until the end of 2024 its events were
 * flat, without ids, sources and times; an observation answers the action before it.
 * Source: OpenHands/OpenHands, openhands/resolver/resolver_output.py (read 2026-08).
 */
export function isResolverRun(run: JsonObject): boolean {
  return asObject(run.issue) !== null && typeof run.base_commit === "string" && asArray(run.history) !== null;
}

/** The events as they are elsewhere: what an action was told stands in `args`, and a prompt is from the user. */
export function resolverEvents(history: readonly unknown[]): readonly unknown[] {
  return history.map((value, index) => {
    const event = asObject(value);
    if (!event || typeof event.action !== "string" || asObject(event.args)) return value;
    const { action, ...args } = event;
    // Only the first message is a prompt: nobody answers the resolver while it works.
    return { action, args, ...(action === "message" && index === 0 && { source: "user" }) };
  });
}

/** What the run was about; null where the line is not the resolver's. */
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
