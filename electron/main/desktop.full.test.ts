import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { OFFER_CHANNEL } from '#shared/contract/desktop/desktop-channels.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import { full } from '#shared/testing/full.ts';
import { openDesktop, type TestDesktop, until } from './testing/open-desktop.ts';

let desktop: TestDesktop;

beforeAll(async () => {
  desktop = await openDesktop();
  await desktop.reported('running');
});

afterAll(() => desktop[Symbol.asyncDispose]());

test('a second start passes its files to the first and ends', async () => {
  await using second = await openDesktop({
    prepare: ({ state }) => {
      state.locked = false;
    },
  });
  expect([second.state.ended, second.state.windows.length, second.state.children.length]).toEqual(['quit', 0, 0]);
  const path = join(desktop.folder, 'opened.xml');
  await writeFile(path, '<movie/>');
  desktop.window().minimized = true;
  desktop.app.emit('second-instance', {}, ['scenewright', '--flag', 'opened.xml', 'other.exe'], desktop.folder);
  expect([desktop.window().minimized, desktop.window().focused]).toEqual([false, 1]);
  await until(() => desktop.window().webContents.sent('filesOpened').length > 0);
  const [file] = await desktop.call('takeOpenedFiles');
  expect(file).toMatchObject({ name: 'opened.xml', size: 8 });
  expect(await (await desktop.fetch(`app://editor${file?.url}`)).text()).toBe('<movie/>');
  expect(await desktop.call('takeOpenedFiles')).toEqual([]);
});

