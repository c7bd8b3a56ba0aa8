import { asObject, type JsonObject } from "@/lib/formats/json-fields";

/** JSON that may have comments and trailing commas, as in settings files; null if it is not an object. */
export function parseSettings(text: string): JsonObject | null {
  const bare = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? "");
  const strict = bare.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string) => string ?? "");
  for (const candidate of [text, strict])
    try {
      return asObject(JSON.parse(candidate));
    } catch {}
  return null;
}

/** A variable of a `.env` file, which may be quoted and followed by a comment; null if it is missing or empty. */
export function envValue(text: string, name: string): string | null {
  const line = new RegExp(
    String.raw`^[^\S\n]*(?:export\s+)?${name}[^\S\n]*=[^\S\n]*("[^"\n]*"|'[^'\n]*'|[^#\n]*)`,
    "gm",
  );
  const value = [...text.matchAll(line)].at(-1)?.[1]?.trim() ?? "";
  return value.replace(/^(["'])(.*)\1$/, "$2") || null;
}
