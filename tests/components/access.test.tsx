import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { RequestComments } from "@/components/comments/request-comments";
import type { Comments } from "@/components/comments/use-comments";
import { SaveRun } from "@/components/runs/save-run";
import { AccessSettings } from "@/components/settings/access-settings";
import { AccessProvider } from "@/components/shell/access";
import type { Right } from "@/lib/api/caller";
import type { ApiKeyJson } from "@/lib/api/schemas/keys";
import type { ProjectRow } from "@/lib/api/schemas/project";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const draw = (rights: readonly Right[] | null, what: React.ReactNode) =>
  renderToStaticMarkup(<AccessProvider rights={rights}>{what}</AccessProvider>);
const key = (more: Partial<ApiKeyJson>): ApiKeyJson => ({
  id: "key_1",
  name: "laptop",
  hint: "wnw_abcd",
  scopes: ["read"],
  project: null,
  created_at: "2026-11-20T08:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
  ...more,
});
const projects = { projects: [] };
const NOBODY: Comments = {
  all: [],
  commented: new Set(),
  add: async () => null,
  change: async () => null,
  remove: async () => null,
};

describe("who gets in", () => {
  test("the keys: owner, creation and last use; revoked ones listed separately, without a button", () => {
    const used = key({ id: "key_2", name: "the team", last_used_at: "2026-11-23T17:36:00.000Z" });
    const gone = key({ id: "key_3", name: "lost", revoked_at: "2026-11-22T09:30:00.000Z" });
    const keys = { keys: [key({}), used, gone], required: true };
    const drawn = draw(["admin"], <AccessSettings keys={keys} projects={projects} />);
    expect(drawn).toContain("created 20 Nov 2026 · never used");
    expect(drawn).toContain("last used 23 Nov 2026 17:36 UTC");
    expect(drawn).toContain("revoked 22 Nov 2026 09:30 UTC");
    expect(drawn.match(/Revoke [a-z ]+"/g)).toEqual(['Revoke laptop"', 'Revoke the team"']);
    expect(drawn).toContain("required, because this server can be reached");
    expect(draw(null, <AccessSettings keys={{ keys: [], required: false }} projects={projects} />)).toContain(
      "No active keys.",
    );
  });

  test("shows each key's project by name; nothing if there is only one", () => {
    const some = [{ id: "p1", name: "Ours" } as ProjectRow, { id: "p2", name: "Theirs" } as ProjectRow];
    const list = { keys: [key({ project: "p2" }), key({ id: "key_2", name: "CI" })], required: true };
    const drawn = draw(["admin"], <AccessSettings keys={list} projects={{ projects: some }} />);
    expect(drawn).toContain("only Theirs · created 20 Nov 2026");
    expect(drawn).toContain("all projects · created 20 Nov 2026");
    expect(
      draw(["admin"], <AccessSettings keys={{ keys: [key({})], required: true }} projects={projects} />),
    ).toContain(">created 20 Nov 2026");
  });

  test("a reader sees the rights of their own key, and no keys", () => {
    const drawn = draw(["read"], <AccessSettings keys={null} projects={projects} />);
    expect(drawn).toContain("Sign out");
    expect(drawn).not.toContain("Create API key");
    expect(draw(null, <AccessSettings keys={null} projects={projects} />)).toBe("");
  });
});

describe("what a reader is not offered", () => {
  const comments = <RequestComments comments={NOBODY} position={0} isWriting={false} onWriting={() => {}} />;
  const save = <SaveRun kind="comparison" sessionId="s" result={{} as never} />;
  test.each([
    [["read"], false],
    [["read", "import"], false],
    [["read", "annotate"], true],
    [["admin"], true],
    [null, true],
  ] as const)("%j: writing comments and saving runs is %s", (scopes, isOffered) => {
    expect(draw(scopes, comments) !== "").toBe(isOffered);
    expect(draw(scopes, save) !== "").toBe(isOffered);
  });
});
