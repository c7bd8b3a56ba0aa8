import { expect, test } from "vitest";
import { nearestPage } from "@/lib/view-models/shell/nearest-page";

test.each([
  ["/modles", "/models"],
  ["/token", "/tokens"],
  ["/All-session/", "/all-sessions"],
  ["/api-doc", "/api-docs"],
  ["/import", "/imports"],
  ["/metric", "/metrics"],
  ["/sessions/abc/spned", "/sessions/abc/spend"],
  ["/impressum", null],
  ["/x", null],
  ["/sessions/abc/cahce", "/sessions/abc/cache"],
  ["/sessions/abc/replays", "/sessions/abc/replay"],
  ["/sessions/abc/nowhere-near", "/sessions/abc"],
  ["/sessions", "/"],
])("%s most likely meant %s", (typed, href) => expect(nearestPage(typed)?.href ?? null).toBe(href));
