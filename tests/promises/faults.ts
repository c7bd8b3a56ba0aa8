import type { Change } from "./change";

/** A realistic fault, and what a user would see of it. `scripts/try-guards.ts --faults` plants each. */
export type Fault = Change & {
  /** The line that was drawn; the fault is on it or a few lines away. */
  readonly line: number;
  /** What a user would see. */
  readonly seen: string;
};

/**
 * The faults' places are random, so that they are not planted only where tests are good. `scripts/draw-faults.ts` draws
 * lines of the program as of this commit; the first lines that can contain a fault are used, in drawn order.
 */
export const DRAWN_FROM = "58262f72";
export const SEED = 28;

const code = (folder: string) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`].map((glob) => `:(glob)${glob}`);
/**
 * How many lines of each part of the program; Chinese sentences are left out, because they are prose. One line was in
 * app when drawn, and moved to lib/server with the routes.
 */
export const GROUPS = [
  { name: "lib", paths: [...code("lib"), ":(exclude)lib/server", ":(exclude)lib/wording/zh"], count: 16 },
  { name: "lib/server", paths: code("lib/server"), count: 7 },
  { name: "components", paths: code("components"), count: 5 },
  { name: "app", paths: code("app"), count: 2 },
] as const;

/** Drawn lines that contain nothing that could be wrong, in addition to those that the drawing itself skips. */
export const PASSED_OVER = [{ place: "components/session/part-body.tsx:11", because: "an import, though a lazy one" }];

const fault = (place: `${string}:${number}`, seen: string, from: string, to: string): Fault => {
  const [file = "", line] = place.split(":");
  return { file, line: Number(line), seen, from, to };
};

export const FAULTS: readonly Fault[] = [
  // lib
  fault(
    "lib/importers/goose/goose-part.ts:17",
    "a text-only answer of Goose is shown as a block of an unknown type",
    'return typeof block.text === "string" ? textDraft(block.text) : opaqueDraft(value);',
    'return typeof block.content === "string" ? textDraft(block.content) : opaqueDraft(value);',
  ),
  fault(
    "lib/strategies/presets/centagent.ts:34",
    "an output that was put aside loses its reference when it is dropped later, and cannot be fetched back",
    "return PUT_ASIDE.test(text) ? firstLine : `[Tool",
    "return DROPPED.test(text) ? firstLine : `[Tool",
  ),
  fault(
    "lib/strategies/presets/kilo.ts:13",
    "Kilo's window omits results without a warning for each",
    'edit.op === "insert" ? [] : edit.targets.map(',
    'edit.op !== "insert" ? [] : edit.targets.map(',
  ),
  fault(
    "lib/strategies/presets/opencode-compact.ts:47",
    "OpenCode's compaction keeps more recent turns than the product does",
    "recentBudget((budget.window ?? 0) - budget.reserve)",
    "recentBudget((budget.window ?? 0) + budget.reserve)",
  ),
  fault(
    "lib/formats/ai-sdk/content-parts.ts:58",
    "redacted reasoning is missing from a request in the AI SDK's format, and the provider refuses the request",
    'part.type === "reasoning" && part.redactedData !== undefined;',
    'part.type === "reasoning" && part.text !== "" && part.redactedData !== undefined;',
  ),
  fault(
    "lib/formats/anthropic/block-to-part.ts:85",
    "a PDF in a tool's result is kept as an unknown block, and no size is shown for it",
    'block?.type === "image" || block?.type === "document" ? fileSource(block) : null;\n  return file ? { type: "file", ...file } : { type: "opaque"',
    'block?.type === "image" ? fileSource(block) : null;\n  return file ? { type: "file", ...file } : { type: "opaque"',
  ),
  fault(
    "lib/importers/goose/goose-store.ts:176",
    "notes that Goose shows only to the user count as part of the prompt",
    'origin: "client", parts, time, agent: this.agent, isHidden: true }, row.source);\n    return "interpreted";',
    'origin: "client", parts, time, agent: this.agent, isHidden: false }, row.source);\n    return "interpreted";',
  ),
  fault(
    "lib/api/schemas/model-statement.ts:88",
    "looking up the model of a session fails for a log without a date",
    '    .nullable()\n    .describe("The evidence for the models of a period',
    '    .describe("The evidence for the models of a period',
  ),
  fault(
    "lib/view-models/compare/summary-calls.ts:19",
    "a summary of unknown cost is shown as free",
    'cost === null ? say("cost unknown") : formatMoney(cost),',
    "formatMoney(cost ?? 0),",
  ),
  fault(
    "lib/importers/grok/grok.ts:80",
    "the reasoning of Grok is missing from its sessions",
    "        this.before.push(reasoningOf(row));\n",
    "",
  ),
  fault(
    "lib/view-models/compare/matrix-cells.ts:91",
    "a rule that is broken several times is listed several times",
    "[...new Set(broken.map(({ code }) => code))].join",
    "broken.map(({ code }) => code).join",
  ),
  fault(
    "lib/tools/data/more-command-line.ts:28",
    "files that the Cursor CLI changed in several places are listed as read, not as changed",
    'MultiStrReplace: { operation: "edit", path: ["path", "file_path"] }',
    'MultiStrReplace: { operation: "read", path: ["path", "file_path"] }',
  ),
  fault(
    "lib/view-models/compare/comparison-matrix.ts:116",
    "the most expensive strategy is marked as the best in the rows of money",
    'comparableCost(result, wish, of),\n    better: "less",',
    'comparableCost(result, wish, of),\n    better: "more",',
  ),
  fault(
    "lib/api/schemas/compression.ts:199",
    "the description of POST /api/compress no longer says which strategy was used",
    "  strategy: usedStrategy,\n  state: returnedState,",
    "  state: returnedState,",
  ),
  fault(
    "lib/importers/anthropic-usage.ts:12",
    "one-hour cache writes are billed as five-minute writes, and the other way round",
    "    cacheWrite5m: written5m,\n    cacheWrite1h: written1h,",
    "    cacheWrite5m: written1h,\n    cacheWrite1h: written5m,",
  ),
  fault(
    "lib/view-models/library/library-table.ts:157",
    "the example's row does not show that its requests include all agents",
    "    agents > 1\n      ? say(",
    "    agents > 2\n      ? say(",
  ),
  // lib/server
  fault(
    "lib/server/judge/run-judge.ts:63",
    "the judge does not ask what the model knows without the conversation, so a guess counts as kept",
    "[...material.candidates, { name: WITHOUT_CONTEXT, text: null }].map(",
    "[...material.candidates].map(",
  ),
  fault(
    "lib/server/http/receive-body.ts:35",
    "a client that sends single bytes keeps a connection forever",
    "orStalled(read, LIMITS.bodyStretchMs - this.#waitedMs)",
    "orStalled(read, LIMITS.bodyStretchMs)",
  ),
  fault(
    "lib/server/replicas/presence.ts:43",
    "several servers all do the work of the leading one",
    "if (!taken || leads) return;",
    "if (leads) return;",
  ),
  fault(
    "lib/server/library/run-sessions.ts:30",
    "if many sessions have saved runs, the runs of existing sessions are deleted",
    "  for (const batch of batchesOf(ids))\n    for (const { id } of",
    "  for (const batch of batchesOf(ids).slice(0, 1))\n    for (const { id } of",
  ),
  fault(
    "lib/server/ingest/follow-plan.ts:30",
    "two followed files of the same name in two folders replace each other",
    `update(\`\${root}\\n\${path}\`)`,
    "update(path)",
  ),
  fault(
    "lib/server/store/follow-state.ts:109",
    "a damaged follow.json makes the pages that show followed folders fail",
    '  } catch {\n    log().warn("follow.json cannot be read; nothing is followed until it is switched on again");\n    return null;',
    '  } catch (error) {\n    log().warn("follow.json cannot be read; nothing is followed until it is switched on again");\n    throw error;',
  ),
  fault(
    "lib/server/routes/sessions.ts:57",
    "the address returned for a new comment leads nowhere",
    `/comments/\${added.id}\``,
    `/comments/\${params.id}\``,
  ),
  // components
  fault(
    "components/judge/judge-panel.tsx:153",
    "the button that asks the judge plans the calls again and never asks",
    '<Button size="sm" onClick={run}>',
    '<Button size="sm" onClick={plan}>',
  ),
  fault(
    "components/session/find.tsx:110",
    "the highlight of a search result lacks its last letter",
    "range.setEnd(node, at + wanted.length);",
    "range.setEnd(node, at + wanted.length - 1);",
  ),
  fault(
    "components/session/request-rail.tsx:176",
    "each prompt in the list of requests shows one request too few",
    '{say("{count, plural, one {# request} other {# requests}}", { count: requests })}',
    '{say("{count, plural, one {# request} other {# requests}}", { count: requests - 1 })}',
  ),
  fault(
    "components/compare/diff/strategy-diff.tsx:243",
    "an opened row of the comparison of two strategies covers the rows below it",
    "{...(isOpen(item) && { ref: virtual.measureElement })}",
    "{...(!isOpen(item) && { ref: virtual.measureElement })}",
  ),
  fault(
    "components/compare/diff/strategy-diff.tsx:34",
    "both columns of a comparison of two strategies have the first one's name",
    "[a, b].map((at) => choiceName(",
    "[a, a].map((at) => choiceName(",
  ),
  // app
  fault(
    "app/not-found.tsx:1",
    "an unknown address ends in an error, if the program can be built at all",
    '"use client";\n',
    "",
  ),
  fault(
    "app/page.tsx:38",
    "the library does not report missing files of sessions",
    "missing={missingFiles()}",
    "missing={{ files: 0, names: [] }}",
  ),
];
