import { sessionSubject } from "@/lib/transcript/state-model";
import type { Transaction } from "../db/get-db";
import { dropOutputNote } from "../workers/output-notes";

/**
 * Deletes what refers to a session from outside its file: rows that refer to it, and outputs put aside only from it.
 */
export async function deleteWhatNames(transaction: Transaction, id: string): Promise<StoredOutputKey[]> {
  await transaction.modelStatement.deleteMany({ where: { subject: sessionSubject(id) } });
  await transaction.sessionNote.deleteMany({ where: { sessionId: id } });
  await transaction.sessionTag.deleteMany({ where: { sessionId: id } });
  await transaction.sessionAlias.deleteMany({ where: { sessionId: id } });
  await transaction.comment.deleteMany({ where: { sessionId: id } });
  await transaction.run.deleteMany({ where: { sessionId: id } });
  const named = { contains: `"${id}"` }; // ids are letters and digits, so no other JSON text looks like one
  await transaction.job.updateMany({ where: { resultJson: named }, data: { resultJson: null } });
  await transaction.job.updateMany({
    where: { paramsJson: named, endedAt: { not: null } },
    data: { paramsJson: null },
  });
  const where = { sessionId: id };
  const select = { id: true, projectId: true, blobSha256: true } as const;
  const outputs = await transaction.storedOutput.findMany({ where, select });
  await transaction.storedOutput.deleteMany({ where });
  return outputs;
}

type StoredOutputKey = { readonly id: string; readonly projectId: string; readonly blobSha256: string };

/** Call after deleting the rows, because a remaining note would restore the output at the next start. */
export function dropOutputNotes(outputs: readonly StoredOutputKey[]): void {
  for (const { id, projectId } of outputs) dropOutputNote(id, projectId);
}
