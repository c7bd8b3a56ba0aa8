import path from "node:path";
import { asArray, asObject, asString, type JsonObject } from "@/lib/formats/json-fields";
import type { Act, PlanItem } from "./tasks";

/** A tool that the client offers. `isFree`: its input is text instead of JSON. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly isFree: boolean;
};

export type Call = { readonly name: string; readonly input: JsonObject | string };

const SHELL = [
  /^bash$/i,
  /^exec_command$/,
  /^shell_command$/,
  /^shell$/,
  /^run_shell_command$/,
  /^execute_command$/,
  /^run_commands?$/,
  /shell|terminal|command/i,
];
const READ = [/^read$/i, /^read_file$/, /^readfile$/i, /^view$/, /^read_files?$/, /^read_many_files$/];
const EDIT = [
  /^edit$/i,
  /^replace$/,
  /^str_replace/,
  /^search_replace$/,
  /^edit_file$/,
  /^replace_in_file$/,
  /^editor$/,
];
const PLAN = [
  /^todo_?write$/i,
  /^update_plan$/,
  /^write_todos$/,
  /^TaskCreate$/,
  /^todos?$/i,
  /^checklist$/i,
  /^update_todo_list$/,
];
const DELEGATE = [
  /^task$/i,
  /^agent$/i,
  /^spawn_agent$/,
  /^invoke_agent$/,
  /^generalist$/i,
  /^codebase_investigator$/,
  /^subagent$/i,
  /^delegate/i,
  /^use_subagents$/,
];
const FILE = ["file_path", "filePath", "absolute_path", "path", "filepath", "target_file"];

/**
 * The act as a call of one of the client's tools, with the input that its schema requires; through its shell if no
 * other tool fits.
 */
export function callOf(act: Act, tools: readonly Tool[], folder: string): Call | null {
  switch (act.do) {
    case "shell":
      return shellCall(act.command, tools);
    case "read":
      return readCall(act.file, tools, folder) ?? shellCall(`cat ${act.file}`, tools);
    case "edit":
      return editCall(act, tools, folder) ?? shellCall(editByShell(act), tools);
    case "plan":
      return planCall(act.items, tools) ?? shellCall("echo no plan tool", tools);
    case "delegate":
      return delegateCall(act.prompt, tools) ?? shellCall("echo no sub-agent tool", tools);
    case "mcp":
      return mcpCall(act.text, tools) ?? shellCall(`echo no tool of a server: ${act.text}`, tools);
    default:
      return act satisfies never;
  }
}

function shellCall(command: string, tools: readonly Tool[]): Call | null {
  const tool = pick(tools, SHELL);
  if (!tool) return null;
  if (tool.isFree) return { name: tool.name, input: command };
  const key = field(tool.schema, ["command", "cmd", "commands", "script"]) ?? "command";
  const isList = property(tool.schema, key).type === "array";
  const value = !isList ? command : key === "commands" ? [command] : ["bash", "-lc", command];
  return { name: tool.name, input: fill(tool.schema, { [key]: value }) };
}

function readCall(file: string, tools: readonly Tool[], folder: string): Call | null {
  const tool = pick(tools, READ);
  if (!tool) return null;
  const full = path.join(folder, file);
  const key = field(tool.schema, FILE);
  if (key) return { name: tool.name, input: fill(tool.schema, { [key]: full }) };
  const list = field(tool.schema, ["files", "paths", "file_paths"]) ?? "files";
  const items = asObject(property(tool.schema, list).items) ?? {};
  return {
    name: tool.name,
    input: fill(tool.schema, { [list]: [items.type === "object" ? fill(items, { path: full }) : full] }),
  };
}

type Edit = Extract<Act, { do: "edit" }>;
const OLD = ["old_string", "oldString", "oldText", "old_str", "old_text"];
const NEW = ["new_string", "newString", "newText", "new_str", "new_text"];

function editCall({ file, from, to }: Edit, tools: readonly Tool[], folder: string): Call | null {
  const tool = pick(tools, EDIT);
  if (!tool) return patchCall({ do: "edit", file, from, to }, tools);
  const { name, schema } = tool;
  const place = { [field(schema, FILE) ?? "path"]: path.join(folder, file) };
  if (field(schema, ["edits"])) {
    const items = asObject(property(schema, "edits").items) ?? {};
    const one = { [field(items, OLD) ?? "oldText"]: from, [field(items, NEW) ?? "newText"]: to };
    return { name, input: fill(schema, { ...place, edits: [one] }) };
  }
  const old = field(schema, OLD);
  const texts = old
    ? { [old]: from, [field(schema, NEW) ?? "new_string"]: to }
    : { diff: `------- SEARCH\n${from}\n=======\n${to}\n+++++++ REPLACE` };
  const commands = asArray(property(schema, "command").enum)?.map(String) ?? [];
  const command = commands.find((one) => /replace|edit/.test(one)) ?? commands[0];
  return { name, input: fill(schema, { ...place, ...texts, ...(command !== undefined && { command }) }) };
}

