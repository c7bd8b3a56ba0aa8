import type { Db } from "@/lib/server/db/get-db";

const ROWS = 600;
const numbers = Array.from({ length: ROWS }, (_, index) => index);

/** Adds enough rows to the smaller tables that full reads are visible in a plan. The sessions already exist. */
export async function addManyRows(db: Db): Promise<void> {
  const sessions = await db.session.findMany({ select: { id: true, file: { select: { sha256: true } } }, take: ROWS });
  const of = (index: number) => sessions[index % sessions.length] as (typeof sessions)[number];
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000);
  await db.job.createMany({
    data: numbers.map((index) => ({
      id: `job_${index}`,
      kind: "import",
      state: "done",
      resultJson: JSON.stringify({ files: [{ sessions: [of(index).id] }] }),
      createdAt: at(index),
      endedAt: at(index + 1),
    })),
  });
  await db.run.createMany({
    data: numbers.map((index) => ({
      id: `run_${index}`,
      kind: index % 10 === 0 ? "corpus" : "comparison",
      sessionId: index % 10 === 0 ? null : of(index).id,
      title: `run ${index}`,
      paramsJson: "{}",
      versionsJson: JSON.stringify({ parser: 1, files: { [of(index).id]: of(index).file.sha256 }, strategies: {} }),
      summaryJson: JSON.stringify({ sessions: [], left_out: [] }),
      bytes: 100,
      createdAt: at(index),
    })),
  });
  await db.comment.createMany({
    data: numbers.map((index) => ({
      id: `c_${index}`,
      sessionId: of(index).id,
      agent: "main",
      request: 0,
      text: "why",
    })),
  });
  await db.storedOutput.createMany({
    data: numbers.map((index) => ({
      id: `out_${index}`,
      sessionId: of(index).id,
      blobSha256: of(index).file.sha256,
      tokens: 1,
      bytes: 1,
    })),
  });
  await db.companion.createMany({
    data: numbers.map((index) => ({
      id: `companion_${index}`,
      fileId: `file_${of(index).file.sha256.slice(0, 32)}`,
      sha256: of(index + 1).file.sha256,
      name: "agent.jsonl",
      bytes: 1,
      position: 0,
    })),
  });
  await db.modelStatement.createMany({
    data: numbers.map((index) => ({ subject: `session:${of(index).id}`, model: "gpt-5" })),
  });
  await db.auditEntry.createMany({
    data: numbers.map((index) => ({ time: at(index), actorKind: "own", action: "import", projectId: "default" })),
  });
  await db.refusedFile.createMany({
    data: numbers.slice(0, 500).map((index) => ({
      id: `refused_${index}`,
      sha256: `${index}`,
      reportJson: "{}",
      createdAt: at(index),
    })),
  });
}
