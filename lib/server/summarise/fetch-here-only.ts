/** A model's server named another address. Retrying would meet the same. */
export class ModelRedirects extends Error {
  override readonly name = "ModelRedirects";
}

/**
 * `fetch` for calls of models. The conversation and the key were meant for the address that the operator set, so a
 * redirection is not followed: another address is another receiver. Throws ModelRedirects.
 */
export const fetchHereOnly: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const isRedirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return response;
  await response.body?.cancel();
  throw new ModelRedirects(
    `the model's server redirects to another address (${response.status}); nothing was sent there: set the address that it is to be sent to`,
  );
};
