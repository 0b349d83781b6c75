import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { clustersFrom, credentialsFrom } from './settings.ts';

const LOOPBACK = '127.0.0.1';

test('key and secret are read from files without the final line break', async () => {
  await using folder = await temporaryFolder();
  const [key, secret] = [join(folder.path, 'key'), join(folder.path, 'secret')];
  await writeFile(key, 'me\n');
  await writeFile(secret, 'a long secret of mine\r\n');
  const environment = { SCENEWRIGHT_API_KEY_FILE: key, SCENEWRIGHT_API_SECRET_FILE: secret };
  const credentials = { ok: true, value: { key: 'me', secret: 'a long secret of mine' } };
  expect(credentialsFrom(environment, '0.0.0.0')).toEqual(credentials);
  const mixed = { SCENEWRIGHT_API_KEY: 'me', SCENEWRIGHT_API_SECRET_FILE: secret };
  expect(credentialsFrom(mixed, LOOPBACK)).toEqual(credentials);
});

test('absent, empty, and ambiguous secret files are refused without showing secrets', async () => {
  await using folder = await temporaryFolder();
  const [empty, absent] = [join(folder.path, 'empty'), join(folder.path, 'absent')];
  await writeFile(empty, '\n');
  const said = (environment: Readonly<Record<string, string>>) =>
    credentialsFrom({ SCENEWRIGHT_API_KEY: 'me', ...environment }, LOOPBACK);
  expect(said({ SCENEWRIGHT_API_SECRET_FILE: absent })).toEqual({
    ok: false,
    error: `SCENEWRIGHT_API_SECRET_FILE: ${absent} can’t be read (ENOENT)`,
  });
  expect(said({ SCENEWRIGHT_API_SECRET_FILE: empty })).toEqual({
    ok: false,
    error: `SCENEWRIGHT_API_SECRET_FILE: ${empty} is empty`,
  });
  expect(said({ SCENEWRIGHT_API_SECRET_FILE: empty, SCENEWRIGHT_API_SECRET: 'secret of mine' })).toEqual({
    ok: false,
    error: 'set SCENEWRIGHT_API_SECRET or SCENEWRIGHT_API_SECRET_FILE, not both',
  });
});

test("the workspace's credentials are the default on loopback only", () => {
  expect(credentialsFrom({}, LOOPBACK)).toEqual({ ok: true, value: null });
  expect(credentialsFrom({}, '0.0.0.0')).toMatchObject({ ok: false });
});

test('a file in another encoding is refused with its name and byte', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'secret');
  await writeFile(file, Buffer.from('a long secret of M\xfcller\n', 'latin1'));
  expect(credentialsFrom({ SCENEWRIGHT_API_KEY: 'me', SCENEWRIGHT_API_SECRET_FILE: file }, LOOPBACK)).toEqual({
    ok: false,
    error: `SCENEWRIGHT_API_SECRET_FILE: ${file} can’t be read (the byte 0xFC in line 1 isn’t UTF-8)`,
  });
  await writeFile(file, Buffer.from('{\n"M\xfcnchen": {}}', 'latin1'));
  expect(clustersFrom({ SCENEWRIGHT_CLUSTERS: file })).toEqual({
    ok: false,
    error: `SCENEWRIGHT_CLUSTERS: ${file} can’t be read (the byte 0xFC in line 2 isn’t UTF-8)`,
  });
});
