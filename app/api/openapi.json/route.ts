import { openApiDocument } from "@/lib/api/openapi";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { version } from "@/package.json";

export const dynamic = "force-dynamic";

/** Made at the first request and then kept, because the API does not change while the server runs. */
let document: ReturnType<typeof openApiDocument> | null = null;

/** This API as an OpenAPI 3.1 document. */
export const GET = guard(async () => {
  document ??= openApiDocument(version);
  return Response.json(document);
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
