import { guard } from "@/lib/server/guard";
import { metricsAnswer } from "@/lib/server/metrics";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** Counts and times for Prometheus. */
export const GET = guard(metricsAnswer);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
