import { z } from "zod";
import { readJsonBytes } from "./body";
import { stageDiscovered } from "./discovery";
import { importFiles } from "./import-files";
import type { FileReport } from "./import-types";
import { type JobView, startJob } from "./jobs";
import { Problem } from "./problem";
import { parseJsonBody } from "./workers/parse-json";
import { problemOfZod } from "./zod-problem";

const importBody = z.strictObject({
  root: z.string().max(100),
  paths: z.array(z.string().min(1).max(1_000)).min(1).max(1_000),
});

/** Imports chosen files of a discovered root as a job; each goes the way an upload goes. */
export async function startDiscoveryImport(request: Request): Promise<JobView> {
  const parsed = importBody.safeParse(parseJsonBody(await readJsonBytes(request, 1 << 20)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { root, paths } = parsed.data;
  return startJob("import", async ({ signal, onProgress }) => {
    const reports: FileReport[] = [];
    for (const [index, path] of paths.entries()) {
      onProgress({ stage: "copying", file: index, files: paths.length });
      const [group = []] = await stageDiscovered(root, [path], signal);
      const report = (progress: Record<string, unknown>) =>
        onProgress({ ...progress, file: index, files: paths.length });
      reports.push(...(await importFiles(group, { signal, onProgress: report })));
    }
    if (reports.every((report) => report.error))
      throw new Problem(422, "nothing-imported", "none of the files is a transcript");
    return { files: reports };
  });
}
