import type { Metadata } from "next";
import { headers } from "next/headers";
import { LibraryPage } from "@/components/library/library-page";
import { TotalsStrip } from "@/components/library/totals-strip";
import { readableFormats } from "@/lib/importers/readable-formats";
import { toListedItem } from "@/lib/read-models/library-item";
import { listSessions } from "@/lib/server/library/list";
import { librarySummary } from "@/lib/server/library/summary";
import { missingFiles } from "@/lib/server/repair/repair";
import { loadAgentRequests } from "@/lib/server/sessions/agent-requests";
import { lastCompaction } from "@/lib/server/sessions/last-compaction";
import { drawFirstPage } from "@/lib/server/sessions/list-query";
import { readerSay, Words } from "./words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Library") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * Renders the first page of the table on the server, so a library of thousands appears immediately; the browser
 * requests the rest.
 */
export default async function Page({ searchParams }: Props) {
  const { drawn, drawnFor } = await drawFirstPage(await searchParams);
  const { total, binned } = drawn;
  const held = total + binned;
  const [first] = held === 1 ? (await listSessions({ limit: 1 })).sessions : [];
  const onlyExample = first?.is_example ? toListedItem(first) : null;
  const say = await readerSay();
  return (
    <Words areas={["causes", "deletion", "library", "formats", "timeline"]}>
      <LibraryPage
        drawn={drawn}
        drawnFor={drawnFor}
        isPhoneDrawn={/Mobi/.test((await headers()).get("user-agent") ?? "")}
        onlyExample={onlyExample}
        isEmpty={held === 0}
        totals={<TotalsStrip summary={await librarySummary()} last={await lastCompaction()} say={say} />}
        formats={readableFormats()}
        missing={missingFiles()}
        exampleTimeline={onlyExample && (await timelineOf(onlyExample.id))}
      />
    </Words>
  );
}

/** What the example's timeline draws; null if its files are unreadable. */
async function timelineOf(id: string) {
  const loaded = await loadAgentRequests(id, "main").catch(() => null);
  return loaded && { rows: loaded.rows, outline: loaded.outline };
}
