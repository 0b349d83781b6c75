import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cases } from '#shared/testing/scale.ts';
import { openDesktop, type TestDesktop, until } from './testing/open-desktop.ts';
import { isSigned, type SignedUpdate, signUpdate } from './update-signature.ts';
import { CHECK_INTERVAL_MILLISECONDS, FIRST_CHECK_MILLISECONDS, updateFeed } from './updates.ts';

const pem = (type: 'ed25519') => {
  const { publicKey, privateKey } = generateKeyPairSync(type);
  return {
    open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
const ours = pem('ed25519');
const theirs = pem('ed25519');
const update: SignedUpdate = { version: '9.0.0', files: [{ url: 'Scenewright-9.0.0.AppImage', sha512: 'abc' }] };
const signed = { ...update, signature: signUpdate(update, ours.secret) };

interface DesktopCase {
  readonly packaged?: boolean;
  readonly feed?: string | null;
  readonly key?: string | null;
}

async function desktopWith({ packaged = true, feed = 'https://updates.example', key = ours.open }: DesktopCase) {
  const desktop = await openDesktop({
    prepare: async ({ state }, folder) => {
      state.packaged = packaged;
      if (key !== null) await writeFile(join(folder, 'update-key.pem'), key);
      const file = join(folder, 'userData', 'settings.json');
      const stored = JSON.parse(await readFile(file, 'utf8')) as { value: Record<string, unknown> };
      await writeFile(file, JSON.stringify({ ...stored, value: { ...stored.value, updateFeed: feed } }));
    },
  });
  await desktop.reported('running');
  return desktop;
}

const log = (desktop: TestDesktop) => readFile(join(desktop.folder, 'userData', 'logs', 'app.log'), 'utf8');
const logged = (desktop: TestDesktop, words: string) => until(async () => (await log(desktop)).includes(words));

test('a signed version is fetched, reported, and installed once', async () => {
  await using desktop = await desktopWith({});
  const { updater, timers } = desktop;
  updater.offered = signed;
  expect(updater.looks).toBe(0);
  timers.elapse(FIRST_CHECK_MILLISECONDS);
  await until(() => desktop.state.notifications.length === 1);
  expect(desktop.state.notifications[0]?.options.title).toBe('Scenewright 9.0.0 is ready to install');
  expect(updater).toMatchObject({ autoDownload: false, allowDowngrade: false, autoInstallOnAppQuit: true });
  expect([updater.feeds, updater.downloaded]).toEqual([['https://updates.example'], ['9.0.0']]);
  await until(() => {
    timers.elapse(CHECK_INTERVAL_MILLISECONDS);
    return updater.looks > 2;
  });
  expect([updater.downloaded, desktop.state.notifications.length]).toEqual([['9.0.0'], 1]);
  // An unsigned newer version does not replace the version that is ready.
  updater.offered = { ...update, version: '9.1.0' };
  await until(async () => {
    timers.elapse(CHECK_INTERVAL_MILLISECONDS);
    return (await log(desktop)).includes('refused an update');
  });
  expect([updater.downloaded, updater.autoInstallOnAppQuit]).toEqual([['9.0.0'], true]);
});

test.each(
  cases(1, [
    ['without a signature', update],
    ['signed by somebody else', { ...update, signature: signUpdate(update, theirs.secret) }],
    ['with another digest', { ...signed, files: [{ url: 'Scenewright-9.0.0.AppImage', sha512: 'abd' }] }],
    ['of an old version under a new number', { ...signed, version: '9.0.1' }],
  ] as const),
)('the app neither fetches nor installs a version %s', async (_, offered) => {
  await using desktop = await desktopWith({});
  desktop.updater.offered = offered;
  desktop.timers.elapse(FIRST_CHECK_MILLISECONDS);
  await logged(desktop, 'refused an update');
  expect([desktop.updater.downloaded, desktop.updater.autoInstallOnAppQuit]).toEqual([[], false]);
});

test.each<[string, DesktopCase, string | null]>(
  cases(1, [
    ['without a feed', { feed: null }, null],
    ['from a checkout', { packaged: false }, null],
    ['where the feed is not https', { feed: 'http://updates.example' }, 'is not HTTPS'],
    ['where the package has no key', { key: null }, 'no key'],
  ]),
)('the app does not check for updates %s', async (_, given, words) => {
  await using desktop = await desktopWith(given);
  desktop.timers.elapse(FIRST_CHECK_MILLISECONDS);
  if (words !== null) await logged(desktop, words);
  expect(desktop.updater.looks).toBe(0);
});

test('the environment overrides the settings, which override the package', () => {
  const address = (url: string) => ({ kind: 'address', url });
  const configuration = import.meta.filename;
  expect(updateFeed({ SCENEWRIGHT_UPDATE_FEED: 'https://a' }, 'https://b', configuration)).toEqual(
    address('https://a'),
  );
  expect(updateFeed({ SCENEWRIGHT_UPDATE_FEED: '' }, 'https://b', configuration)).toEqual(address('https://b'));
  expect(updateFeed({}, null, configuration)).toEqual({ kind: 'packaged' });
  expect(updateFeed({}, null, '/nowhere')).toBe(null);
  expect(updateFeed({}, null, null)).toBe(null);
});

test('a signature of an update without files is refused', () => {
  const empty = { version: '9.0.0', files: [] };
  expect(isSigned(empty, signUpdate(empty, ours.secret), ours.open)).toBe(false);
});
