import { printJson } from "./output";
import { callApi, withServer } from "./server-process";

/** `winnow diagnostics`: diagnostics as JSON, without content or secrets. */
export async function diagnostics(): Promise<void> {
  await withServer(async (address) => printJson(await (await callApi(address, "/api/diagnostics")).json()));
}
