import { asObject, asString, type JsonObject } from "@/lib/formats/json-fields";
import { type Block, blocksOf, geminiTools, objects, type Wire } from "./blocks";
import { prose, type Step, SUBTASK, type Tasks } from "./tasks";
import { sampleFor, type Tool } from "./tool-calls";

/** A request's purpose, which only the server can know, as stored in the ledger. */
export type RequestKind = "main" | "sub" | "side" | "compaction";

/** The tools that a request offers. */
export const toolsOf = (wire: Wire, body: JsonObject): Tool[] =>
  (wire === "gemini" ? geminiTools(body) : objects(body.tools)).map((tool) => {
    const told = asObject(tool.function) ?? tool;
    const schema = told.input_schema ?? told.parameters ?? told.parametersJsonSchema;
    return {
      name: asString(told.name) ?? `${told.type}`,
      description: asString(told.description) ?? "",
      schema: asObject(schema) ?? {},
      isFree: tool.type === "custom",
    };
  });

const ASKS_FOR_SUMMARY =
  /create a detailed summary of|CONTEXT CHECKPOINT COMPACTION|state_snapshot|Provide a detailed prompt for continuing|summary of (our|the) conversation|summarize (the|this|our) conversation|compact(ed|ion)? summary|anchored summary|structured (context )?(checkpoint )?summary|context checkpoint/i;
const IS_SUMMARY = /session is being continued|Another language model started/;
const SUMMARISES =
  /state_snapshot|summarization (assistant|component)|context summarization|anchored (context )?summar/i;
const TASK = /\[\[task:([\w-]+)\]\]/g;
const MAX_INSTRUCTION = 6_000;

function kindOf(blocks: readonly Block[], tools: readonly Tool[]): RequestKind {
  const asked = blocks.findLast(({ kind }) => kind === "user")?.text ?? "";
  const isNewTask = /\[\[task:[\w-]+\]\][\s\S]{0,400}$/.test((blocks.at(-1)?.text ?? "").slice(-400));
  if (ASKS_FOR_SUMMARY.test(asked.slice(0, MAX_INSTRUCTION)) && !IS_SUMMARY.test(asked) && !isNewTask)
    return "compaction";
  if (tools.length > 0)
    return blocks.some(({ kind, text }) => kind.startsWith("user") && text.includes(SUBTASK)) ? "sub" : "main";
  return blocks.some(({ kind, text }) => kind === "system" && SUMMARISES.test(text)) ? "compaction" : "side";
}

const SUMMARY = `<summary>
1. Primary request: mend the parser so that empty lines are skipped.
2. Files: src/parse.js, src/format.js, test.js.
3. Errors: cat missing-changelog.txt failed, there is no such file.
4. Next: run node test.js again.
${prose(150, 9)}
</summary>`;

/** What the model does next, following the steps of each task in order. */
export class Script {
  private readonly done = new Map<string, number>();
  private last = "third";

  constructor(private readonly tasks: Tasks) {}

  next(wire: Wire, body: JsonObject, tools: readonly Tool[]): { kind: RequestKind; step: Step } {
    const blocks = blocksOf(wire, body);
    const kind = kindOf(blocks, tools);
    if (kind === "compaction") return { kind, step: { say: SUMMARY } };
    if (kind === "side") return { kind, step: { say: sideAnswer(body) } };
    if (kind === "main") this.last = taskIn(blocks) ?? this.last;
    const name = kind === "sub" ? "sub" : this.last;
    const at = this.done.get(name) ?? 0;
    this.done.set(name, at + 1);
    return { kind, step: this.tasks[name]?.[at] ?? { say: `Nothing more to do. ${prose(10, 8)}` } };
  }
}

const taskIn = (blocks: readonly Block[]): string | undefined =>
  blocks.flatMap(({ kind, text }) => (kind === "user" ? [...text.matchAll(TASK)] : [])).at(-1)?.[1];

/** Titles and similar requests; some clients require a schema for the answer. */
function sideAnswer(body: JsonObject): string {
  const places = [
    ["output_config", "format", "schema"],
    ["response_format", "json_schema", "schema"],
    ["text", "format", "schema"],
    ["generationConfig", "responseJsonSchema"],
    ["generationConfig", "responseSchema"],
  ];
  const schema = places.map((keys) => within(body, keys)).find((found) => found !== null);
  return schema ? JSON.stringify(sampleFor(schema)) : "Mend the parser";
}

const within = (value: JsonObject, keys: readonly string[]): JsonObject | null =>
  keys.reduce<JsonObject | null>((inner, key) => asObject(inner?.[key]), value);
