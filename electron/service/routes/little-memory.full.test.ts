import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listed, zipBytes } from '#service/bundles/testing/zip-bytes.ts';
import { longestTask, MAX_BLOCK_MILLISECONDS } from '#service/http/testing/longest-task.ts';
import { explodingTemplates } from '#service/testing/exploding-templates.ts';
import { type ServiceProcess, startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';

/**
 * The memory limit in MiB. It suffices for reading the largest accepted templates. The refused templates would expand
 * to far more.
 */
const MAX_MEBIBYTES = 700;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let project: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startServiceProcess(folder.path, { watched: true });
  project = await service.createProject();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/**
 * Creates a workspace with a project that has the maximum number of open uploads, each with the maximum number of
 * chunks.
 */
async function withUploads(path: string): Promise<string> {
  const workspace = await openWorkspace({ folder: path, clock: Date.now });
  const { uid } = workspace.projects.create('Crowded');
  const { openUploads, chunkCount } = serviceLimits;
  workspace.database.transaction(() => {
    for (let n = 0; n < openUploads; n++) workspace.uploads.start(uid, { name: `f${n}`, chunkCount, chunkSize: 1 });
  });
  await workspace.close();
  return uid;
}

/** Returns a compressed bundle with one text. */
function bundleOf(part: 'templates' | 'movies', xml: string): Uint8Array<ArrayBuffer> {
  const manifest = {
    format: 'scenewright-bundle',
    schema: 1,
    generator: 'a test',
    exportedAt: '2026-01-01T00:00:00.000Z',
    project: { name: 'Small' },
    ...{ templates: [], editing: [], movies: [], assets: [], [part]: [listed('t', xml)] },
  };
  const entries = [
    { name: 'manifest.json', bytes: JSON.stringify(manifest), deflate: true },
    { name: `${part}/t.xml`, bytes: xml, deflate: true },
  ];
  return new Uint8Array(zipBytes(entries));
}

async function expectLittleMemory({ pid }: ServiceProcess = service): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  expect(Number(peak) / 1024).toBeLessThan(MAX_MEBIBYTES);
}

/** Checks that the text is refused with its line, and that the service still runs with about the same memory. */
async function expectRefused(answer: Response, line: number, said: string): Promise<void> {
  const { issues } = (await answer.json()) as { readonly issues: readonly object[] };
  expect([answer.status, issues[0]]).toMatchObject([422, { code: 'variable/too-long', line, message: said }]);
  expect((await service.fetch('/health')).status).toBe(200);
  await expectLittleMemory();
}

describe.runIf(process.platform === 'linux')('a service with little memory', { tags: ['promise:P13'] }, () => {
  const [[, byDefault] = []] = Object.entries(explodingTemplates);
  const { xml, line, message: said } = required(byDefault, 'a template');

  test.each(cases(1, ['templates', 'movies'] as const))(
    'refuses a 1,300-byte bundle with an exploding template among its %s',
    async (part) => {
      const body = bundleOf(part, xml);
      expect(body.length).toBeLessThan(1300);
      await expectRefused(await service.fetch('/v1/bundle', { method: 'POST', body }), line, said);
      expect((await service.client.call('listProjects')).projects).toHaveLength(1);
    },
  );

  test.each(Object.entries(explodingTemplates))(
    'refuses a render with an exploding template: %s',
    { tags: ['promise:F35'] },
    async (_, template) => {
      const body = new URLSearchParams({ template: template.xml, variables: JSON.stringify(template.values) });
      const answer = await service.fetch(`/v1/render/local/${project}`, { method: 'POST', body });
      await expectRefused(answer, template.line, template.message);
    },
  );

  full.test.each(Object.entries(explodingTemplates))(
    'refuses a batch with an exploding template: %s',
    async (_, template) => {
      const headers = { 'content-type': 'application/xml' };
      const save = { method: 'POST', body: template.xml, headers };
      const saved = await service.fetch(`/v1/sdl/${project}/film`, save);
      // A template whose default values are too long cannot even be saved.
      if (Object.keys(template.values).length === 0) return await expectRefused(saved, template.line, template.message);
      expect(saved.status).toBe(201);
      const rows = Array.from({ length: 8 }, () => template.values);
      const answer = await service.fetch(`/v1/batches/local/${project}`, {
        method: 'POST',
        body: JSON.stringify({ movie: 'film', filename: 'f', rows }),
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(template.message)]);
    },
  );

  // Use a new service, so that earlier tests do not affect the memory.
  full.test('lists 1,000 uploads of 100,000 chunks', async () => {
    await using room = await temporaryFolder();
    const crowded = await withUploads(room.path);
    await using listing = await startServiceProcess(room.path, { watched: true });
    let bytes = 0;
    const list = async () => {
      const answer = await listing.fetch(`/chunked/videos/${crowded}`);
      for await (const piece of answer.body ?? []) bytes += piece.length;
      return new Response(null, { status: answer.status });
    };
    expect(await longestTask(listing, list, 200)).toBeLessThan(MAX_BLOCK_MILLISECONDS);
    expect(bytes).toBeGreaterThan(1000 * 100_000 * '1,'.length);
    await expectLittleMemory(listing);
  });
});
