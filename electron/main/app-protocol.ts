import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { CustomScheme } from 'electron';
import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';
import { editorPolicy, FILE_HEADERS, NONCE_MARK } from '#shared/contract/page-policy.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { forward, type ServiceAccess } from './service-process/forward.ts';
import type { Log } from './system/log.ts';

export interface AppProtocolOptions {
  /** The folder of the built page. */
  readonly renderer: string;
  /** Returns the service when it answers; null if that takes too long or the service is stopped. */
  readonly service: () => Promise<ServiceAccess | null>;
  /** Answers with the user's file that the token identifies. */
  readonly serveFile: (token: string, request: Request) => Promise<Response>;
  readonly log: Log;
}

const SERVICE_PATHS = /^\/(?:v1|chunked|openapi\.json|docs|health)(?:\/|$)/;
const FILE_PATH = /^\/desktop\/files\/([A-Za-z0-9_-]+)$/;

/**
 * Returns the handler of all requests to `app:`. It answers with files of the page, files of the user, or answers of
 * the service.
 */
export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    if (`${url.protocol}//${url.host}` !== DESKTOP_ORIGIN) return problemResponse('access/host');
    if (!isOwnRequest(request)) return problemResponse('access/origin');
    try {
      if (SERVICE_PATHS.test(url.pathname)) return await askService(request, options);
      const [, token] = FILE_PATH.exec(url.pathname) ?? [];
      if (token !== undefined) return await options.serveFile(token, request);
      return await serveStatic(options.renderer, url.pathname, request.method);
    } catch (error) {
      options.log.error('a request from the page failed', error);
      return problemResponse('request/internal');
    }
  };
}

async function askService(request: Request, { service, log }: AppProtocolOptions): Promise<Response> {
  const access = await service();
  if (access === null) return problemResponse('service/starting', { 'retry-after': '1' });
  try {
    return await forward(request, access);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    log.warn('the service did not answer', { code: error instanceof Error && 'code' in error ? error.code : null });
    return problemResponse('service/starting', { 'retry-after': '1' });
  }
}

/**
 * Checks the browser's origin headers. A request without these headers comes from the address bar or loads the page
 * itself.
 */
function isOwnRequest({ headers }: Request): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (origin === null || origin === DESKTOP_ORIGIN) && (site === null || site === 'same-origin' || site === 'none');
}

/** Returns an error in the same form as the service, so the page needs only one parser. */
function problemResponse(code: ErrorCode, headers: Readonly<Record<string, string>> = {}): Response {
  const { status, message } = errorCodes[code];
  const document = { type: `urn:scenewright:problem:${code}`, title: message, status, code, detail: message };
  return new Response(JSON.stringify(document), {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-content-type-options': 'nosniff', ...headers },
  });
}

/** The content types by extension. Because of `nosniff`, browsers do not display files with other extensions. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const STATIC_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), serial=(), hid=()',
};

/** Answers with the page or one of its files. */
async function serveStatic(root: string, pathname: string, method: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return emptyResponse(405);
  const path = fileFor(root, pathname);
  if (path === null) return emptyResponse(404);
  if (path === pageFile(root)) return await servePage(path, method);
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return emptyResponse(404);
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    return emptyResponse(404);
  }
  const headers = {
    ...STATIC_HEADERS,
    ...FILE_HEADERS,
    'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': String(stats.size),
    // Cache built files permanently, because their names contain a digest.
    'cache-control': path.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
  };
  if (method === 'HEAD') {
    await file.close();
    return new Response(null, { headers });
  }
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>, { headers });
}

/** Returns the file of a path inside the folder. Returns null for paths that lead out of it, and for hidden files. */
function fileFor(root: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = decoded.split('/').filter((segment) => segment !== '');
  const isPlain = segments.every((segment) => !/[\\:\0]/.test(segment) && !segment.startsWith('.'));
  if (!isPlain) return null;
  const last = segments.at(-1);
  if (last === undefined) return pageFile(root);
  return join(root, ...segments);
}

/**
 * Answers with the page and a new nonce. The nonce in the content security policy allows the styles that the page's
 * scripts add.
 */
async function servePage(path: string, method: string): Promise<Response> {
  const page = await readFile(path, 'utf8').catch(() => null);
  if (page === null) return emptyResponse(404);
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    ...STATIC_HEADERS,
    'content-security-policy': editorPolicy(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(method === 'HEAD' ? null : page.replaceAll(NONCE_MARK, nonce), { headers });
}

function pageFile(root: string): string {
  return join(root, 'index.html');
}

function emptyResponse(status: number): Response {
  return new Response(null, { status, headers: { ...STATIC_HEADERS, ...FILE_HEADERS } });
}

/** The scheme of the page. The content security policy applies to it, and only the page can use it for requests. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    stream: true,
    codeCache: true,
    bypassCSP: false,
    corsEnabled: false,
    allowServiceWorkers: false,
  },
};
