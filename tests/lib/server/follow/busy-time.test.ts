import { expect, test } from "vitest";
import { busyTimer } from "@/lib/server/follow/busy-time";

test("waiting is not work, and working is", async () => {
  const waited = busyTimer();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const idle = waited();
  const worked = busyTimer();
  for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; ) Math.sqrt(end);
  expect(worked()).toBeGreaterThan(250);
  expect(idle).toBeLessThan(250);
});
