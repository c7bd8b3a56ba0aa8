import * as z from "zod";
import { importKept } from "../ingest/accepted-files";
import { wholeWork } from "./work";

/** The files of an upload, which are kept in the data directory under the id of the job. */
export const importWork = wholeWork(z.object({}), "import", (_, context) => importKept(context));
