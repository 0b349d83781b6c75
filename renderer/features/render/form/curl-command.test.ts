import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { type CurlRender, curlCommand, shellQuote } from './curl-command.ts';

const render: CurlRender = {
  origin: 'http://127.0.0.1:7420',
  credentials: { kind: 'environment' },
  region: 'local',
  project: 'p 1',
  subject: { kind: 'movie', name: "Ada's film" },
  fields: { format: 'mp4', quality: 'standard', variables: '{"name":"$HOME `id` \\"!\\""}', onsuccess: '' },
  destination: null,
};

describe('curlCommand', () => {
  it('quotes all arguments and omits keys and empty fields', () => {
    expect(curlCommand(render)).toBe(
      [
        'curl --fail-with-body',
        '--user "$SCENEWRIGHT_API_KEY:$SCENEWRIGHT_API_SECRET"',
        String.raw`--form-string 'movie=Ada'\''s film'`,
        '--form-string format=mp4',
        '--form-string quality=standard',
        '--form-string \'variables={"name":"$HOME `id` \\"!\\""}\'',
        'http://127.0.0.1:7420/v1/render/local/p%201',
      ].join(' \\\n  '),
    );
  });

  it('reads object store keys from the shell unless they are stored', () => {
    const place = { bucket: 'films', filename: "it's.mp4" };
    const entered = curlCommand({ ...render, destination: { place, credentials: null } });
    expect(entered).toContain(
      String.raw`'destination={"type":"object_store","bucket":"films","filename":"it'\''s.mp4","access_key_id":"'` +
        `"$STORE_ACCESS_KEY_ID"'","secret_access_key":"'"$STORE_SECRET_ACCESS_KEY"'"}'`,
    );
    const stored = curlCommand({
      ...render,
      destination: { place: { bucket: 'films', filename: 'a.mp4' }, credentials: 'shop' },
    });
    expect(stored).toContain(`"filename":"a.mp4","credentials":"shop"}'`);
    expect(stored).not.toContain('STORE_');
  });

  it('passes an unsaved text through standard input', () => {
    const line = curlCommand({ ...render, subject: { kind: 'template', xml: '<movie>\nTEMPLATE\n</movie>' } });
    expect(line.endsWith(" <<'TEMPLATE_'\n<movie>\nTEMPLATE\n</movie>\nTEMPLATE_")).toBe(true);
    expect(line).toContain(`--form 'template=<-'`);
  });
});

it.each([
  ['plain-1.mp4', 'plain-1.mp4'],
  ['', "''"],
  ['a b', "'a b'"],
  ["'", String.raw`''\'''`],
  ['$x `y` "z" \\ !', '\'$x `y` "z" \\ !\''],
])('shellQuote quotes a text: %s', (text, word) => {
  expect(shellQuote(text)).toBe(word);
});

describe('the command line in a shell', () => {
  const film = '<movie width="64" height="64" framerate="10"><scene duration="3"/></movie>';
  const requested = { name: "It's $HOME `film`", format: 'mp4', quality: 'draft' };

  /** Runs a command line in a real shell whose environment consists of a path and these variables. */
  async function pasted(line: string, variables: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env['PATH'], ...variables };
    return JSON.parse((await promisify(execFile)('sh', ['-c', line], { env })).stdout) as unknown;
  }

  it('reads credentials from a file that only its owner can read', async () => {
    await using folder = await temporaryFolder();
    const workspace = join(folder.path, "it's a $HOME `id`");
    await mkdir(workspace);
    await using service = await openService({ workspace, credentials: null });
    const project = await service.createProject('shell');
    const path = required((await service.client.call('readAccess')).curlConfig, 'a file for curl');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const line = curlCommand({
      ...render,
      origin: service.url,
      credentials: { kind: 'file', path },
      project,
      subject: { kind: 'template', xml: film },
      fields: { ...requested, range: '{"from":1,"to":3}' },
    });
    expect(line).not.toContain(service.credentials.secret);
    expect(await pasted(line)).toMatchObject({ state: 'succeeded', frames: 2 });
    expect(service.lines.join('\n')).not.toContain(service.credentials.secret);
    expect(await readFile(path, 'utf8')).toContain(service.credentials.secret);
  });

  it('reads credentials from the environment and writes no file', async () => {
    const credentials = { key: 'some-key', secret: 'a "secret" $HOME \\ of `id`' };
    await using service = await openService({ credentials });
    const project = await service.createProject('shell');
    expect(await service.client.call('readAccess')).toEqual({ curlConfig: null });
    const line = curlCommand({ ...render, origin: service.url, project, subject: { kind: 'template', xml: film } });
    const variables = { SCENEWRIGHT_API_KEY: credentials.key, SCENEWRIGHT_API_SECRET: credentials.secret };
    expect(await pasted(line, variables)).toMatchObject({ state: 'succeeded', frames: 3 });
    await expect(readFile(join(service.workspace, 'curl.conf'))).rejects.toThrow('ENOENT');
  });
});
