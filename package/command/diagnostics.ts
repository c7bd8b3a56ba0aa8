import { withLibrary } from "./library";
import { printJson } from "./output";

/** `winnow diagnostics`: diagnostics as JSON, without content or secrets. */
export async function diagnostics(): Promise<void> {
  await withLibrary(async (call) => printJson(await (await call("/api/diagnostics")).json()));
}
