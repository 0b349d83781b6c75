import { forward, type ServiceAccess } from '#main/service-process/forward.ts';
import type { Log } from '#main/system/log.ts';
import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/error-codes.ts';
import { serveStatic } from './static-files.ts';

export interface AppProtocolOptions {
  /** Folder of the built page. */
  readonly renderer: string;
  /** The service once it answers; null where that takes too long or it is stopped. */
  readonly service: () => Promise<ServiceAccess | null>;
  /** A file that the person gave to the page, by its token. */
  readonly serveFile: (token: string, request: Request) => Promise<Response>;
  readonly log: Log;
}

const SERVICE_PATHS = /^\/(?:v1|chunked|openapi\.json|docs|health)(?:\/|$)/;
const FILE_PATH = /^\/desktop\/files\/([A-Za-z0-9_-]+)$/;

/** Answers every request to `app:`: with files of the page, files of the person, or what the service says. */
export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    if (`${url.protocol}//${url.host}` !== DESKTOP_ORIGIN) return problem('access/host');
    if (!isOwnRequest(request)) return problem('access/origin');
    try {
      if (SERVICE_PATHS.test(url.pathname)) return await askService(request, options);
      const [, token] = FILE_PATH.exec(url.pathname) ?? [];
      if (token !== undefined) return await options.serveFile(token, request);
      return await serveStatic(options.renderer, url.pathname, request.method);
    } catch (error) {
      options.log.error('a request from the page failed', error);
      return problem('request/internal');
    }
  };
}

async function askService(request: Request, { service, log }: AppProtocolOptions): Promise<Response> {
  const access = await service();
  if (access === null) return problem('service/starting', { 'retry-after': '1' });
  try {
    return await forward(request, access);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    log.warn('the service did not answer', { code: error instanceof Error && 'code' in error ? error.code : null });
    return problem('service/starting', { 'retry-after': '1' });
  }
}

/** Browsers say whose a request is; what they say nothing of was typed or is the page itself. */
function isOwnRequest({ headers }: Request): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (origin === null || origin === DESKTOP_ORIGIN) && (site === null || site === 'same-origin' || site === 'none');
}

/** Answers as the service does, so that the page needs one way to read it. */
function problem(code: ErrorCode, headers: Readonly<Record<string, string>> = {}): Response {
  const { status, message } = errorCodes[code];
  const document = { type: `urn:scenewright:problem:${code}`, title: message, status, code, detail: message };
  return new Response(JSON.stringify(document), {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-content-type-options': 'nosniff', ...headers },
  });
}
