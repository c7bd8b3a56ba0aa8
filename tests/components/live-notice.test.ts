import { expect, test } from "vitest";
import { noticeOf } from "@/components/live/live-notice";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { english } from "@/lib/wording/say";

const broken = (requests_ago: number, dollars: number | null): LiveSession =>
  ({
    forecast: { kind: "unknown" },
    last_break: {
      ...{ number: 20, requests_ago, letter: "I", cause_id: "tool-churn", lost_tokens: 1_000 },
      lost_cost: dollars === null ? null : { amount: dollars, currency: "USD" },
    },
  }) as unknown as LiveSession;

test("only a break at the newest request gives notice, if it costs at least the set amount", () => {
  expect(noticeOf(broken(0, 0.3), 0, english)?.event).toBe("break 20");
  expect(noticeOf(broken(0, 0.3), 0.1, english)?.event).toBe("break 20");
  expect(noticeOf(broken(0, 0.3), 0.5, english)).toBeNull();
  expect(noticeOf(broken(0, null), 0, english)?.event).toBe("break 20");
  expect(noticeOf(broken(0, null), 0.1, english)).toBeNull();
  expect(noticeOf(broken(1, 0.3), 0, english)).toBeNull();
});
