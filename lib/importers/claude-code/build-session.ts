import { SESSION_VERSION, type Session, type SessionFile } from "../../transcript/session";
import { promptTokens } from "../../transcript/usage";
import type { ImportRun } from "../import-run";
import { splitIterations } from "../iterations";
import { sessionIdOf } from "../session-id";
import { MAIN } from "./agents";
import { withContextEdits } from "./context-edits";
import { uncounted, withCompactionCalls } from "./cost-states";
import type { RowInterpreter } from "./row-interpreter";
import { withThinkingSwitches } from "./thinking-switches";

const UNTITLED = "Untitled session";

/** Builds the finished session from everything that was interpreted. */
export function buildSession(rows: RowInterpreter, files: readonly SessionFile[], run: ImportRun): Session {
  const { recorder, facts } = rows;
  rows.finishAgents();
  const { captured } = rows.requests;
  const session: Session = {
    version: SESSION_VERSION,
    id: sessionIdOf(files[0]?.sha256 ?? "", facts.sessionId ?? "", 0),
    format: "claude-code",
    ...(facts.sessionId !== null && { clientSession: facts.sessionId.toLowerCase() }),
    client: facts.client,
    clientVersions: [...facts.versions],
    title: facts.title() ?? UNTITLED,
    project: facts.project,
    files,
    agents: rows.agents.build(),
    messages: recorder.finish(),
    responses: recorder.responses,
    events: recorder.events,
    tools: rows.requests.definitions,
    ...(captured && { captured }),
    ...(facts.startedAt && { startedAt: facts.startedAt }),
    ...(facts.endedAt && { endedAt: facts.endedAt }),
    rows: run.account(),
    keptRows: run.keptRows,
    issues: run.issues,
  };
  const whole = splitIterations(withContextEdits(session, recorder.edits), recorder.iterations);
  const switched = withThinkingSwitches(whole, rows.thinking);
  const counted = withCompactionCalls(switched, facts.costStates);
  reportTotals(counted, run);
  return promoteLoneAgent(counted);
}

/** Compares the client's totals with the logged calls, because the client makes calls that it does not log. */
function reportTotals(session: Session, run: ImportRun) {
  for (const { model, usage } of uncounted(session)) {
    const differences = [differenceText(promptTokens(usage), "prompt"), differenceText(usage.output, "output")];
    const text = differences.filter((difference) => difference !== null).join(" and ");
    if (text === "") continue;
    run.report(
      "totals-differ",
      `By Claude Code's own totals, ${model} used ${text} in comparison with the calls in this log. ` +
        "The client makes calls that it does not log, such as titles; they are in no figure here.",
      { file: 0, line: 0, byteOffset: 0, byteLength: 0 },
    );
  }
}

/** `5 fewer output tokens`; null if there is no difference, or if it is unknown. */
function differenceText(count: number | null, kind: "prompt" | "output"): string | null {
  return count ? `${Math.abs(count)} ${count < 0 ? "fewer" : "more"} ${kind} tokens` : null;
}

/** If a sub-agent's file is imported alone, its only agent becomes the main one. */
function promoteLoneAgent(session: Session): Session {
  const [, only, another] = session.agents;
  const hasMain = session.messages.some((message) => message.agent === MAIN);
  if (!only || another || hasMain) return session;
  const promote = <T extends { readonly agent: string }>(item: T): T => ({ ...item, agent: MAIN });
  return {
    ...session,
    title: session.title === UNTITLED ? (only.title ?? UNTITLED) : session.title,
    agents: [{ id: MAIN, kind: "main", parent: null, ...(only.title && { title: only.title }) }],
    messages: session.messages.map(promote),
    responses: session.responses.map(promote),
    events: session.events.map(promote),
  };
}
