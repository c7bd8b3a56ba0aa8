import { notFound } from "next/navigation";
import { Problem } from "@/lib/server/problem";

/** What is loaded, or the page that says there is no such session. Other failures go on to the error page. */
export async function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) notFound();
    throw error;
  }
}
