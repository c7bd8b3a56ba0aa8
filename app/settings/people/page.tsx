import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PeoplePage } from "@/components/people/people-page";
import { mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import { listPeople } from "@/lib/server/people/people-admin";
import { currentCaller, forRoute } from "@/lib/server/process/caller-context";
import { readerSay, Words } from "../../words";

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await readerSay())("People") });
export const dynamic = "force-dynamic";

/** People who have signed in, for those who assign roles. */
export default async function Page() {
  const access = ROUTE_ACCESS["GET /api/people"];
  if (!mayCall(access, currentCaller())) notFound();
  const first = await forRoute(access, () => listPeople());
  return (
    <Words areas={["people"]}>
      <PeoplePage first={first} />
    </Words>
  );
}
