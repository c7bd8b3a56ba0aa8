import { openApiDocument } from "@/lib/api/openapi";
import { version } from "@/package.json";

/** Built on the first request, then cached, because the API does not change while the server runs. */
let document: ReturnType<typeof openApiDocument> | null = null;

/** This API as an OpenAPI 3.1 document. */
export function apiDocument(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(version);
  return document;
}
