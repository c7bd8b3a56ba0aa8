import * as z from "zod";
import { importKept } from "../ingest/accepted-files";
import { wholeWork } from "./work";

/** The uploaded files are kept in the data directory under the job's id. */
export const importWork = wholeWork(z.object({}), "import", (_, context) => importKept(context));
