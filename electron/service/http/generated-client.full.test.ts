// @module-tag full-scale
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const run = promisify(execFile);
const MODULES = resolve(import.meta.dirname, '../../../node_modules');

/**
 * A program that a user could write with only the OpenAPI document. It creates projects and other data and prints the
 * results.
 */
const PROGRAM = `
import * as api from './client.ts';
const [, , authorization = ''] = process.argv;
api.defaults.headers = { authorization };
const made = await api.createProject({ projectOrName: 'Made by a generated client' });
await api.createAsset({ project: made.uid, name: 'a.txt', body: { file: new Blob(['some text']) } });
const { assets } = await api.listAssets({ project: made.uid });
const sizes: readonly number[] = assets.map(({ size }) => size);
const refused = await api.readTemplate({ region: 'local', project: made.uid, name: 'none' }).catch((error) => error.data.code);
console.log(JSON.stringify({ name: made.name, sizes, refused }));
`;

it('a client generated from the OpenAPI document works', async () => {
  await using service = await openService();
  await using folder = await temporaryFolder();
  const file = (name: string) => join(folder.path, name);
  await symlink(MODULES, file('node_modules'));
  await writeFile(file('package.json'), '{"type":"module"}');
  await writeFile(file('openapi.json'), await service.readText('/openapi.json'));
  await writeFile(file('program.ts'), PROGRAM);
  const node = (...args: readonly string[]) => run(process.execPath, args, { cwd: folder.path });
  await node(
    join(MODULES, 'oazapfts/dist/cli.js'),
    'openapi.json',
    'client.ts',
    '--argumentStyle=object',
    '--optimistic',
  );
  const checks = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--skipLibCheck'];
  await node(
    join(MODULES, 'typescript/bin/tsc'),
    ...checks,
    '--allowImportingTsExtensions',
    '--types',
    'node',
    'program.ts',
  );
  const { key, secret } = service.credentials;
  const { stdout } = await node('program.ts', `Basic ${btoa(`${key}:${secret}`)}`);
  expect(JSON.parse(stdout)).toEqual({ name: 'Made by a generated client', sizes: [9], refused: 'template/not-found' });
});
