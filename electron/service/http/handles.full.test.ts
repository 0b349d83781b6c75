import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type RawAnswer, type RawConnection, rawConnection, requestHead } from './testing/raw-request.ts';

const SPARE = 30;

it.runIf(process.platform === 'linux')(
  'exhausted file handles cause status 503 with Retry-After',
  { tags: ['promise:F14'] },
  async () => {
    await using folder = await temporaryFolder();
    await using service = await startServiceProcess(folder.path, { args: ['--log', 'warn'] });
    const project = await service.createProject('p');
    await service.putAsset(project, 'a.txt', 'some text');
    const port = Number(new URL(service.url).port);
    const handles = async () => (await readdir(`/proc/${service.pid}/fd`)).length;
    const ask = async (connection: RawConnection, path: string): Promise<RawAnswer> => {
      connection.send(requestHead([`GET ${path} HTTP/1.1`]));
      return await connection.answer();
    };
    await using known = await rawConnection(port);
    expect((await ask(known, `/v1/data/${project}/a.txt`)).body).toBe('some text');
    const before = await handles();
    await promisify(execFile)('prlimit', [`--pid=${service.pid}`, `--nofile=${before + SPARE}`]);

    const opened: RawConnection[] = [];
    const answers: RawAnswer[] = [];
    while (answers.at(-1)?.status !== 503 && answers.length < SPARE * 2) {
      const connection = await rawConnection(port);
      opened.push(connection);
      answers.push(await ask(connection, '/v1/list/project'));
    }
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(answers.at(-1)?.body ?? '')).toMatchObject({ code: 'storage/busy' });
    expect(answers.length).toBeGreaterThan(SPARE / 2);
    await waitUntil(() => service.output().includes('EMFILE'));

    for (const { socket } of opened) socket.destroy();
    await waitUntil(async () => (await handles()) <= before);
    expect((await ask(known, `/v1/data/${project}/a.txt`)).status).toBe(200);
    expect(service.output().split('EMFILE').length).toBeLessThan(6);
  },
);
