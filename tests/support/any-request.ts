import fc from "fast-check";
import { ROUTES } from "@/lib/api/routes";

/** The API's paths with their placeholders, and one path that does not exist. */
export const ADDRESSES: readonly string[] = [
  ...new Set(Object.keys(ROUTES).map((key) => key.slice(key.indexOf(" ") + 1))),
  "/api/nowhere",
].sort();

/** Routes that change the entire server or work for minutes, which a random request must not reach. */
const LEFT_OUT = /library\/(restore|rebuild)|discover\/import|advise|corpus/;

export type AnyRequest = {
  readonly template: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

/** Field names of the API's schemas, so that random objects get past the first check. */
const FIELDS = [
  ...new Set(
    Object.values(ROUTES).flatMap((route) => {
      const { body } = route as { body?: { shape?: object } };
      return Object.keys(body?.shape ?? {});
    }),
  ),
];
const VALUES = [
  "openai-chat",
  "anthropic",
  "winnow",
  "swe-agent-last-n",
  "gpt-5",
  "o200k",
  true,
  0,
  -1,
  1e9,
  "x",
  null,
];

const message = fc.record(
  { role: fc.constantFrom("user", "assistant", "tool", "system", "x"), content: fc.jsonValue({ maxDepth: 2 }) },
  { requiredKeys: [] },
);
const field = fc.constantFrom(...FIELDS, "messages", "__proto__", "constructor");
const value = fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue({ maxDepth: 3 }), fc.array(message, { maxLength: 4 }));
const object = fc.dictionary(field, value, { maxKeys: 8 });
const body = fc.oneof(
  { weight: 5, arbitrary: object.map((fields) => JSON.stringify(fields)) },
  { weight: 2, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const type = fc.constantFrom(
  "application/json",
  "application/octet-stream",
  "text/plain",
  "multipart/form-data",
  "x",
  "",
);
const header = fc.constantFrom(
  "accept",
  "idempotency-key",
  "x-content-sha256",
  "x-file-name",
  "last-event-id",
  "range",
);
const printable = fc.string({ unit: fc.constantFrom(...'abc019-_/.:;=%"{}'), maxLength: 30 });
const segment = fc.oneof(printable, fc.constantFrom("..", "x", "%00", "a/b", "main", "1", "e".repeat(300)));
const query = fc.dictionary(
  fc.constantFrom("limit", "cursor", "from", "agent", "format", "redact", "wait", "q", "request"),
  printable,
);

/** A random request: any route, method, path, query, header and body. */
export function anyRequest(): fc.Arbitrary<AnyRequest> {
  return fc
    .record({
      template: fc.constantFrom(...ADDRESSES.filter((name) => !LEFT_OUT.test(name))),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
      segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
      query,
      type,
      headers: fc.dictionary(header, printable, { maxKeys: 3 }),
      body,
    })
    .map(({ template, method, segments, query: asked, type: contentType, headers, body: sent }) => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      const params = Object.fromEntries(names.map((name, at) => [name, segments[at] ?? ""]));
      const search = new URLSearchParams(asked).toString();
      const place = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
      return {
        template,
        method,
        path: `${place}${search ? `?${search}` : ""}`,
        params,
        headers: { ...(contentType !== "" && { "content-type": contentType }), ...headers },
        body: method === "GET" || method === "HEAD" ? null : sent,
      };
    });
}
