import { expect, test } from "@playwright/test";
import { collectErrors, open, SIZES } from "./support";

test("an operation is found, sent to this server and copied as code", async ({ page }) => {
  const errors = collectErrors(page);
  await page.setViewportSize(SIZES.desktop);
  const { sessions } = await (await page.request.get("/api/sessions")).json();
  await open(page, `/api-docs?session=${sessions[0].id}`);
  await expect(page.getByLabel("Body, JSON")).toHaveValue(new RegExp(sessions[0].id));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const status = page.getByRole("region", { name: "Try it" }).getByRole("status");
  await expect(status.filter({ hasText: /^200 .*[\d,]+ ms/ })).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Response", exact: true })).toContainText('"stats"');
  await page.getByLabel("Body, JSON").fill("{");
  await expect(page.getByText("This is not JSON")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await page.getByLabel("Find an operation by path, method or words").fill("get health");
  await page.getByRole("link", { name: "GET /health" }).click();
  await expect(page.getByRole("heading", { name: "GET /api/health" })).toBeVisible();
  await page.getByRole("radio", { name: "Python" }).click();
  await expect(page.getByRole("region", { name: "The call in Python" })).toContainText("requests.get(");
  expect(errors).toEqual([]);
});
