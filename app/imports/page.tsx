import type { Metadata } from "next";
import { ImportsPage } from "@/components/library/imports-page";
import { listImports } from "@/lib/server/ingest/list-imports";
import { readerSay, Words } from "../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("Imports") });
export const dynamic = "force-dynamic";

type Props = { searchParams: Promise<{ page?: string | string[] }> };

/** Reports of all imports, and of refused files. */
export default async function Page({ searchParams }: Props) {
  const listed = await listImports(Number((await searchParams).page ?? 1));
  return (
    <Words areas={["library", "timeline"]}>
      <ImportsPage {...listed} />
    </Words>
  );
}
