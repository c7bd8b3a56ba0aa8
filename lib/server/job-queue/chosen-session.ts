import * as z from "zod";

/** A session that a job works on, with the title that progress names. */
export const chosenSession = z.object({ id: z.string(), title: z.string() });
export type ChosenSession = z.infer<typeof chosenSession>;
