import fs from "node:fs";
import path from "node:path";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { ImportAnswer } from "@/lib/api/schemas/import-report";
import type { LibraryPage, SessionSummary } from "@/lib/api/schemas/session";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { comparableOf } from "@/lib/read-models/comparable";
import { toLibraryItem } from "@/lib/read-models/library-item";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { costText } from "@/lib/read-models/words/cost-text";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { countedOnce } from "@/lib/transcript/copies";
import { answerLines } from "@/lib/view-models/answer/answer-lines";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { toOldFindings } from "@/lib/view-models/answer/old-findings";
import { listedCost } from "@/lib/view-models/library/library-table";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import { english } from "@/lib/wording/say";
import { type AdviseSettings, advise, type ReplaySettings, replay } from "../entries/index";
import { pathsOf } from "./data-folder";
import { type CallLibrary, withLibrary } from "./library";
import { print, printFile, printJson, progress, Refusal, table } from "./output";
import { filesUnder, isPath, loadAnalyses, loadAnalysis } from "./sources";

type Json = { readonly json?: boolean };

/**
 * A file's name relative to its folder's parent, with slashes on every platform: the server finds a session's files by
 * their folders.
 */
export const nameInUpload = (place: string, file: string, platform: NodeJS.Platform = process.platform): string => {
  const { dirname, relative, sep } = pathsOf(platform);
  return relative(dirname(place), file).split(sep).join("/");
};

/** Sends files to the library; each folder with all its files in one form, so sub-agents stay with their session. */
export async function importInto(call: CallLibrary, place: string): Promise<ImportAnswer> {
  if (!isPath(place)) throw new Refusal(`there is no file ${place}`, 2);
  const form = new FormData();
  for (const file of filesUnder(place)) {
    const blob = await fs.openAsBlob(file);
    form.append("files", blob, nameInUpload(path.resolve(place), path.resolve(file)));
  }
  const response = await call("/api/sessions?wait=1", { method: "POST", body: form });
  return (await response.json()) as ImportAnswer;
}

/** `winnow import <paths…>` */
export async function importPaths(places: readonly string[], { json }: Json): Promise<void> {
  await withLibrary(async (call) => {
    for (const place of places) {
      progress(`importing ${place} …`);
      const answer = await importInto(call, place);
      if (json) printJson(answer);
      else
        for (const { file_name, sessions, duplicate, error } of answer.files)
          print(
            error
              ? `${file_name}: ${error.message}`
              : `${file_name}: ${sessions.join(", ")}${duplicate ? " (already there)" : ""}`,
          );
      if (answer.files.some(({ error }) => error)) process.exitCode = 1;
    }
  });
}

/** `winnow ls` */
export async function list({ limit, json }: Json & { readonly limit: string }): Promise<void> {
  const page = await withLibrary(async (call) => {
    const response = await call(`/api/sessions?limit=${encodeURIComponent(limit)}`);
    return (await response.json()) as LibraryPage;
  });
  if (json) return printJson(page);
  print(
    table(
      ["id", "started", "client", "requests", "peak", "cost", "title"],
      page.sessions.map((row) => [
        row.id,
        row.started_at?.slice(0, 16).replace("T", " ") ?? "–",
        row.client ?? row.format,
        String(row.requests),
        formatTokens(row.peak_tokens),
        listedCost(toLibraryItem(row)),
        row.title.slice(0, 60),
      ]),
    ),
  );
}

/** `winnow show <session>`: the summary, the cache breaks, and the answer: cost, causes, possible changes. */
export async function show(argument: string, { json }: Json): Promise<void> {
  const analysis = await loadAnalysis(argument);
  const answer = answerOf(analysis);
  const summary = toSessionSummary(analysis, answer, simulateSession(analysis));
  if (!json) return print([...summaryLines(summary, answer), "", ...answerLines(answer)].join("\n"));
  const breaks = analysis.cache.breaks.map((entry) => ({
    ...placeOf(analysis, entry.request),
    cause: entry.cause,
    confidence: entry.confidence,
    is_expected: entry.isExpected,
    lost_tokens: entry.lostTokens,
  }));
  printJson({ session: summary, answer, breaks, findings: toOldFindings(answer) });
}

function summaryLines(summary: SessionSummary, { cost, cost_note, breaks, requests }: CostAnswer): string[] {
  const { window, cache, counts } = summary;
  const broken =
    breaks.count === null
      ? "breaks unknown"
      : english("{count, plural, one {# break} other {# breaks}}", { count: breaks.count });
  return [
    summary.title,
    "",
    `id        ${summary.id}`,
    `client    ${[summary.client ?? summary.format, summary.client_version].filter(Boolean).join(" ")}`,
    `models    ${summary.models.join(", ") || "unknown"}`,
    `requests  ${requests}, prompts typed ${counts.user_prompts}, compactions ${counts.compactions}`,
    `window    ${formatTokens(window.tokens)} tokens, at most ${formatShare(window.peak_fraction)} full (${formatTokens(window.peak_tokens)})`,
    `cost      ${costText({ cost, cost_note }, english)}`,
    `cache     ${formatShare(cache.read_share)} read, ${broken}, lost ${formatAmount(breaks.money)}`,
  ];
}

