import { permanentRedirect } from "next/navigation";

type Query = { finding?: string | string[]; agent?: string | string[] };
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Redirects the old address of Findings to the causes on the session's first screen. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { finding, agent } = await searchParams;
  const query = new URLSearchParams([
    ...(typeof agent === "string" ? [["agent", agent]] : []),
    ...(typeof finding === "string" ? [["cause", finding]] : []),
  ]).toString();
  permanentRedirect(`/sessions/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}`);
}
