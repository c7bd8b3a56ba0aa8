import { notFound } from "next/navigation";
import { Problem } from "@/lib/api/problem";

/**
 * Awaits what is loaded; if the session does not exist, shows the "not found" page. Other errors reach the error page.
 */
export async function orNotFound<Value>(loading: Promise<Value>): Promise<Value> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) notFound();
    throw error;
  }
}
