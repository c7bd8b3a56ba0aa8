import { spendModelCall } from "./model-budget";

/** A model's server redirects to another address. A retry would have the same result. */
export class ModelRedirects extends Error {
  override readonly name = "ModelRedirects";
}

/**
 * `fetch` for model calls. Conversation and key are meant only for the configured address, so redirects are not
 * followed. Each call counts against the day's budget. Throws ModelRedirects and ModelBudgetSpent.
 */
export const fetchHereOnly: typeof fetch = async (input, init) => {
  await spendModelCall();
  const response = await fetch(input, { ...init, redirect: "manual" });
  const isRedirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return response;
  await response.body?.cancel();
  throw new ModelRedirects(
    `the model's server redirects to another address (${response.status}); nothing was sent there. Configure the final address`,
  );
};
