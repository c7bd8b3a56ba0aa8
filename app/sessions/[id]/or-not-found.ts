import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, permanentRedirect } from "next/navigation";
import { Problem } from "@/lib/api/problem";
import { PAGE_ADDRESS } from "@/lib/server/http/host-check";
import { movedTo } from "@/lib/server/store/session-aliases";

/**
 * Awaits a load; redirects to the same page if the session's id has changed, and shows the "not found" page
 * if there is no such session. Other errors reach the error page.
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

/** The requested page, with its query, of another session. */
async function pageOf(session: string): Promise<Route> {
  const asked = (await headers()).get(PAGE_ADDRESS) ?? "";
  const [, rest = ""] = /^\/sessions\/[^/?]+([/?].*)?$/.exec(asked) ?? [];
  return `/sessions/${session}${rest}` as Route;
}