function patchCall({ file, from, to }: Edit, tools: readonly Tool[]): Call | null {
  const tool = pick(tools, [/^apply_patch$/]);
  if (!tool) return null;
  const lines = (text: string, sign: string) => text.split("\n").map((line) => sign + line);
  const patch = [
    "*** Begin Patch",
    `*** Update File: ${file}`,
    "@@",
    ...lines(from, "-"),
    ...lines(to, "+"),
    "*** End Patch",
  ].join("\n");
  const key = field(tool.schema, ["patchText", "patch", "input"]) ?? "input";
  return { name: tool.name, input: tool.isFree ? patch : fill(tool.schema, { [key]: patch }) };
}

const editByShell = ({ file, from, to }: Edit): string =>
  `python3 -c 'import sys;f,a,b=sys.argv[1:];t=open(f).read();open(f,"w").write(t.replace(a,b,1))' ${[file, from, to].map(quoted).join(" ")}`;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function planCall(items: readonly PlanItem[], tools: readonly Tool[]): Call | null {
  const tool = pick(tools, PLAN);
  if (!tool) return null;
  const { name, schema } = tool;
  const key = field(schema, ["todos", "plan", "tasks", "items", "checklist"]);
  const [first = ["", "pending"]] = items;
  if (!key) return { name, input: fill(schema, { subject: first[0], description: first[0], activeForm: "Working" }) };
  if (property(schema, key).type === "string")
    return {
      name,
      input: fill(schema, {
        [key]: items.map(([text, status]) => `- [${status === "completed" ? "x" : " "}] ${text}`).join("\n"),
      }),
    };
  const item = asObject(property(schema, key).items) ?? {};
  const text = field(item, ["content", "step", "description", "title", "text"]) ?? "content";
  const has = (name: string) => field(item, [name]) !== undefined;
  const list = items.map(([label, status], at) =>
    fill(item, {
      [text]: label,
      status,
      ...(has("activeForm") && { activeForm: label }),
      ...(has("id") && { id: `${at + 1}` }),
      ...(has("priority") && { priority: "medium" }),
    }),
  );
  return { name, input: fill(schema, { [key]: list }) };
}

function delegateCall(prompt: string, tools: readonly Tool[]): Call | null {
  const tool = pick(tools, DELEGATE);
  if (!tool) return null;
  const { name, schema, description } = tool;
  const key =
    field(schema, ["prompt", "message", "request", "objective", "task", "instructions", "prompt_1"]) ?? "prompt";
  const kind = field(schema, ["subagent_type", "agent_name", "agent", "agent_type"]);
  const named =
    asArray(property(schema, kind ?? "").enum)?.map(String) ??
    description.match(/general-purpose|generalist|\bgeneral\b|\bexplore\b/gi) ??
    [];
  return {
    name,
    input: fill(schema, {
      [key]: prompt,
      ...(field(schema, ["description"]) && { description: "Look at the data" }),
      ...(field(schema, ["run_in_background"]) && { run_in_background: false }),
      ...(kind && { [kind]: named.find((one) => /general/i.test(one)) ?? named[0] ?? "general" }),
    }),
  };
}

/** The tool `echo_back` of `own-tools.mjs`, whatever the client puts before its name. */
function mcpCall(text: string, tools: readonly Tool[]): Call | null {
  const tool = tools.find(({ name }) => name.endsWith("echo_back"));
  return tool ? { name: tool.name, input: { text } } : null;
}

const pick = (tools: readonly Tool[], names: readonly RegExp[]): Tool | undefined =>
  names.flatMap((name) => tools.find((tool) => name.test(tool.name)) ?? [])[0];

const properties = (schema: JsonObject): JsonObject => asObject(schema.properties) ?? {};
const property = (schema: JsonObject, key: string): JsonObject => asObject(properties(schema)[key]) ?? {};
const field = (schema: JsonObject, names: readonly string[]): string | undefined =>
  names.find((name) => name in properties(schema));

/** The input, completed with a value for each required field. */
function fill(schema: JsonObject, input: JsonObject): JsonObject {
  const missing = (asArray(schema.required) ?? []).map(String).filter((key) => !(key in input));
  return { ...input, ...Object.fromEntries(missing.map((key) => [key, sampleOf(key, property(schema, key))])) };
}

function sampleOf(key: string, { type, enum: choices, minimum }: JsonObject): unknown {
  const [choice] = asArray(choices) ?? [];
  if (choice !== undefined) return choice;
  if (type === "number" || type === "integer") return minimum ?? 1;
  if (type === "boolean") return false;
  if (type === "array") return [];
  if (type === "object") return {};
  return key === "description" ? "a step" : "x";
}

/** A value that fits a JSON schema, as the answer to a side request with a schema. */
export function sampleFor(schema: JsonObject): unknown {
  const [choice] = asArray(schema.enum) ?? [];
  const type = (asString(schema.type) ?? asString(asArray(schema.type)?.[0]) ?? "string").toLowerCase();
  if (choice !== undefined) return choice;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties(schema)).map(([key, value]) => [key, sampleFor(asObject(value) ?? {})]),
    );
  if (type === "array") return [];
  if (type === "number" || type === "integer") return 0;
  return type === "boolean" ? false : "Mend the parser";
}
