import { printJson } from "./output";
import { callApi, withServer } from "./server-process";

/** `winnow diagnostics`: what helps to find a fault, without content or secrets, as JSON. */
export async function diagnostics(): Promise<void> {
  await withServer(async (address) => printJson(await (await callApi(address, "/api/diagnostics")).json()));
}
