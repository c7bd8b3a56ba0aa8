/** Entities by kind and value, with the weight of their kind. */
export type WeightedEntities = ReadonlyMap<string, number>;

/** The kinds and weights that supercompact publishes; the patterns are ours. */
const KINDS: readonly { readonly kind: string; readonly weight: number; readonly pattern: RegExp }[] = [
  { kind: "file_path", weight: 1, pattern: /(?:\.{0,2}\/)?(?:[\w.-]{1,80}\/){1,12}[\w.-]{1,80}\.\w{1,8}\b/g },
  { kind: "exception", weight: 0.9, pattern: /\b[A-Z][A-Za-z]{1,60}(?:Error|Exception)\b/g },
  { kind: "url", weight: 0.8, pattern: /https?:\/\/[^\s"'<>)\]]{1,300}/g },
  { kind: "port", weight: 0.8, pattern: /\b(?:port |localhost:|127\.0\.0\.1:)(\d{2,5})\b/gi },
  {
    kind: "command",
    weight: 0.7,
    pattern: /\b(?:git|npm|npx|pnpm|yarn|cargo|go|make|docker|kubectl|python3?|pip|pytest) [a-z][\w:-]{0,40}/g,
  },
  { kind: "package", weight: 0.7, pattern: /(?:from|import|require\()\s*["']([@\w][\w./-]{1,80})["']/g },
  { kind: "http_status", weight: 0.6, pattern: /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status)[ :=]{1,3}([1-5]\d\d)\b/gi },
  { kind: "function", weight: 0.5, pattern: /\b(?:function|def|fn|func) ([A-Za-z_]\w{3,60})/g },
  { kind: "class_name", weight: 0.4, pattern: /\b(?:class|interface|struct|enum) ([A-Z]\w{2,60})/g },
  { kind: "env_var", weight: 0.4, pattern: /\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,40}\b/g },
];

/** Every entity of the texts once: the same kind and value, whatever its case, are one. */
export function weightedEntities(texts: readonly string[]): WeightedEntities {
  const found = new Map<string, number>();
  for (const text of texts)
    for (const { kind, weight, pattern } of KINDS)
      for (const [whole, value] of text.matchAll(pattern)) {
        if (kind === "port" && !isPort(Number(value))) continue;
        found.set(`${kind} ${(value ?? whole).toLowerCase()}`, weight);
      }
  return found;
}

const isPort = (port: number): boolean => (port >= 80 && port <= 99) || (port >= 1024 && port <= 65_535);
