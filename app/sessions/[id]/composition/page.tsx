import { permanentRedirect } from "next/navigation";

type Query = Readonly<Record<string, string | string[] | undefined>>;
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Redirects the old address of Composition to the Spend tab, which can show a single request. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const query = new URLSearchParams([
    ["of", "request"],
    ...Object.entries(await searchParams).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  ]);
  permanentRedirect(`/sessions/${encodeURIComponent(id)}/spend?${query}`);
}
