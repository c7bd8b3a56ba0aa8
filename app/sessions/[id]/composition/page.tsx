import { permanentRedirect } from "next/navigation";

type Query = Readonly<Record<string, string | string[] | undefined>>;
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Leads the old address of Composition to the tab Spend. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();
  const address = `/sessions/${encodeURIComponent(id)}/spend` as const;
  permanentRedirect(query === "" ? address : `${address}?${query}`);
}
