import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 3187);
const origin = `http://127.0.0.1:${port}`;
// Test processes read this file too, and inherit the first process's folder.
process.env.WINNOW_E2E_HOME ??= fs.mkdtempSync(path.join(os.tmpdir(), "winnow-e2e-"));
const dataDirectory = process.env.WINNOW_E2E_HOME;

export default defineConfig({
  testDir: "tests/e2e",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A shared, slow machine may stall for seconds. A test that passes only at the second attempt is reported as flaky.
  retries: process.env.CI === "true" ? 1 : 0,
  workers: 1,
  outputDir: `test-results/${port}`,
  use: {
    baseURL: origin,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node scripts/run.mjs start",
    url: `${origin}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      PORT: String(port),
      WINNOW_DATA_DIR: dataDirectory,
      WINNOW_DISCOVERY_HOME: dataDirectory,
      LOG_LEVEL: "warn",
    },
  },
});
