import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openLink, removeLater, writeLinkFile } from './link-file.mjs';

const LINK = 'http://127.0.0.1:7420/?token=1.2.3';

afterEach(() => vi.unstubAllEnvs());

it.runIf(process.platform === 'linux')(
  'the browser gets only the name of the file with the link',
  { tags: ['promise:P14'] },
  async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    // The script records its arguments and the content of the file in them.
    const script = `echo "$*" > ${at('new')}; cat "$1" >> ${at('new')}; mv ${at('new')} ${at('told')}`;
    await fakeTool(folder.path, 'xdg-open', script);
    vi.stubEnv('PATH', `${folder.path}:${process.env['PATH']}`);
    openLink(at('link'), LINK, 1);
    await waitUntil(() => existsSync(at('told')));
    const [started = '', ...page] = readFileSync(at('told'), 'utf8').split('\n');
    expect(started.startsWith(at('link/'))).toBe(true);
    expect(started).not.toContain('token');
    expect(page.join('')).toContain(LINK);
    await waitUntil(() => readdirSync(at('link')).length === 0);
  },
);

it('only the owner can read the file of the link', { tags: ['promise:P14'] }, async () => {
  await using folder = await temporaryFolder();
  const file = writeLinkFile(join(folder.path, 'link'), LINK);
  expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${LINK}"`);
  expect(file).not.toContain('token');
  const modes = [file, join(folder.path, 'link')].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual(process.platform === 'win32' ? [expect.anything(), expect.anything()] : [0o600, 0o700]);
});

it('removes the file of the previous start', async () => {
  await using folder = await temporaryFolder();
  const first = writeLinkFile(join(folder.path, 'link'), LINK);
  const second = writeLinkFile(join(folder.path, 'link'), LINK);
  expect([existsSync(first), readdirSync(join(folder.path, 'link')).length, existsSync(second)]).toEqual([
    false,
    1,
    true,
  ]);
});

it('removes the file after the delay', async () => {
  await using folder = await temporaryFolder();
  const file = writeLinkFile(join(folder.path, 'link'), LINK);
  removeLater(file, 0);
  await waitUntil(() => !existsSync(file));
});
