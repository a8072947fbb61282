import { type Context, Hono } from "hono";
import { operations } from "../contract/operations.ts";
import { handleRaw, logAccess, type Platform } from "./platform.ts";

/** The pages of the server apart from the API: the front page, and the OpenAPI document of the contract. */
export function createPages(platform: Platform): Hono {
  let document: Promise<string> | undefined;
  const openApi = async ({ req }: Context): Promise<Response> => {
    const start = platform.clock();
    document ??= openApiText(platform.baseUrl);
    const text = await document;
    logAccess(platform, { method: req.method, url: req.path, headers: {} }, { start, status: 200 });
    return new Response(text, { headers: { "content-type": "application/json" } });
  };
  const other = ({ req }: Context): Response => {
    const answer = handleRaw(platform, { method: req.method, url: req.path, headers: {} });
    return new Response(answer.bodyText, { status: answer.status, headers: { ...answer.headers } });
  };
  return new Hono().get("/openapi.json", openApi).all("*", other);
}

/** Made when somebody wants it: it takes longer than the start of a server should. */
async function openApiText(baseUrl: string): Promise<string> {
  const { openApiDocument } = await import("../contract/openapi-document.ts");
  return JSON.stringify(openApiDocument(Object.values(operations), baseUrl));
}