/** A request's name on pages and in the API. */
function placeOf({ requests }: Analysis, index: number) {
  const request = requests[index];
  return { agent: request?.agent ?? "main", number: (request?.indexInAgent ?? index) + 1, index };
}

/**
 * `winnow@60000`, `keep-all`: a strategy, and the prompt size, in tokens or as a share of the window, at which it runs.
 */
export function parsePolicy(text: string): ReplaySettings["policies"][number] {
  if (text === "keep-all" || text === "logged") return text;
  const [, recipe, at] = /^([\w.-]+)(?:@(\d+%?|0?\.\d+))?$/.exec(text) ?? [];
  if (recipe === undefined)
    throw new Refusal(
      `${text} is not a policy: write a strategy and when it runs, such as winnow@60000 or winnow@80%`,
      2,
    );
  if (at === undefined) return { id: text, recipe, trigger: {} };
  const isShare = at.endsWith("%") || at.includes(".");
  const value = at.endsWith("%") ? Number(at.slice(0, -1)) / 100 : Number(at);
  return { id: text, recipe, trigger: isShare ? { fraction: value } : { tokens: value } };
}

/** `winnow replay <session> winnow@60000 …` */
export async function replaySession(
  argument: string,
  policies: readonly string[],
  { json, agent }: Json & { readonly agent?: string },
): Promise<void> {
  const chosen = (policies.length > 0 ? policies : ["keep-all", "winnow@60%"]).map(parsePolicy);
  const analysis = await loadAnalysis(argument);
  progress(`replaying ${chosen.length} policies over ${analysis.requests.length} requests …`);
  const answer = await replay(analysis, { policies: chosen, ...(agent !== undefined && { agent }) });
  if (json) return printJson(answer);
  print(
    table(
      ["policy", "cost", "against the log", "read", "peak", "fired", "lost and used"],
      answer.replays.map(({ policy, totals }) => [
        policy.id,
        formatMoney(totals.cost?.amount ?? null),
        totals.cost_against_logged ? formatMoney(totals.cost_against_logged.amount) : "–",
        formatShare(totals.read_share),
        formatTokens(totals.peak_prompt_tokens),
        String(totals.fired),
        String(totals.regretted),
      ]),
    ),
  );
  progress(answer.assumption);
}

/** `winnow advise <sessions…>` */
export async function adviseSessions(
  places: readonly string[],
  { json, price, latest }: Json & { readonly price?: string; readonly latest?: string },
): Promise<void> {
  const analyses = countedOnce((await Promise.all(places.map(loadAnalyses))).flat(), comparableOf);
  if (analyses.length === 0) throw new Refusal("no session was found");
  const settings: AdviseSettings = {
    ...(price !== undefined && { price_per_lost_fact: Number(price) }),
    ...(latest !== undefined && { latest_trigger: Number(latest) }),
  };
  progress(
    `replaying the policies of the advice over ${analyses.length} ${analyses.length === 1 ? "session" : "sessions"}; this takes a while …`,
  );
  const answer = await advise(analyses, settings);
  if (json) return printJson(answer);
  print(answer.verdict.sentence);
  for (const { id, message } of answer.left_out) progress(`${id}: left out, ${message}`);
}

/** `winnow export <session> --format markdown` */
export async function exportSession(
  argument: string,
  { format, redact, output }: { readonly format: string; readonly redact?: string; readonly output?: string },
): Promise<void> {
  await withLibrary(async (call) => {
    const id = isPath(argument) ? await idOf(call, argument) : argument;
    const query = new URLSearchParams({ format, ...(redact !== undefined && { redact }) });
    const response = await call(`/api/sessions/${encodeURIComponent(id)}/export?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (output === undefined) printFile(bytes);
    else fs.writeFileSync(output, bytes, { mode: 0o600 });
    const redacted = response.headers.get("x-winnow-redacted");
    if (redacted !== null) progress(`redacted: ${redacted}`);
  });
}

/** The id of a file's session, which is imported first. */
export async function idOf(call: CallLibrary, place: string): Promise<string> {
  const { files, id } = await importInto(call, place);
  const first = id ?? files.flatMap(({ sessions }) => sessions)[0];
  if (first) return first;
  throw new Refusal(files[0]?.error?.message ?? `${place} contains no session`);
}
