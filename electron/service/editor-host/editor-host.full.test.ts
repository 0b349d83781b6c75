import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '#service/http/testing/raw-request.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const NO_CREDENTIALS = 'Authorization:';
const OWN_PAGE = 'Sec-Fetch-Site: same-origin';

/** Opens a service with an editor of three files. */
async function openEditor(
  config: Parameters<typeof openService>[0] = {},
): Promise<TestService & { readonly port: number }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'pages/assets'), { recursive: true });
  await writeFile(join(folder.path, 'secret.txt'), 'canary');
  await writeFile(join(folder.path, 'pages/index.html'), '<title>Editor</title><meta nonce="scenewright-nonce">');
  await writeFile(join(folder.path, 'pages/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder.path, 'pages/assets/main-1a2b.js'), 'export {};');
  const service = await openService({ editor: { folder: join(folder.path, 'pages') }, ...config });
  return {
    ...service,
    port: Number(new URL(service.url).port),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the path and query of a new link. */
function linkOf({ newEditorLink }: TestService): string {
  const { pathname, search } = new URL(newEditorLink?.() ?? 'http://nowhere');
  return `${pathname}${search}`;
}

const get = (port: number, path: string, ...headers: readonly string[]) =>
  rawRequest(port, [`GET ${path} HTTP/1.1`, NO_CREDENTIALS, ...headers]);

interface SignedIn {
  /** The `Cookie` header of a browser that opened a link. */
  readonly cookie: string;
  /** The prefix for which the cookie is valid. */
  readonly prefix: string;
}

async function signIn(service: TestService & { readonly port: number }): Promise<SignedIn> {
  const answer = await get(service.port, linkOf(service), 'Sec-Fetch-Site: none');
  const [, cookie, prefix = 'none'] = /^([^;]+); Path=([^;]+)\/;/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return { cookie: `Cookie: ${cookie}`, prefix };
}

describe('a link', () => {
  it('is exchanged for a strict cookie with its prefix', async () => {
    await using service = await openEditor();
    const answer = await get(service.port, linkOf(service), 'Sec-Fetch-Site: none');
    const shape =
      /^scenewright-[0-9a-f]{12}=[\w.-]+; Path=(\/s\/[\w-]{22})\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/;
    const [, prefix = 'none'] = shape.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toContain(`data-prefix="${prefix}"`);
    const script = /<script>(.*)<\/script>/.exec(answer.body)?.[1] ?? '';
    const digest = createHash('sha256').update(script).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${digest}'`);
  });

  it.each([
    ['a file or a terminal', 'GET', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'], 200],
    ['a frame', 'GET', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'], 403],
    ['a script', 'GET', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: empty'], 403],
    ['a form', 'POST', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'], 403],
    ['a page', 'GET', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', 'Origin: null'], 403],
  ])('answers a request from another site: %s with %s %j gives %i', async (_, method, headers, status) => {
    await using service = await openEditor();
    const lines = [`${method} ${linkOf(service)} HTTP/1.1`, NO_CREDENTIALS, 'Sec-Fetch-Site: cross-site', ...headers];
    expect((await rawRequest(service.port, lines)).status).toBe(status);
  });

  it('is the only address open to other sites', async () => {
    await using service = await openEditor();
    const { prefix, cookie } = await signIn(service);
    const visit = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', cookie];
    for (const path of [
      '/',
      '/health',
      `${prefix}/`,
      `${prefix}/?token=x`,
      '/v1/list/project?token=x',
      '/?token=x&y=z',
    ])
      expect((await get(service.port, path, ...visit)).status).toBe(403);
  });

  it('works once', async () => {
    await using service = await openEditor();
    const link = linkOf(service);
    expect((await get(service.port, link)).status).toBe(200);
    const again = await get(service.port, link);
    expect([again.status, again.headers.has('set-cookie')]).toEqual([401, false]);
    expect(again.body).toContain('no longer works');
  });

  it('works for ten minutes', async () => {
    let now = Date.now();
    await using service = await openEditor({ clock: () => now });
    const [early, late] = [linkOf(service), linkOf(service)];
    now += 10 * 60 * 1000;
    expect((await get(service.port, early)).status).toBe(200);
    now += 1;
    expect((await get(service.port, late)).status).toBe(401);
  });

  it('works only with the service process that made it', async () => {
    await using folder = await temporaryFolder();
    let now = Date.now();
    const clock = () => now;
    const first = await openEditor({ workspace: folder.path, clock });
    const link = linkOf(first);
    expect((await get(first.port, link)).status).toBe(200);
    await first[Symbol.asyncDispose]();
    now += 1000;
    await using second = await openEditor({ workspace: folder.path, clock });
    expect((await get(second.port, link)).status).toBe(401);
  });

  it.each(['', 'x', '1.2.3', `${Date.now().toString(36)}.${'A'.repeat(22)}.${'A'.repeat(43)}`])(
    'is refused if it is forged: %j',
    async (token) => {
      await using service = await openEditor();
      const answer = await get(service.port, `/?token=${token}`);
      expect([answer.status, answer.headers.has('set-cookie')]).toEqual([401, false]);
    },
  );

  it('is refused as a session, and a session as a link', async () => {
    await using service = await openEditor();
    const token = linkOf(service).split('=')[1] ?? '';
    const { cookie, prefix } = await signIn(service);
    const [, session = ''] = cookie.split('=');
    expect((await get(service.port, `/?token=${session}`)).status).toBe(401);
    const forged = cookie.replace(session, token);
    expect((await get(service.port, `${prefix}/v1/list/project`, forged, OWN_PAGE)).status).toBe(401);
  });

  it('is not logged', async () => {
    await using service = await openEditor();
    const link = linkOf(service);
    const cookie = (await get(service.port, link)).headers.get('set-cookie') ?? 'none';
    await get(service.port, link);
    await service.close();
    const log = service.lines.join('');
    expect(log).toContain('"path":"/"');
    expect(log).not.toContain(link.split('=')[1]);
    expect(log).not.toContain(cookie.split('=')[1]?.split(';')[0]);
  });
});

describe('the page of the editor', () => {
  it('loads only from the service, with a new nonce', async () => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    const open = () => get(service.port, `${prefix}/`, cookie, OWN_PAGE);
    const [one, two] = [await open(), await open()];
    expect(one.headers.get('set-cookie')).toContain(`Path=${prefix}/;`);
    const policy = one.headers.get('content-security-policy') ?? '';
    const nonce = /nonce-([\w-]{22})'/.exec(policy)?.[1] ?? 'none';
    expect(policy.replace(nonce, 'N')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' blob: data:; " +
        "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    );
    expect(one.body).toBe(`<title>Editor</title><meta nonce="${nonce}">`);
    expect(two.body).not.toBe(one.body);
    expect(Object.fromEntries(one.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('explains to a browser without a session how to get a link', async () => {
    await using service = await openEditor();
    const answer = await get(service.port, '/');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Link realm="Scenewright"');
    expect(answer.body).toContain('npm start');
    expect(answer.body).not.toMatch(/main-1a2b|<script src|version/);
    expect((await get(service.port, `/s/${'A'.repeat(22)}/`)).status).toBe(401);
  });

  it('opens with the API key and secret', async () => {
    await using service = await openEditor();
    expect((await rawRequest(service.port, ['GET / HTTP/1.1'])).body).toContain('<title>Editor</title>');
  });
});

describe('the files of the editor', () => {
  it('are cached forever if their names have a digest', async () => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    const script = await get(service.port, `${prefix}/assets/main-1a2b.js`, cookie, OWN_PAGE);
    expect([script.status, script.body]).toEqual([200, 'export {};']);
    expect(script.headers.get('content-type')).toMatch(/javascript/);
    expect(script.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(script.headers.get('content-security-policy')).not.toContain('sandbox');
    const icon = await get(service.port, `${prefix}/icon.svg`, cookie, OWN_PAGE);
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const known = await get(
      service.port,
      `${prefix}/icon.svg`,
      cookie,
      OWN_PAGE,
      `If-None-Match: ${icon.headers.get('etag')}`,
    );
    expect(known.status).toBe(304);
  });

  it('require a session', async () => {
    await using service = await openEditor();
    expect((await get(service.port, '/assets/main-1a2b.js', OWN_PAGE)).status).toBe(401);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/%252e%252e/secret.txt',
    '/assets',
    '/assets/',
    '/index.html',
    '/nowhere.js',
  ])('do not include other paths: %s', async (path) => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    const answer = await get(service.port, `${prefix}${path}`, cookie, OWN_PAGE);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('canary');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a session', () => {
  it('allows calls from its page', async () => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    const answer = await get(service.port, `${prefix}/v1/list/project`, cookie, OWN_PAGE);
    expect([answer.status, answer.body]).toEqual([200, '{"Projects":[],"projects":[]}']);
    const lines = [`POST ${prefix}/v1/project/mine HTTP/1.1`, NO_CREDENTIALS, cookie, 'Origin: http://localhost'];
    expect((await rawRequest(service.port, lines)).status).toBe(201);
  });

  it('is found among other cookies', async () => {
    await using service = await openEditor();
    const signed = await signIn(service);
    const cookie = signed.cookie.replace('Cookie: ', 'Cookie: a=b; ');
    expect((await get(service.port, `${signed.prefix}/v1/list/project`, `${cookie}; c=d`, OWN_PAGE)).status).toBe(200);
  });

  it('requires both its cookie and its own prefix', { tags: ['promise:P14'] }, async () => {
    await using service = await openEditor();
    const [mine, other] = [await signIn(service), await signIn(service)];
    const list = (prefix: string, ...headers: readonly string[]) =>
      get(service.port, `${prefix}/v1/list/project`, ...headers, OWN_PAGE).then(({ status }) => status);
    expect(mine.prefix).not.toBe(other.prefix);
    expect(await list(mine.prefix, mine.cookie)).toBe(200);
    expect(await list('', mine.cookie)).toBe(401);
    expect(await list(mine.prefix)).toBe(401);
    expect(await list(other.prefix, mine.cookie)).toBe(401);
    expect(await list(`/s/${'A'.repeat(22)}`, mine.cookie)).toBe(401);
  });

  it('has a prefix that is not logged', async () => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    await get(service.port, `${prefix}/v1/list/project`, cookie, OWN_PAGE);
    await service.close();
    expect(service.lines.join('')).toContain('"path":"/v1/list/project"');
    expect(service.lines.join('')).not.toContain(prefix.slice(3));
  });

  it.each([
    ['no header that names the page', [], 401],
    ['an address typed by its user', ['Sec-Fetch-Site: none'], 200],
    ['a page of another port', ['Sec-Fetch-Site: same-site'], 403],
    ['a page of another site', ['Sec-Fetch-Site: cross-site'], 403],
    ['the Origin of another port', ['Origin: http://localhost:3000'], 403],
  ])('is checked against the origin: %s', async (_, headers, status) => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    expect((await get(service.port, `${prefix}/v1/list/project`, cookie, ...headers)).status).toBe(status);
  });

  it('does not allow changes by a typed address', async () => {
    await using service = await openEditor();
    const { cookie, prefix } = await signIn(service);
    const lines = [`POST ${prefix}/v1/project/x HTTP/1.1`, NO_CREDENTIALS, cookie, 'Sec-Fetch-Site: none'];
    expect((await rawRequest(service.port, lines)).status).toBe(401);
  });

  it('survives a restart of the service', async () => {
    await using folder = await temporaryFolder();
    const first = await openEditor({ workspace: folder.path });
    const { cookie, prefix } = await signIn(first);
    await first[Symbol.asyncDispose]();
    await using second = await openEditor({ workspace: folder.path });
    expect((await get(second.port, `${prefix}/v1/list/project`, cookie, OWN_PAGE)).status).toBe(200);
  });

  it('expires after thirty days or with another secret', async () => {
    await using folder = await temporaryFolder();
    let now = Date.now();
    const first = await openEditor({ workspace: folder.path, clock: () => now });
    const { cookie, prefix } = await signIn(first);
    now += 30 * 24 * 3600 * 1000;
    expect((await get(first.port, `${prefix}/v1/list/project`, cookie, OWN_PAGE)).status).toBe(401);
    await first[Symbol.asyncDispose]();
    const credentials = { key: 'key-of-tests', secret: 'another-secret' };
    await using second = await openEditor({ workspace: folder.path, credentials });
    expect((await get(second.port, `${prefix}/v1/list/project`, cookie, OWN_PAGE)).status).toBe(401);
  });

  it('causes no password prompt if it is missing', async () => {
    await using service = await openEditor();
    const answer = await get(service.port, '/v1/list/project', OWN_PAGE);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Link realm="Scenewright"']);
  });
});

describe('a service without an editor', () => {
  it('has neither pages nor links nor sessions', async () => {
    await using service = await openService();
    expect(service.newEditorLink).toBe(null);
    const port = Number(new URL(service.url).port);
    expect((await get(port, '/')).status).toBe(401);
    expect((await rawRequest(port, ['GET / HTTP/1.1'])).status).toBe(404);
    await using other = await openEditor();
    const { cookie, prefix } = await signIn(other);
    expect((await get(port, `${prefix}/v1/list/project`, cookie, OWN_PAGE)).status).toBe(401);
  });
});
