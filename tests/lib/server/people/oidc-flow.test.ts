import { AuthorizationResponseError } from "openid-client";
import { expect, test } from "vitest";
import { failureOf } from "@/lib/server/people/oidc-flow";

const responseError = (error: string) =>
  new AuthorizationResponseError("refused", { cause: new URLSearchParams({ error }) });

test.each([
  ["access_denied", "declined", "access_denied"],
  ["login_required", "refused", "login_required"],
  ["ada@example.org", "refused", "other"],
])("the identity provider's answer %s is logged as a known code only", (error, code, reason) => {
  expect(failureOf(responseError(error))).toMatchObject({ code, reason });
});

test("only a failed connection means that the identity provider is unavailable", () => {
  const refused = new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") });
  expect(failureOf(refused)).toMatchObject({ code: "provider-unavailable", reason: "no connection" });
  expect(failureOf(new TypeError("x is not a function"))).toMatchObject({ code: "refused", reason: "other" });
});
