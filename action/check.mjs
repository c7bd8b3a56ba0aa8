// Runs `winnow check` with the action's inputs, passed as variables so that no input ever becomes part of a shell
// command. The verdict goes into the log and the job summary; the exit code is the command's.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const LIMITS = ["baseline", "tolerance", "min-read-share", "max-cost-per-task", "max-peak-fill", "max-lost-facts"];
const { env } = process;

const sessions = (env.WINNOW_SESSIONS ?? "")
  .split("\n")
  .map((line) => line.trim())
  .filter(Boolean);
const options = LIMITS.flatMap((name) => {
  const value = env[`WINNOW_${name.toUpperCase().replaceAll("-", "_")}`];
  return value ? [`--${name}`, value] : [];
});
const command = path.join(env.RUNNER_TEMP ?? ".", "winnow/node_modules/winnow-inspector/bin/winnow.mjs");
const { status, stdout } = spawnSync(process.execPath, [command, "check", ...options, "--", ...sessions], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
process.stdout.write(stdout ?? "");
if (env.GITHUB_STEP_SUMMARY) fs.appendFileSync(env.GITHUB_STEP_SUMMARY, stdout ?? "");
if (env.GITHUB_OUTPUT) fs.appendFileSync(env.GITHUB_OUTPUT, `passed=${status === 0}\n`);
process.exitCode = status ?? 1;
