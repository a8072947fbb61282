import type { HttpRequest, HttpResponse, PooledTransport } from "../../../src/client/transport.ts";
import { handleRaw, type Platform } from "../../../src/platform/platform.ts";

/** Carries requests to a platform in this process at once, without sockets. */
export function directTransport(platform: Platform): PooledTransport {
  const send = async ({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> => {
    const { pathname, search } = new URL(url);
    const answer = handleRaw(platform, { method, url: pathname + search, headers, bodyText: body });
    return { status: answer.status, headers: answer.headers, body: answer.bodyText };
  };
  return Object.assign(send, { close: async () => {} });
}
