import type { Metadata } from "next";
import { ExampleTimeline } from "@/components/library/example-timeline";
import { LibraryPage } from "@/components/library/library-page";
import type { LibraryEntry } from "@/lib/api/schemas/session";
import { readableFormats } from "@/lib/importers/readable-formats";
import { loadAgentRequests } from "@/lib/server/agent-requests";
import { libraryState } from "@/lib/server/repair";
import { listLibrary } from "@/lib/server/sessions";
import { toLibraryItem } from "@/lib/view-models/library-item";

export const metadata: Metadata = { title: "Library" };
export const dynamic = "force-dynamic";

export default async function Page() {
  const entries = await loadAll();
  const items = entries.map(toLibraryItem);
  const example = entries.length === 1 && entries[0]?.is_example ? entries[0] : null;
  const timeline = example && <FirstRunTimeline entry={example} />;
  const { missing } = libraryState();
  return <LibraryPage items={items} formats={readableFormats()} missing={missing} exampleTimeline={timeline} />;
}

/** Loads all sessions, because totals and sorting need the whole library; a row is about a kilobyte. */
async function loadAll(): Promise<LibraryEntry[]> {
  const all: LibraryEntry[] = [];
  let cursor: string | null = null;
  do {
    const page = await listLibrary({ limit: 200, cursor });
    all.push(...page.sessions);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}

/** The timeline of the example; nothing if its files cannot be read. */
async function FirstRunTimeline({ entry }: { entry: LibraryEntry }) {
  const loaded = await loadAgentRequests(entry.id, "main").catch(() => null);
  return loaded && <ExampleTimeline id={entry.id} rows={loaded.rows} outline={loaded.outline} />;
}
