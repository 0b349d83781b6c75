import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { editorPolicy, FILE_HEADERS, NONCE_MARK } from '#shared/contract/page-policy.ts';

/** Types by ending; with `nosniff`, what has another ending is shown by nobody. */
const TYPES: Readonly<Record<string, string>> = {
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

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), serial=(), hid=()',
};

/** The page, or a file that belongs to it. */
export async function serveStatic(root: string, pathname: string, method: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405);
  const path = fileFor(root, pathname);
  if (path === null) return refusal(404);
  if (path === pageFile(root)) return await servePage(path, method);
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return refusal(404);
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    return refusal(404);
  }
  const headers = {
    ...HEADERS,
    ...FILE_HEADERS,
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': String(stats.size),
    // Built files carry a digest in their names.
    'cache-control': path.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
  };
  if (method === 'HEAD') {
    await file.close();
    return new Response(null, { headers });
  }
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>, { headers });
}

/** The file that a path names, inside the folder; null for every path that would lead out of it or hides something. */
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

/** The page with a number of its own, by which its policy knows the styles that its scripts add. */
async function servePage(path: string, method: string): Promise<Response> {
  const page = await readFile(path, 'utf8').catch(() => null);
  if (page === null) return refusal(404);
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    ...HEADERS,
    'content-security-policy': editorPolicy(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(method === 'HEAD' ? null : page.replaceAll(NONCE_MARK, nonce), { headers });
}

function pageFile(root: string): string {
  return join(root, 'index.html');
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { ...HEADERS, ...FILE_HEADERS } });
}
