import fs from "node:fs";
import { importFiles } from "@/lib/server/ingest/import-files";
import { stageBlob } from "@/lib/server/objects/blobs";

/**
 * Runs as a separate process in crash.test.ts, which kills it at a random moment. Imports the file given on the command
 * line.
 */
const file = process.argv[2] as string;
const staged = await stageBlob(fs.createReadStream(file));
process.stdout.write("importing\n");
const [report] = await importFiles([{ ...staged, name: "big.jsonl" }]);
process.stdout.write(report?.error ? `refused: ${report.error.code} ${report.error.message}\n` : "imported\n");
process.exit(0);
