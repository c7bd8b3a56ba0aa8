import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { inPlace, makeStore, type SqlValue } from "@/tests/support/make-store";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FOLDER = "tests/fixtures/opencode/storage";

/** https://github.com/anomalyco/opencode packages/opencode/src/session/session.sql.ts, as far as it is read */
const SCHEMA = `
  CREATE TABLE \`project\` (\`id\` text PRIMARY KEY, \`worktree\` text NOT NULL);
  CREATE TABLE \`session\` (
    \`id\` text PRIMARY KEY, \`project_id\` text NOT NULL, \`parent_id\` text, \`slug\` text NOT NULL,
    \`directory\` text NOT NULL, \`title\` text NOT NULL, \`version\` text NOT NULL,
    \`time_created\` integer NOT NULL, \`time_updated\` integer NOT NULL,
    CONSTRAINT \`fk_session_project\` FOREIGN KEY (\`project_id\`) REFERENCES \`project\`(\`id\`) ON DELETE CASCADE
  );
  CREATE TABLE \`message\` (
    \`id\` text PRIMARY KEY, \`session_id\` text NOT NULL, \`time_created\` integer NOT NULL,
    \`time_updated\` integer NOT NULL, \`data\` text NOT NULL
  );
  CREATE TABLE \`part\` (
    \`id\` text PRIMARY KEY, \`message_id\` text NOT NULL, \`session_id\` text NOT NULL,
    \`time_created\` integer NOT NULL, \`time_updated\` integer NOT NULL, \`data\` text NOT NULL
  );
  CREATE TABLE \`todo\` (
    \`session_id\` text NOT NULL, \`content\` text NOT NULL, \`position\` integer NOT NULL,
    PRIMARY KEY(\`session_id\`, \`position\`)
  );
  CREATE INDEX \`part_message_id_id_idx\` ON \`part\` (\`message_id\`,\`id\`);`;

// biome-ignore lint/suspicious/noExplicitAny: fixtures of ours, taken apart the way the client's own migration does
type Json = any;
type Row = Readonly<Record<string, SqlValue>>;

/** The fixtures' storage tree as rows, converted like OpenCode's own migration. */
function migrated() {
  const files: Json[] = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8")));
  const times = ({ time }: Json) => ({ time_created: time?.created ?? 0, time_updated: time?.created ?? 0 });
  const sessions: Row[] = files
    .filter(({ projectID }) => projectID !== undefined)
    .map(({ id, projectID, directory, title, version, ...rest }) => ({
      ...times(rest),
      id,
      project_id: projectID,
      slug: "s",
      directory,
      title,
      version,
    }));
  const parts: Row[] = files
    .filter(({ messageID }) => messageID !== undefined)
    .map(({ id, messageID, sessionID, ...data }) => ({
      ...times(data),
      id,
      message_id: messageID,
      session_id: sessionID,
      data: JSON.stringify(data),
    }));
  const messages: Row[] = files
    .filter(({ messageID, projectID }) => messageID === undefined && projectID === undefined)
    .map(({ id, sessionID, ...data }) => ({ ...times(data), id, session_id: sessionID, data: JSON.stringify(data) }));
  return { sessions, messages: messages.reverse(), parts };
}

const child = (id: string, of: string, data: object, at: number) => ({
  id,
  session_id: of,
  time_created: at,
  time_updated: at,
  data: JSON.stringify({ ...data, time: { created: at, completed: at + 1 } }),
});

test("the database gives the same as the storage tree", async () => {
  const { sessions, messages, parts } = migrated();
  const bytes = await makeStore(SCHEMA, { session: sessions, message: messages, part: parts });
  const database = memoryFile(bytes, "opencode.db");
  await checkImporter([database], "opencode");
  const [ours] = (await mustImport([inPlace(database, bytes)])).sessions;
  const names = readdirSync(FOLDER).filter((name) => name !== "ses_1.json");
  const [tree] = (await mustImport(["ses_1.json", ...names].map((name) => diskFile(`${FOLDER}/${name}`)))).sessions;
  const said = (session: typeof ours) => ({
    messages: session?.messages.map(({ role, origin, time, parts: all }) => ({
      role,
      origin,
      time,
      parts: all.map(({ id: _id, source: _source, ...part }) => part),
    })),
    responses: session?.responses.map(({ source: _source, ...response }) => response),
    events: session?.events.map(({ source: _source, ...event }) => event.type),
    facts: [session?.title, session?.project, session?.clientVersions, session?.startedAt, session?.endedAt],
  });
  expect(said(ours)).toEqual(said(tree));
  expect(ours?.messages.length).toBeGreaterThan(2);
});

test("a sub-agent's session is an agent of the one that started it; rows of other tables are kept", async () => {
  const time = 1_770_000_000_000;
  const session = {
    project_id: "p",
    slug: "s",
    directory: "/w",
    version: "1.18",
    time_created: time,
    time_updated: time,
  };
  const state = {
    status: "completed",
    input: { description: "Look" },
    output: "seen",
    metadata: { sessionId: "ses_b" },
    time: { start: time + 3 },
  };
  const part = (id: string, message: string, of: string, data: object) => ({
    ...child(id, of, data, time),
    message_id: message,
  });
  const tokens = { total: 124, input: 10, output: 5, reasoning: 2, cache: { read: 100, write: 7 } };
  const bytes = await makeStore(SCHEMA, {
    project: [{ id: "p", worktree: "/w" }],
    session: [
      { ...session, id: "ses_a", title: "Main" },
      { ...session, id: "ses_b", title: "Child", parent_id: "ses_a" },
    ],
    message: [
      child("msg_1", "ses_a", { role: "user" }, time + 1),
      child("msg_2", "ses_a", { role: "assistant", modelID: "m", tokens }, time + 2),
      child("msg_3", "ses_b", { role: "user" }, time + 4),
      child("msg_4", "ses_b", { role: "assistant", modelID: "m", tokens }, time + 5),
      { ...child("msg_5", "ses_b", {}, time + 6), data: "[" },
    ],
    part: [
      part("prt_1", "msg_1", "ses_a", { type: "text", text: "Go" }),
      part("prt_2", "msg_2", "ses_a", { type: "tool", tool: "task", callID: "call_1", state }),
      part("prt_3", "msg_3", "ses_b", { type: "text", text: "Look" }),
      part("prt_4", "msg_4", "ses_b", { type: "text", text: "seen" }),
      part("prt_5", "msg_gone", "ses_b", { type: "text", text: "whose?" }),
    ],
    todo: [{ session_id: "ses_b", content: "Look", position: 0 }],
  });
  const database = memoryFile(bytes, "opencode.db");
  expect(await checkImporter([database], "opencode")).toMatchSnapshot();
  const { sessions, rows } = await mustImport([database]);
  expect(sessions.map(({ agents }) => agents.map(({ id, toolCallId }) => [id, toolCallId]))).toEqual([
    [
      ["main", undefined],
      ["ses_b", "call_1"],
    ],
  ]);
  expect(rows).toMatchObject({ read: 14, bad: 1 });
  expect(sessions[0]?.keptRows.map(({ kind }) => kind)).toEqual(["part without its message", "table:todo"]);
  expect(sessions[0]?.responses.map(({ usage }) => usage?.output)).toEqual([7, 7]);
});
