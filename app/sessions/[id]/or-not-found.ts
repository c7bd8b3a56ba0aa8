import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, permanentRedirect } from "next/navigation";
import { Problem } from "@/lib/api/problem";
import { PAGE_ADDRESS } from "@/lib/server/http/host-check";
import { movedTo } from "@/lib/server/store/session-aliases";

/**
 * Awaits what is loaded; if the session has another id now, leads to the same page of that one; if it does not exist, shows the "not found" page. Other errors reach the error page.
 */
export async function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    const session = error instanceof Problem ? movedTo(error) : null;
    if (session !== null) permanentRedirect(await pageOf(session));
    if (error instanceof Problem && error.status === 404) notFound();
    throw error;
  }
}

/** The page that was asked for, with its query, of another session. */
async function pageOf(session: string): Promise<Route> {
  const asked = (await headers()).get(PAGE_ADDRESS) ?? "";
  const [, rest = ""] = /^\/sessions\/[^/?]+([/?].*)?$/.exec(asked) ?? [];
  return `/sessions/${session}${rest}` as Route;
}