describe("a user's files", () => {
  it('are read by token with ranges until they change', async () => {
    const path = join(desktop.folder, 'clip.mp4');
    await writeFile(path, '0123456789');
    desktop.state.openAnswers.push([path]);
    const [file] = await desktop.call('chooseFiles', { kind: 'media', many: true });
    const { token = '', url = '' } = file ?? {};
    expect(JSON.stringify(file)).not.toContain(desktop.folder);
    const part = await desktop.fetch(`app://editor${url}`, { headers: { range: 'bytes=-3' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/10', '789']);
    expect((await desktop.fetch(`app://editor${url}`, { headers: { range: 'bytes=10-' } })).status).toBe(416);
    const stored = JSON.parse(await readFile(join(desktop.folder, 'userData/files.json'), 'utf8')) as {
      readonly value: Readonly<Record<string, unknown>>;
    };
    expect(stored.value[token]).toMatchObject({ size: 10 });
    expect(await desktop.call('findFiles', [token])).toEqual([file]);
    await utimes(path, 1, 1);
    expect((await desktop.fetch(`app://editor${url}`)).status).toBe(410);
    expect(await desktop.call('findFiles', [token])).toEqual([]);
    expect((await desktop.fetch('app://editor/desktop/files/none')).status).toBe(404);
  });

  it('get a token each when they are dropped', async () => {
    const path = join(desktop.folder, 'dropped.wav');
    await writeFile(path, 'sound');
    await desktop.invoke(OFFER_CHANNEL, [[path, 'relative.wav', join(desktop.folder, 'gone.wav')]]);
    const offered = desktop.window().webContents.sent('filesOffered').at(-1);
    expect(offered).toMatchObject({ files: [{ name: 'dropped.wav', size: 5 }] });
  });

  it('are listed below a chosen folder, without hidden files', async () => {
    desktop.state.openAnswers.push([join(desktop.folder, 'renderer')]);
    const chosen = await desktop.call('chooseFolder');
    expect(chosen?.files.map(({ path }) => path)).toEqual(['assets/app-1.js', 'index.html']);
    expect(await desktop.call('chooseFolder')).toBe(null);
  });
});

test('a live table watches a chosen file, and no other file, also after a restart', async () => {
  const send = async (call: string, method: string, body: string, type: string) => {
    const sent = method === 'GET' ? {} : { body, headers: { 'content-type': type } };
    const answer = await desktop.fetch(`app://editor/v1/${call}`, { method, ...sent });
    return { status: answer.status, json: (await answer.json()) as Record<string, never> };
  };
  const json = 'application/json';
  const { json: created } = await send('project/watching', 'POST', '', json);
  const project = String(created['uid']);
  await send(
    `sdl/${project}/card`,
    'POST',
    '<movie width="64" height="64" framerate="10"><scene duration="1"><solid color="${color}"/></scene></movie>',
    'application/xml',
  );
  const path = join(desktop.folder, 'people.csv');
  await writeFile(path, 'id,color\na,#110000\n');
  desktop.state.openAnswers.push([path]);
  const [file] = await desktop.call('chooseFiles', { kind: 'table', many: false });
  const settings = (grant: string) =>
    JSON.stringify({ name: 'People', movie: 'card', source: { kind: 'file', name: 'people.csv', grant } });
  // The token of the file alone permits nothing.
  const refused = await send(`tables/${project}`, 'POST', settings(file?.token ?? ''), json);
  expect(refused).toMatchObject({ status: 422, json: { code: 'table/source', values: { fault: 'not-granted' } } });
  const granted = await desktop.call('watchFile', file?.token ?? '');
  expect(granted).toMatchObject({ name: 'people.csv' });
  expect(await desktop.call('watchFile', 'unknown-token-of-a-file')).toBe(null);
  const { status, json: table } = await send(`tables/${project}`, 'POST', settings(granted?.id ?? ''), json);
  expect([status, JSON.stringify(table).includes(desktop.folder)]).toEqual([201, false]);
  const preview = () => send(`tables/${project}/${table['id']}/read?dry=true`, 'POST', '', json);
  expect(await preview()).toMatchObject({ status: 200, json: { added: ['a'] } });
  const stored = JSON.parse(await readFile(join(desktop.folder, 'userData/watched.json'), 'utf8')) as object;
  expect(stored).toEqual({ version: 1, value: { [granted?.id ?? '']: path } });
  await writeFile(path, 'id,color\nb,#220000\n');
  await desktop.call('restartService');
  expect(await preview()).toMatchObject({ status: 200, json: { added: ['b'] } });
  expect(await desktop.call('openWatchedFile', granted?.id ?? '')).toBe(true);
  expect(await desktop.call('openWatchedFile', 'unknown-file-of-a-table')).toBe(false);
  expect(desktop.state.opened.at(-1)).toBe(path);

  await send(`tables/${project}/${table['id']}/resume`, 'POST', '', json);
  const state = async () => (await send(`tables/${project}/${table['id']}`, 'GET', '', json)).json['state'];
  const counts = async () => (await send(`tables/${project}/${table['id']}`, 'GET', '', json)).json['counts'];
  await until(async () => (await counts())?.['rows'] === 1);
  const other = await desktop.call('watchFile', file?.token ?? '');
  await desktop.call('unwatchFile', granted?.id ?? '');
  await until(async () => (await state()) === 'unreadable');
  expect(await preview()).toMatchObject({ status: 422, json: { values: { fault: 'not-granted' } } });
  expect(await desktop.call('watchedFiles')).toEqual([other]);
  await send(`tables/${project}/${table['id']}`, 'PUT', settings(other?.id ?? ''), json);
  await until(async () => (await state()) === 'watching');
  await send(`tables/${project}/${table['id']}`, 'DELETE', '', json);
  await until(async () => (await desktop.call('watchedFiles')).length === 0);
});

describe('secrets', () => {
  const keys = {
    kind: 'object-store',
    accessKeyId: 'AKIA1',
    secretAccessKey: 'very-secret',
    acceptWeak: false,
  } as const;

  it('are stored encrypted, used by name, and never returned', async () => {
    expect(await desktop.call('setSecret', { name: 'Store', ...keys })).toEqual({
      location: 'stored',
      storage: 'safe',
    });
    expect(await desktop.call('listSecrets')).toEqual([
      { name: 'Store', kind: 'object-store', hint: 'AKIA1', state: 'stored' },
    ]);
    const file = await readFile(join(desktop.folder, 'userData/secrets.json'), 'utf8');
    expect(file).not.toMatch(/very-secret|AKIA1/);
    expect(Buffer.from(/"box": "([^"]+)"/.exec(file)?.[1] ?? '', 'base64').toString()).not.toContain('very-secret');
    const issues = async (credentials: string): Promise<string> => {
      const made = await desktop.fetch('app://editor/v1/project/keys', { method: 'POST' });
      const { uid } = (await made.json()) as { readonly uid: string };
      const destination = JSON.stringify({ type: 'object_store', credentials, bucket: 'b', filename: 'f.mp4' });
      const body = new URLSearchParams({ template: '<movie', destination });
      return await (await desktop.fetch(`app://editor/v1/render/local/${uid}`, { method: 'POST', body })).text();
    };
    expect(await issues('Store')).not.toContain('no keys with that name');
    expect(await issues('Other')).toContain('no keys with that name');
    await desktop.call('removeSecret', 'Store');
    expect(await desktop.call('hasSecret', 'Store')).toBe(false);
    expect(await issues('Store')).toContain('no keys with that name');
  });

  it('stay in memory if the system stores plain text, unless accepted', { tags: ['promise:F42'] }, async () => {
    desktop.state.secretBackend = 'basic_text';
    expect(await desktop.call('secretStorage')).toEqual({ kind: 'weak', backend: 'basic_text' });
    expect(await desktop.call('setSecret', { name: 'Weak', ...keys })).toEqual({ location: 'memory', reason: 'weak' });
    expect(await readFile(join(desktop.folder, 'userData/secrets.json'), 'utf8')).not.toContain('Weak');
    expect(await desktop.call('setSecret', { name: 'Weak', ...keys, acceptWeak: true })).toEqual({
      location: 'stored',
      storage: 'weak',
    });
    desktop.state.secretsAvailable = false;
    expect(await desktop.call('secretStorage')).toEqual({ kind: 'unavailable' });
    expect(await desktop.call('setSecret', { name: 'Weak', ...keys, acceptWeak: true })).toEqual({
      location: 'memory',
      reason: 'unavailable',
    });
    expect(await readFile(join(desktop.folder, 'userData/secrets.json'), 'utf8')).not.toContain('Weak');
  });
});

test("the menu shows the page's actions and reports a choice", async () => {
  const item = { kind: 'action', id: 'split', label: 'Split', keys: 'Mod+K', enabled: true } as const;
  await desktop.call('setMenu', [{ label: 'Clip', items: [item, { kind: 'separator' }] }]);
  const [menu] = desktop.state.menu;
  const submenu = menu?.submenu as { readonly label?: string; readonly click?: () => void }[];
  expect(submenu[0]).toMatchObject({ label: 'Split', accelerator: 'CommandOrControl+K', registerAccelerator: false });
  submenu[0]?.click?.();
  expect(desktop.window().webContents.sent('action')).toEqual([{ id: 'split' }]);
});

test('the icon shows progress and a notification opens its route', async () => {
  await desktop.call('setProgress', { fraction: 0.5, state: 'normal' });
  await desktop.call('setProgress', { fraction: null, state: 'normal' });
  await desktop.call('setProgress', null);
  expect(desktop.window().progress.map(({ value }) => value)).toEqual([0.5, 2, -1]);
  await desktop.call('notify', { title: 'Done', body: 'film.mp4', route: '#/renders' });
  const [notification] = desktop.state.notifications;
  expect(notification).toMatchObject({ visible: true, options: { title: 'Done' } });
  notification?.emit('click');
  expect(desktop.window().webContents.sent('navigate')).toEqual([{ route: '#/renders' }]);
  const outside = { title: '', body: '', route: '//example.org' };
  await expect(desktop.call('notify', outside)).rejects.toThrow();
});

test('the service continues while a crashed page is reloaded', { tags: ['promise:F38'] }, async () => {
  desktop.state.boxAnswers.push(0);
  const { webContents } = desktop.window();
  webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  await until(() => webContents.did.includes('reload'));
  expect(await desktop.call('serviceState')).toMatchObject({ kind: 'running', restarts: 0 });
});

full.test('the service continues in a moved workspace', async () => {
  await using own = await openDesktop();
  await own.reported('running');
  await own.fetch('app://editor/v1/project/moved', { method: 'POST' });
  const target = join(own.folder, 'elsewhere');
  own.state.openAnswers.push([own.folder]);
  expect(await own.call('moveWorkspace')).toEqual({ kind: 'failed', reason: 'inside' });
  own.state.openAnswers.push([join(own.folder, 'renderer')]);
  expect(await own.call('moveWorkspace')).toEqual({ kind: 'failed', reason: 'not-empty' });
  await mkdir(target);
  own.state.openAnswers.push([target]);
  expect(await own.call('moveWorkspace')).toMatchObject({ kind: 'changed', location: { folder: target } });
  expect(await (await own.fetch('app://editor/v1/list/project')).text()).toContain('moved');
  expect(await readdir(own.folder)).not.toContain('workspace');
});

test('settings survive a restart, and service settings restart the service', async () => {
  const before = desktop.state.children.length;
  expect(await desktop.call('changeSettings', { theme: 'light' })).toMatchObject({ theme: 'light' });
  expect(desktop.electron.nativeTheme.themeSource).toBe('light');
  await desktop.call('changeSettings', { language: 'de' });
  await desktop.call('chooseFfmpeg');
  expect(desktop.state.asked.at(-1)).toMatchObject({ title: 'FFmpeg-Programm wählen' });
  await desktop.call('changeSettings', { language: 'system' });
  expect(desktop.state.children.length).toBe(before);
  await desktop.call('changeSettings', { api: { enabled: true, port: 0 } });
  expect(desktop.state.children.length).toBe(before + 1);
  const access = await desktop.call('apiAccess');
  expect(access?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await desktop.call('copyApiSecret')).toBe(true);
  const authorization = `Basic ${btoa(`${access?.key}:${desktop.state.copied[0]}`)}`;
  expect((await fetch(`${access?.url}/v1/list/project`, { headers: { authorization } })).status).toBe(200);
  const renewed = await desktop.call('renewApiSecret');
  expect(renewed?.key).not.toBe(access?.key);
  expect((await fetch(`${renewed?.url}/v1/list/project`, { headers: { authorization } })).status).toBe(401);
  expect(await desktop.call('copyApiSecret')).toBe(true);
  const own = `Basic ${btoa(`${renewed?.key}:${desktop.state.copied[1]}`)}`;
  expect((await fetch(`${renewed?.url}/v1/list/project`, { headers: { authorization: own } })).status).toBe(200);
  const stored = JSON.parse(await readFile(join(desktop.folder, 'userData/settings.json'), 'utf8')) as unknown;
  expect(stored).toMatchObject({ version: 1, value: { theme: 'light', api: { enabled: true } } });
});

test('the page receives only events that its own window posted', () => {
  const target = new EventTarget();
  const heard: unknown[] = [];
  const page = target as unknown as Parameters<typeof onDesktopEvent>[0];
  const stop = onDesktopEvent(page, 'action', (payload) => heard.push(payload));
  const post = (data: unknown, source: unknown = target, origin = 'app://editor') =>
    target.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
  post({ desktopEvent: 'action', payload: { id: 'a' } });
  post({ desktopEvent: 'action', payload: { id: 'b' } }, {});
  post({ desktopEvent: 'action', payload: { id: 'c' } }, target, 'https://example.org');
  post({ desktopEvent: 'theme', payload: {} });
  stop();
  post({ desktopEvent: 'action', payload: { id: 'd' } });
  expect(heard).toEqual([{ id: 'a' }]);
});
