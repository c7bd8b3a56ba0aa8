import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { PagesMenu } from "@/components/shell/top-bar";
import { UnknownAddress } from "@/components/shell/unknown-address";

const asked = { path: "/" };
vi.mock("next/navigation", () => ({ usePathname: () => asked.path }));
beforeEach(() => {
  asked.path = "/";
});

const drawnAt = (path: string, what: React.ReactNode) => {
  asked.path = path;
  return renderToStaticMarkup(what);
};

test.each([
  ["/all-sessions/help", "All sessions", "All sessions"],
  ["/settings", "Settings", "Settings"],
  ["/api-docs", "API", "API"],
  ["/nowhere", "Not found", "Not found"],
  ["/sessions/abc/cache", "Pages", "a session"],
])("on a phone the menu at %s shows %s and its current page is %s", (path, shown, name) => {
  const drawn = drawnAt(path, <PagesMenu />);
  expect(drawn).toContain(`>${shown}<`);
  expect(drawn).toContain(`aria-label="Pages, current page: ${name}"`);
});

test("an unknown address suggests a similar page, if any, and always the library", () => {
  const near = drawnAt("/modles", <UnknownAddress />);
  expect(near).toContain("The nearest one is Models.");
  expect(near).toContain("Go to Models");
  expect(near).toContain("Go to Library");
  const far = drawnAt("/nowhere", <UnknownAddress />);
  expect(far).not.toContain("nearest");
  expect(far.match(/Go to/g)).toHaveLength(1);
});
