import { describe, expect, it } from "vitest";
import { generateExample } from "@/lib/example/generate-example";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";

const bytes = new TextEncoder().encode(generateExample());

const file: TranscriptFile = {
  name: "example-session.jsonl",
  sha256: "0".repeat(64),
  bytes: bytes.byteLength,
  async *open() {
    for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
  },
};

describe("the built-in example", () => {
  it("imports as one Claude Code session without a bad row", async () => {
    const imported = await importTranscript([file]);
    if (!imported.ok) throw new Error(imported.error.message);
    const { format, sessions, rows, issues } = imported.value;
    expect(format).toBe("claude-code");
    expect(rows.bad).toBe(0);
    expect(rows.read).toBe(rows.interpreted + rows.kept);
    expect(issues).toEqual([]);
    expect(sessions).toHaveLength(1);
  });

  it("shows what a newcomer should see: agents, compactions, models, errors", async () => {
    const imported = await importTranscript([file]);
    if (!imported.ok) throw new Error(imported.error.message);
    const [session] = imported.value.sessions;
    const count = (type: string) => session?.events.filter((event) => event.type === type).length;
    expect(session?.title).toContain("Parcel tracking");
    expect(count("compaction")).toBe(2);
    expect(count("micro-compaction")).toBe(1);
    expect(count("api-error")).toBeGreaterThan(0);
    expect(session?.agents.map((agent) => agent.kind).sort()).toEqual(["main", "sub-agent"]);
    expect(new Set(session?.responses.map((response) => response.model)).size).toBe(3);
  });
});
