import { expect, test } from "vitest";
import { EXPORT_GROUPS, exportHref, REDACTIONS } from "@/components/session/export-links";
import { CODECS } from "@/lib/formats";
import { parseExportRequest } from "@/lib/server/sessions/export-session";

const place = { sessionId: "a b", agent: "main", number: 3 };

test("every link of the menu is a request that the route accepts", () => {
  for (const { part, items } of EXPORT_GROUPS)
    for (const { format } of items)
      for (const { value } of REDACTIONS) {
        const href = exportHref(place, part, format, value);
        const parsed = parseExportRequest(new URL(href, "http://127.0.0.1"));
        expect(href.startsWith("/api/sessions/a%20b/export?")).toBe(true);
        expect(parsed).toEqual({
          format,
          agent: part === "session" ? null : "main",
          request: null,
          number: part === "request" ? 3 : null,
          redact: value === "off" || format === "raw" ? null : value,
        });
      }
});

test("wire formats have the same names as their codecs", () => {
  const items = EXPORT_GROUPS.find(({ part }) => part === "request")?.items ?? [];
  for (const { format, label } of items)
    if (format !== "markdown") expect(label).toBe(CODECS.find((codec) => codec.id === format)?.title);
});
