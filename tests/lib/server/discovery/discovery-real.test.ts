import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { IMPORTERS } from "@/lib/importers/index";
import { discover, rootOf } from "@/lib/server/discovery/discovery";
import { CompanionFinder, listRoot } from "@/lib/server/discovery/discovery-listing";
import { stageFiles } from "@/lib/server/discovery/discovery-stage";
import { Follower } from "@/lib/server/follow/follow";
import { importFiles } from "@/lib/server/ingest/import-files";
import { deleteSession, findRawFile, listLibrary } from "@/lib/server/sessions/sessions";
import { FollowState } from "@/lib/server/store/follow-state";
import { describeWhere } from "../../../support/describe-where";
import { describeShared } from "../../../support/shared";
import { startTestServer } from "../../../support/test-server";

const data = startTestServer();
const never = new AbortController().signal;
const home = () => path.join(data.dir(), "home");

/** Real files, placed where their clients would have put them (on Linux). */
const PLACED = [
  ["codex", "codex/yoavf-0.47.0-pomodoro.jsonl", ".codex/sessions/2025/10/11/rollout-1.jsonl"],
  ["gemini-cli", "gemini-cli/yoavf-pomodoro.json", ".gemini/tmp/abc/chats/session-1.json"],
  ["qwen-code", "qwen-code/splitrail-qwen.jsonl", ".qwen/projects/p/chats/1.jsonl"],
  ["continue", "continue/oleg-5d3764fb.json", ".continue/sessions/5d3764fb.json"],
  ["pi", "pi/large-session.jsonl", ".pi/agent/sessions/--p--/1.jsonl"],
  ["goose", "goose/derived-legacy.jsonl", ".local/share/goose/sessions/1.jsonl"],
  ["crush", "crush/dbos.crush.db", ".crush/crush.db"],
  ["crush", "crush/dbos.crush.db-wal", ".crush/crush.db-wal"],
  [
    "copilot.code",
    "copilot/splitrail-vscode-chat-export.json",
    ".config/Code/User/workspaceStorage/1/chatSessions/1.json",
  ],
  ["roo-code.code", "roo-code/ac8aa7b4", ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/ac8aa7b4"],
] as const;

describeShared("transcripts", (folder) => {
  describeWhere(
    process.platform === "linux",
    "Linux, whose folders these are",
    "real files in the folders of their clients",
    () => {
      const real = (name: string) => path.join(folder, name);

      beforeAll(() => {
        process.env.WINNOW_DISCOVERY_HOME = home();
        for (const [, from, to] of PLACED) {
          fs.mkdirSync(path.dirname(path.join(home(), to)), { recursive: true });
          fs.cpSync(real(from), path.join(home(), to), { recursive: true });
        }
      });

      const isReadable = (root: string) =>
        rootsOnLinux.some(([id, importer]) => id === root && IMPORTERS.some((one) => one.id === importer));
      const rootsOnLinux = [...new Set(PLACED.map(([id]) => id))].map(
        (id) => [id, id === "roo-code.code" ? "cline" : id.replace(/\..*/, "")] as const,
      );

      test("finds each once", async () => {
        const roots = await discover();
        for (const [id] of PLACED.filter(([root]) => isReadable(root)))
          expect(
            roots.filter((root) => root.id === id).map((root) => root.sessions),
            id,
          ).toEqual([1]);
      });

      test.each(rootsOnLinux.filter(([id]) => isReadable(id)))(
        "%s is read by %s, with its companions",
        async (id, importer) => {
          const listing = await listRoot(rootOf(id));
          if (!listing) throw new Error("the root should be there");
          const [main] = [...listing.mains.keys()];
          if (main === undefined) throw new Error("a file should be there");
          const staged = await stageFiles(
            listing.base,
            [main, ...(await new CompanionFinder(listing).of(main))],
            never,
          );
          const reports = await importFiles(staged);
          expect(reports[0]).toMatchObject({ format: importer, error: null });
          // A database contains them all.
          expect(new Set(reports.flatMap((report) => report.sessions)).size).toBe(importer === "crush" ? 2 : 1);
        },
      );

      test("a real rollout that grows by bytes, not by lines, is one session throughout and complete at the end", async () => {
        const before = (await listLibrary()).sessions;
        const whole = before.find((session) => session.format === "codex");
        for (const { id } of before) await deleteSession(id);
        fs.rmSync(home(), { recursive: true });
        const file = path.join(home(), ".codex/sessions/2025/10/11/rollout-1.jsonl");
        const bytes = fs.readFileSync(real("codex/yoavf-0.47.0-pomodoro.jsonl"));
        fs.mkdirSync(path.dirname(file), { recursive: true });
        let clock = 0;
        const follower = new Follower(new FollowState(path.join(data.dir(), "follow.json")), () => Date.now() + clock);
        follower.state.follow("codex", new Date(0).toISOString());
        const ids = new Set<string>();
        const cuts = [0.31, 0.52, 0.77, 0.93, 1];
        for (const cut of cuts) {
          fs.writeFileSync(file, bytes.subarray(0, Math.round(bytes.length * cut)));
          clock += 40_000;
          await follower.look(never);
          const { sessions } = await listLibrary();
          expect(sessions).toHaveLength(1);
          ids.add(sessions[0]?.id ?? "");
        }
        expect(ids.size).toBe(1);
        const [last] = (await listLibrary()).sessions;
        const { id: _, imported_at: __, file_name: ___, ...figures } = last ?? ({} as never);
        expect(whole).toMatchObject(figures);
        expect(fs.readFileSync((await findRawFile(last?.id ?? "")).path).equals(bytes)).toBe(true);
      });
    },
  );
});
