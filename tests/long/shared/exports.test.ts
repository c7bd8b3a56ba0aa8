import { beforeAll, describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { ImportRun } from "@/lib/importers/import-run";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { readWinnow } from "@/lib/importers/winnow";
import type { Session } from "@/lib/transcript/session";
import { exportText } from "@/tests/lib/exporters/export-text";
import { describeShared } from "@/tests/support/shared";
import { loadSharedSessions, type SharedSession } from "@/tests/support/shared-transcripts";
import { memoryFile } from "@/tests/support/transcript-file";

/** Every agent's full history, and this many requests per session; exporting all would take minutes. */
const REQUESTS = 3;

function sampleOf({ responses }: Session): number[] {
  const last = responses.length - 1;
  const picks = Array.from({ length: REQUESTS }, (_, index) => Math.round((last * (index + 1)) / REQUESTS));
  return last < 0 ? [] : [...new Set(picks)];
}

describeShared("transcripts", (folder) => {
  let sessions: readonly SharedSession[] = [];
  beforeAll(async () => {
    sessions = await loadSharedSessions(folder);
  }, 240_000);

  test("every session comes back from Winnow's own file", async () => {
    for (const { file, session } of sessions) {
      const read = await readWinnow(memoryFile(exportText("winnow", session)), "utf-8", new ImportRun(DEFAULT_LIMITS));
      expect(read, file).toEqual({ ok: true, value: session });
    }
  }, 240_000);

  describe.each(CODECS.map((codec) => [codec.id, codec] as const))("%s", (id, codec) => {
    test("every export of every shared session is valid, and reads back", () => {
      const broken = new Set<string>();
      for (const { file, session } of sessions) {
        const queries = [
          ...session.agents.map((agent) => ({ agent: agent.id })),
          ...sampleOf(session).map((request) => ({ request })),
        ];
        for (const query of queries) {
          const body: unknown = JSON.parse(exportText(id, session, query));
          for (const { code } of codec.validate(body)) broken.add(`${file} ${JSON.stringify(query)} ${code}`);
          if (!codec.decode(body).ok) broken.add(`${file} ${JSON.stringify(query)} cannot be read back`);
        }
      }
      expect([...broken]).toEqual([]);
    }, 240_000);
  });
});
