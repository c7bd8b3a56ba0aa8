import type { SessionRequest } from "./session-request";
import { type StrategyChoice, toRecipe } from "./strategy-choice";

export type CompressCall = {
  readonly session: SessionRequest;
  readonly force: boolean;
  readonly choice: StrategyChoice;
  /** The model that wrote the summaries; null: a rule did. */
  readonly model: string | null;
};

/** The recipe as `strategy` of `POST /api/compress` or, with `around`, a whole body. */
export function recipeText(
  choice: StrategyChoice,
  around?: {
    readonly session: SessionRequest;
    readonly force: boolean;
    readonly model: string | null;
  },
): string {
  const recipe = toRecipe(choice);
  if (!around) return JSON.stringify(typeof recipe === "string" ? { id: recipe, params: {} } : recipe, null, 2);
  return JSON.stringify({
    session: around.session,
    strategy: recipe,
    ...(around.force && { force: true }),
    summarizer: around.model ?? "extractive",
  });
}

/** The same call for a POSIX shell; quotes inside the body are closed and opened again. */
export function curlText({ session, force, choice, model }: CompressCall, origin: string): string {
  const body = recipeText(choice, { session, force, model });
  return `curl -s ${origin}/api/compress -H 'content-type: application/json' -d '${body.replaceAll("'", `'\\''`)}'`;
}

/** The same call using `fetch`. */
export function typescriptText({ session, force, choice, model }: CompressCall, origin: string): string {
  const body = recipeText(choice, { session, force, model });
  return `const response = await fetch(${JSON.stringify(`${origin}/api/compress`)}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2).replaceAll("\n", "\n  ")}),
});
if (!response.ok) throw new Error(await response.text());
const { messages, stats } = await response.json();
`;
}

/** The same call using Python's standard library. */
export function pythonText({ session, force, choice, model }: CompressCall, origin: string): string {
  const body = JSON.parse(recipeText(choice, { session, force, model })) as unknown;
  return `import json
from urllib.request import Request, urlopen

body = ${pythonValue(body)}
headers = {"content-type": "application/json"}
with urlopen(Request(${JSON.stringify(`${origin}/api/compress`)}, json.dumps(body).encode(), headers)) as response:
    answer = json.load(response)
print(answer["stats"], len(answer["messages"]))
`;
}

/** A JSON value as Python writes it; JSON's escapes of strings are Python's too. */
function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner)}`)
    .join(", ")}}`;
}

/** The keys under which formats have the history; the rest of an answer describes it. */
const SENT = ["system", "instructions", "systemInstruction", "tools", "messages", "input", "contents"] as const;

/** The part of an answer to `POST /api/compress` that goes to a provider, and its number of history items. */
export function sentOf(answer: Readonly<Record<string, unknown>>): { readonly text: string; readonly items: number } {
  const sent = Object.fromEntries(SENT.flatMap((key) => (answer[key] === undefined ? [] : [[key, answer[key]]])));
  const history = answer.messages ?? answer.input ?? answer.contents;
  return { text: JSON.stringify(sent, null, 2), items: Array.isArray(history) ? history.length : 0 };
}
