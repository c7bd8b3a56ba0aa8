import { expect, test } from "vitest";
import type { Session } from "@/lib/transcript/session";
import { findUsageShifts } from "@/lib/transcript/usage-placement";
import { mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { memoryFile } from "@/tests/support/transcript-file";

/**
 * The session with each call's usage assigned to the call `by` places later (cyclically), as a new order of rows would
 * do.
 */
function shiftUsages(session: Session, by: 1 | -1): Session {
  const responses = [...session.responses];
  for (const { id } of session.agents) {
    const own = session.responses.flatMap(({ agent, usage }, index) => (agent === id && usage ? [index] : []));
    own.forEach((place, number) => {
      const donor = own[(number - by + own.length) % own.length] as number;
      const usage = session.responses[donor]?.usage ?? null;
      responses[place] = { ...(session.responses[place] as Session["responses"][number]), usage };
    });
  }
  return { ...session, responses };
}

/** The agents with enough calls to judge. */
const longThreads = ({ agents, responses }: Session) =>
  agents.map(({ id }) => id).filter((id) => responses.filter(({ agent, usage }) => agent === id && usage).length >= 30);

for (const folder of ["transcripts", "transcripts-2"])
  describeShared(folder, async (place) => {
    const shared = await loadSharedSessions(place);
    const long = shared.filter(({ session }) => longThreads(session).length > 0);

    test("some agents have thirty calls, and none is reported", () => {
      expect(long.length).toBeGreaterThanOrEqual(3);
      const accused = shared.flatMap(({ file, session }) => findUsageShifts(session).map(({ agent }) => [file, agent]));
      expect(accused).toEqual([]);
    });

    test.each([1, -1] as const)("each is reported once its usages are moved by %i", (by) => {
      for (const { file, session } of long) {
        const found = findUsageShifts(shiftUsages(session, by));
        expect([file, ...found.map(({ agent }) => agent)]).toEqual([file, ...longThreads(session)]);
        expect(new Set(found.map(({ fits }) => fits))).toEqual(new Set([by === 1 ? "previous" : "next"]));
      }
    });
  });

/** A session whose answers differ in length, each with the usage of the call at `booked`. */
async function chat(calls: number, booked: (index: number) => number): Promise<Session> {
  const words = (index: number) => 3 + ((index * 37) % 91);
  const rows = Array.from({ length: calls }, (_, index) => {
    const usage = { input_tokens: 100 + booked(index) * 10, output_tokens: words(booked(index)) };
    const message = {
      id: `msg_${index}`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [{ type: "text", text: "word ".repeat(words(index)) }],
      usage,
    };
    const common = { sessionId: "s-shift", isSidechain: false, timestamp: "2026-06-01T09:00:00Z", version: "2.1.0" };
    const prompt = {
      ...common,
      uuid: `u${index}`,
      parentUuid: null,
      type: "user",
      message: { role: "user", content: "Go on" },
    };
    return [prompt, { ...common, uuid: `a${index}`, parentUuid: `u${index}`, type: "assistant", message }].map((row) =>
      JSON.stringify(row),
    );
  });
  const { sessions, issues } = await mustImport([memoryFile(rows.flat().join("\n"))]);
  expect(issues).toEqual(sessions[0]?.issues);
  return sessions[0] as Session;
}

test("a shift is an issue of the import, and a correct assignment is not", async () => {
  expect((await chat(40, (index) => index)).issues).toEqual([]);
  const { issues } = await chat(40, (index) => index + 1);
  expect(issues).toMatchObject([{ code: "usage-off-by-one-call", line: 2 }]);
  expect(issues[0]?.message).toContain("the call after");
});

test("few calls prove nothing", async () => {
  expect((await chat(20, (index) => index + 1)).issues).toEqual([]);
});
