import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { callChannel, desktopCallNames } from '#shared/contract/desktop/desktop-channels.ts';
import type { ServiceState } from '#shared/contract/desktop/desktop-shapes.ts';
import { loadPreload } from './testing/load-preload.ts';
import { openDesktop, type TestDesktop } from './testing/open-desktop.ts';
import { preventable } from './testing/preventable.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { webPreferences } from './window/window.ts';

let desktop: TestDesktop;

beforeAll(async () => {
  desktop = await openDesktop();
  await desktop.reported('running');
});

afterAll(() => desktop[Symbol.asyncDispose]());

describe('the shell', () => {
  it('isolates the window, whose preload requires only electron', { tags: ['promise:S1'] }, async () => {
    const { webPreferences: given } = desktop.window().options;
    expect(given).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
    });
    expect(given?.preload).toMatch(/\.cjs$/);
    expect(desktop.state.sandboxed).toBe(true);
    expect(webPreferences('preload.cjs', true).devTools).toBe(false);
    await using folder = await temporaryFolder();
    const { text } = await loadPreload(folder.path);
    expect([...text.matchAll(/\b(?:require|import)\s*\(?\s*["']([^"']+)/g)].map(([, name]) => name)).toEqual([
      'electron',
    ]);
  });

  it('the `app://` scheme serves the renderer and forwards `/v1` with credentials', {
    tags: ['promise:S2'],
  }, async () => {
    expect(desktop.state.schemes).toEqual([
      {
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
      },
    ]);
    expect(desktop.window().loaded).toEqual(['app://editor/']);
    expect(await (await desktop.fetch('app://editor/')).text()).toContain('editor');
    for (const path of ['/v1/list/project', '/openapi.json', '/docs', '/health'])
      expect((await desktop.fetch(`app://editor${path}`)).status).toBe(200);
    expect((await desktop.fetch('app://editor/chunked/videos/none')).status).toBe(404);
  });

  it('the page receives no port or secret for a Range request', { tags: ['promise:S2'] }, async () => {
    const made = await desktop.fetch('app://editor/v1/project/range', { method: 'POST' });
    const { uid } = (await made.json()) as { readonly uid: string };
    const put = { method: 'PUT', body: '0123456789', headers: { authorization: 'Basic bm9uc2Vuc2U6eA==' } };
    expect((await desktop.fetch(`app://editor/v1/data/${uid}/a.bin`, put)).status).toBe(201);
    const part = await desktop.fetch(`app://editor/v1/data/${uid}/a.bin`, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const messages = JSON.stringify(desktop.window().webContents.messages);
    expect(messages).not.toMatch(/127\.0\.0\.1|secret|Basic/);
    expect(part.headers.get('authorization')).toBe(null);
    expect(await desktop.call('apiAccess')).toBe(null);
  });

  it('the service runs in a `utilityProcess` and restarts with back-off', {
    tags: ['promise:F38', 'promise:S3'],
  }, async () => {
    await using own = await openDesktop();
    await own.reported('running');
    own.state.children[0]?.process.kill('SIGKILL');
    await own.reported('waiting');
    expect(own.window().webContents.sent('serviceState').at(-1)).toMatchObject({ milliseconds: 500, attempt: 1 });
    // Requests wait for the service and do not fail.
    const waiting = own.fetch('app://editor/v1/list/project');
    own.timers.elapse(500);
    await own.reported('running');
    expect((await waiting).status).toBe(200);
    expect(await own.call('serviceState')).toEqual({ kind: 'running', restarts: 1 });
    own.state.children[1]?.process.kill('SIGKILL');
    await own.reported('waiting');
    expect(await own.call('serviceState')).toMatchObject({ milliseconds: 1000, attempt: 2 } satisfies Partial<
      Extract<ServiceState, { kind: 'waiting' }>
    >);
  });

  it("the page policy begins with `default-src 'none'` and has a new nonce", { tags: ['promise:S4'] }, async () => {
    const page = await desktop.fetch('app://editor/');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(await page.text()).toContain(`nonce="${nonce}"`);
    const again = await desktop.fetch('app://editor/');
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
    const script = await desktop.fetch('app://editor/assets/app-1.js');
    expect(script.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
  });

  it('denies permission requests and checks by default', { tags: ['promise:S4'] }, () => {
    const { session } = desktop;
    const contents = desktop.window().webContents;
    const ask = (permission: string, requestingUrl: string, isMainFrame = true) => {
      const answer = vi.fn();
      session.onPermission(contents as never, permission, answer, { requestingUrl, isMainFrame });
      expect(session.onCheck(contents as never, permission, requestingUrl, { isMainFrame })).toBe(
        answer.mock.calls[0]?.[0],
      );
      return answer.mock.calls[0]?.[0];
    };
    for (const permission of ['media', 'geolocation', 'notifications', 'usb', 'openExternal', 'new'])
      expect(ask(permission, 'app://editor/')).toBe(false);
    // The command "Paste" of the menu bar and of buttons reads the clipboard.
    expect(ask('clipboard-read', 'app://editor/')).toBe(true);
    expect(ask('clipboard-read', 'https://example.org/')).toBe(false);
    expect(ask('fullscreen', 'app://editor/')).toBe(true);
    expect(ask('fullscreen', 'https://example.org/')).toBe(false);
    expect(ask('fullscreen', 'app://editor/', false)).toBe(false);
    expect(session.onDevice()).toBe(false);
    expect(session.spellChecker).toBe(false);
  });

  it('prevents navigation, redirects, windows, and webviews; opens only https externally', {
    tags: ['promise:S4'],
  }, () => {
    const contents = desktop.window().webContents;
    const prevents = (name: string, url: string, isMainFrame = true): boolean => {
      const event = preventable({ url, isMainFrame });
      contents.emit(name, event);
      return event.prevented;
    };
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(prevents(name, 'https://example.org/')).toBe(true);
      expect(prevents(name, 'app://editor/v1/data/p/page.html')).toBe(true);
      expect(prevents(name, 'app://editor/', false)).toBe(true);
    }
    expect(prevents('will-navigate', 'app://editor/')).toBe(false);
    expect(prevents('will-attach-webview', '')).toBe(true);
    for (const url of [
      'https://example.org/help',
      'http://example.org',
      'file:///etc/passwd',
      'https://a:b@c.org',
      'x',
    ])
      expect(contents.openWindow({ url })).toEqual({ action: 'deny' });
    expect(desktop.state.external).toEqual(['https://example.org/help']);
  });

  it('allows requests only to `app:`, `blob:`, `data:`, and `devtools:`', { tags: ['promise:S4'] }, () => {
    const { session } = desktop;
    for (const url of ['app://editor/x', 'blob:app://editor/1', 'data:,x', 'devtools://devtools/x'])
      expect(session.lets(url)).toBe(true);
    for (const url of ['http://127.0.0.1:7420/', 'https://example.org', 'file:///etc/passwd', 'ws://x', 'ftp://x', ''])
      expect(session.lets(url)).toBe(false);
  });

  it('allows downloads only from its own origin', () => {
    const { session } = desktop;
    const item = (url: string) => ({ getURL: () => url, getFilename: () => 'x' });
    const downloads = (url: string) => {
      const event = preventable();
      session.emit('will-download', event, item(url));
      return !event.prevented;
    };
    expect([downloads('blob:app://editor/1'), downloads('app://editor/v1/x'), downloads('data:,x')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("IPC checks each call's arguments, the sender's origin, and its frame", { tags: ['promise:S5'] }, async () => {
    const theme = callChannel('theme');
    expect(await desktop.invoke(theme, [])).toMatchObject({ dark: true });
    await expect(desktop.invoke(theme, [], { origin: 'https://example.org' })).rejects.toThrow('refused');
    await expect(desktop.invoke(theme, [], { origin: 'app://other' })).rejects.toThrow('refused');
    await expect(desktop.invoke(theme, [], { parent: {} })).rejects.toThrow('refused');
    await expect(desktop.invoke(theme, [], { id: 99 })).rejects.toThrow('refused');
    await expect(desktop.invoke(theme, [], { gone: true })).rejects.toThrow('refused');
    await expect(desktop.invoke('desktop:anything', [])).rejects.toThrow('No handler');
    await expect(desktop.invoke(callChannel('setProgress'), [{ fraction: 7, state: 'normal' }])).rejects.toThrow();
    await expect(desktop.invoke(theme, ['more'])).rejects.toThrow();
  });

  it('no object or callback of the page crosses the bridge', { tags: ['promise:S5'] }, async () => {
    await using folder = await temporaryFolder();
    const { exposed, posted, hear } = await loadPreload(folder.path);
    expect(Object.keys(exposed)).toEqual(['platform', ...desktopCallNames]);
    // The arguments of a call are cloned, and functions cannot be cloned.
    await expect((exposed['notify'] as (value: unknown) => Promise<unknown>)(() => undefined)).rejects.toThrow();
    hear('serviceState', { kind: 'starting' });
    hear('no-such-event', {});
    expect(posted).toEqual([[{ desktopEvent: 'serviceState', payload: { kind: 'starting' } }, 'app://editor']]);
  });

  it('starts the service without variables of Electron and Node options', { tags: ['promise:S6'] }, () => {
    const names = Object.keys(desktop.state.children[0]?.options.env ?? {});
    expect(names.filter((name) => /^(?:ELECTRON_|NODE_OPTIONS$)/.test(name))).toEqual([]);
  });
});

test('the app protocol refuses paths out of the page and other hosts', async () => {
  for (const path of [
    '/..%2foutside.txt',
    '/..%2f..%2foutside.txt',
    '/..\\outside.txt',
    '/assets',
    '/.git',
    '/%00',
    '/%zz',
  ])
    expect((await desktop.fetch(`app://editor${path}`)).status).toBe(404);
  expect((await desktop.fetch('app://other/')).status).toBe(421);
  const foreign = { headers: { origin: 'https://example.org' } };
  expect((await desktop.fetch('app://editor/v1/list/project', foreign)).status).toBe(403);
  expect((await desktop.fetch('app://editor/', { method: 'POST' })).status).toBe(405);
});

test('the app protocol streams events and uploads and ends aborted requests', async () => {
  const gone = new AbortController();
  const events = await desktop.fetch('app://editor/v1/events', { signal: gone.signal });
  const reader = (events.body ?? new ReadableStream()).getReader();
  const made = await desktop.fetch('app://editor/v1/project/events', { method: 'POST' });
  const { uid } = (await made.json()) as { readonly uid: string };
  let text = '';
  for (let ended = false; !ended && !text.includes(uid); ) {
    const { done, value } = await reader.read();
    text += new TextDecoder().decode(value);
    ended = done;
  }
  expect(text).toContain(uid);
  gone.abort();
  await expect(reader.read()).rejects.toThrow();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let count = 0; count < 64; count += 1) controller.enqueue(new Uint8Array(65_536));
      controller.close();
    },
  });
  const request: RequestInit & { readonly duplex: 'half' } = { method: 'PUT', body, duplex: 'half' };
  expect((await desktop.fetch(`app://editor/v1/data/${uid}/big.bin`, request)).status).toBe(201);
  const asset = await desktop.fetch(`app://editor/v1/data/${uid}/big.bin`, { method: 'HEAD' });
  expect(asset.headers.get('content-length')).toBe(String(64 * 65_536));
});

test('sleep and theme changes reach the page, the service, and windows', { tags: ['promise:F40'] }, async () => {
  desktop.power.emit('suspend');
  desktop.power.emit('resume');
  expect(desktop.window().webContents.sent('power')).toEqual([{ state: 'suspended' }, { state: 'resumed' }]);
  desktop.state.dark = false;
  desktop.theme.emit('updated');
  expect(desktop.window().webContents.sent('theme').at(-1)).toMatchObject({ dark: false });
  expect(desktop.window().background).toBe('#e9eaed');
  desktop.state.dark = true;
});
