import type { Metadata } from "next";
import { RecordPage } from "@/components/record/record-page";
import { RECORDED_CLIENTS } from "@/lib/answer/recorded-clients";
import { KEPT_QUERY, KEPT_REQUEST_HEADERS, KEPT_RESPONSE_HEADERS } from "@/lib/importers/recording/kept-headers";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Record") });
export const dynamic = "force-dynamic";

/** The command that records a client, what it stores, and the running recordings. */
export default async function Page() {
  const headers = [...new Set([...KEPT_REQUEST_HEADERS, ...KEPT_RESPONSE_HEADERS])].sort();
  return (
    <Words areas={["record"]}>
      <RecordPage clients={RECORDED_CLIENTS} headers={headers} query={KEPT_QUERY} />
    </Words>
  );
}
