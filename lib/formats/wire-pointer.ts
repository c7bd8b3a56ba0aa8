import { asArray, asObject, type JsonObject } from "./json-fields";
import { SYSTEM_PROMPT_KEYS, type WireContext, type WireMessage } from "./wire-context";

/**
 * The JSON path of a message or part in the body that was sent, such as `$.messages[3].content[0]`. A part that an edit
 * produced has its original's path; an id that is not in the body gives the list's path. A path is returned unchanged.
 */
export function wirePointer(wire: WireContext, id: string): string {
  if (id.startsWith("$")) return id;
  const plain = id.replace(/~.*$/, "");
  for (const [messageId, message] of wire.messages) {
    const part = message.parts.find((entry) => entry.id === plain);
    if (part !== undefined || messageId === plain) return placeOf(wire.body, message, part?.raw);
  }
  return listIn(wire.body).root;
}

type List = { readonly root: string; readonly items: readonly unknown[] };

function listIn(body: unknown): List {
  if (Array.isArray(body)) return { root: "$", items: body };
  const fields = asObject(body);
  const key = ["messages", "input", "contents"].find((name) => fields?.[name] !== undefined);
  return key === undefined ? { root: "$", items: [] } : { root: `$.${key}`, items: asArray(fields?.[key]) ?? [] };
}

/** Finds a part's own item, because in the Responses API a message is several items. */
function placeOf(body: unknown, { raw }: WireMessage, part: unknown): string {
  const source = raw.items === undefined ? null : asObject(part);
  const item = source?.item ?? asArray(raw.items)?.[0] ?? raw;
  const { root, items } = listIn(body);
  const index = items.indexOf(item);
  if (index === -1) return systemPlace(asObject(body)) ?? root;
  return `${root}[${index}]${placeInside(asObject(item), source ? source.content : part)}`;
}

const systemPlace = (body: JsonObject | null): string | null => {
  const key = SYSTEM_PROMPT_KEYS.find((name) => body?.[name] !== undefined);
  return key === undefined ? null : `$.${key}`;
};

function placeInside(item: JsonObject | null, part: unknown): string {
  for (const key of ["content", "parts", "tool_calls"]) {
    const place = part === undefined ? -1 : (asArray(item?.[key]) ?? []).indexOf(part);
    if (place !== -1) return `.${key}[${place}]`;
  }
  return "";
}
