import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { filmXml } from './testing/films-project.ts';
import { listed, type ZipEntry, zipBytes } from './testing/zip-bytes.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const empty = { templates: [], editing: [], movies: [], assets: [] };
const head = {
  format: 'scenewright-bundle',
  schema: 1,
  generator: 'a test',
  exportedAt: '2026-01-01T00:00:00.000Z',
  project: { name: 'Refused' },
};

function manifest(changes: object): ZipEntry {
  return { name: 'manifest.json', bytes: JSON.stringify({ ...head, ...empty, ...changes }) };
}

/** Returns a manifest. The value of one field is a list of the given JSON. */
function listOf(field: string, items: string): string {
  return JSON.stringify({ ...head, ...empty, [field]: null }).replace(`"${field}":null`, `"${field}":[${items}]`);
}

function asset(name: string, bytes: Uint8Array | string) {
  return { ...listed(name, bytes), contentType: 'text/plain' };
}

/** Returns a bundle with one asset. The given changes apply to its entry. */
function withAsset(changes: Partial<ZipEntry>, bytes: Uint8Array | string = 'bytes'): Buffer {
  return zipBytes([manifest({ assets: [asset('a.txt', bytes)] }), { name: 'assets/a.txt', bytes, ...changes }]);
}

function withText(part: 'templates' | 'movies' | 'editing' | 'tables', bytes: string): Buffer {
  const isJson = part === 'editing' || part === 'tables';
  const entry = { name: `${part}/t.${isJson ? 'json' : 'xml'}`, bytes };
  const template = { name: 'templates/t.xml', bytes: filmXml() };
  return isJson
    ? zipBytes([manifest({ templates: [listed('t', filmXml())], [part]: [listed('t', bytes)] }), template, entry])
    : zipBytes([manifest({ [part]: [listed('t', bytes)] }), entry]);
}

/** Returns a bundle with an asset of the given name. */
function named(name: string): Buffer {
  return zipBytes([manifest({ assets: [asset(name, 'x')] }), { name: `assets/${name}`, bytes: 'x' }]);
}

const sound = withAsset({});
const twice = [
  { name: 'assets/a.txt', bytes: 'bytes' },
  { name: 'assets/a.txt', bytes: 'other' },
];

const refusals: Readonly<Record<string, readonly [bundle: Uint8Array, code: string, entry?: string]>> = {
  'nothing at all': [Buffer.alloc(0), 'bundle/unreadable'],
  'a manifest of a million assets without an entry': [
    zipBytes([{ ...manifest({}), bytes: listOf('assets', `{}${',{}'.repeat(1_000_000)}`) }]),
    'bundle/entry',
    'manifest.json',
  ],
  'a manifest of a million numbers in a design': [
    zipBytes([{ ...manifest({}), bytes: listOf('design', `1${',1'.repeat(1_000_000)}`) }]),
    'bundle/entry',
    'manifest.json',
  ],
  'a manifest of some assets that say nothing': [
    zipBytes([{ ...manifest({}), bytes: listOf('assets', `{}${',{}'.repeat(5000)}`) }]),
    'bundle/entry',
    'manifest.json',
  ],
  'what is no zip file': [Buffer.from('<movie/>'.repeat(1000)), 'bundle/unreadable'],
  'one that ends early': [sound.subarray(0, -30), 'bundle/unreadable'],
  'one that begins late': [sound.subarray(30), 'bundle/unreadable'],
  'one whose list is damaged': [Buffer.concat([sound.subarray(0, -70), sound.subarray(-60)]), 'bundle/unreadable'],
  'a zip file of something else': [zipBytes([{ name: 'readme.txt', bytes: 'x' }]), 'bundle/unreadable'],
  'a manifest of something else': [zipBytes([{ name: 'manifest.json', bytes: '{"name": "x"}' }]), 'bundle/unreadable'],
  'a manifest that is no JSON': [zipBytes([{ name: 'manifest.json', bytes: '{' }]), 'bundle/unreadable'],
  'a manifest of many levels': [zipBytes([{ name: 'manifest.json', bytes: '['.repeat(1e6) }]), 'bundle/unreadable'],
  'a newer schema': [zipBytes([manifest({ schema: 3, assets: 'other' })]), 'bundle/newer'],
  'a manifest without a list': [zipBytes([manifest({ movies: undefined })]), 'bundle/entry', 'manifest.json'],
  'a name of a project that is none': [
    zipBytes([manifest({ project: { name: '../up' } })]),
    'bundle/entry',
    'manifest.json',
  ],
  'an entry that is missing': [zipBytes([manifest({ assets: [asset('a', 'x')] })]), 'bundle/entry', 'assets/a'],
  'an entry that is not listed': [
    zipBytes([manifest({}), { name: 'assets/a', bytes: '' }]),
    'bundle/entry',
    'assets/a',
  ],
  'an entry that is there twice': [
    zipBytes([manifest({ assets: [asset('a.txt', 'bytes')] }), ...twice]),
    'bundle/entry',
    'assets/a.txt',
  ],
  'two names that are one': [
    zipBytes([
      manifest({ assets: [asset('Straße', ''), asset('STRASSE', '')] }),
      { name: 'assets/Straße', bytes: '' },
      { name: 'assets/STRASSE', bytes: '' },
    ]),
    'bundle/entry',
    'assets/STRASSE',
  ],
  'a record of no template': [
    zipBytes([manifest({ editing: [listed('t', '{}')] }), { name: 'editing/t.json', bytes: '{}' }]),
    'bundle/entry',
    'editing/t.json',
  ],
  'a table of no template': [
    zipBytes([manifest({ tables: [listed('t', '{}')] }), { name: 'tables/t.json', bytes: '{}' }]),
    'bundle/entry',
    'tables/t.json',
  ],
  'a way out': [zipBytes([manifest({}), { name: '../../evil', bytes: '' }]), 'bundle/entry', '../../evil'],
  'a way out of assets': [zipBytes([manifest({}), { name: 'assets/..', bytes: '' }]), 'bundle/entry', 'assets/..'],
  'a way from the root': [zipBytes([manifest({}), { name: '/etc/passwd', bytes: '' }]), 'bundle/entry', '/etc/passwd'],
  'a way out by backslashes': [named('..\\evil'), 'bundle/entry', 'manifest.json'],
  'a name of a drive': [named('C:evil'), 'bundle/entry', 'manifest.json'],
  'a name of a device': [named('con.txt'), 'bundle/entry', 'manifest.json'],
  'a name that turns direction': [named('a\u202Egnp.exe'), 'bundle/entry', 'manifest.json'],
  'a name with a zero': [
    zipBytes([manifest({}), { name: 'assets/a\0b', bytes: '' }]),
    'bundle/entry',
    'assets/a\uFFFDb',
  ],
  'a name without an end': [
    zipBytes([manifest({}), { name: `assets/${'a'.repeat(60_000)}`, bytes: '' }]),
    'bundle/entry',
    `assets/${'a'.repeat(293)}…`,
  ],
  'a folder of its own': [zipBytes([manifest({}), { name: 'other/', bytes: '' }]), 'bundle/entry', 'other/'],
  'a link': [withAsset({ mode: 0o120_777 }), 'bundle/entry', 'assets/a.txt'],
  'a device': [withAsset({ mode: 0o020_666 }), 'bundle/entry', 'assets/a.txt'],
  'what is encrypted': [withAsset({ flags: 0x801 }), 'bundle/entry', 'assets/a.txt'],
  'what is packed in another way': [withAsset({ method: 14 }), 'bundle/entry', 'assets/a.txt'],
  'what has two sizes': [withAsset({ claimedSize: 4 }), 'bundle/entry', 'assets/a.txt'],
  'what has two names': [withAsset({ localName: 'assets/b.txt' }), 'bundle/entry', 'assets/a.txt'],
  'what lies in the same place': [
    zipBytes([
      manifest({ assets: [asset('a', 'x'), asset('b', 'x')] }),
      { name: 'assets/a', bytes: 'x' },
      { name: 'assets/b', bytes: 'x', localName: 'assets/b', placeOf: 'assets/a' },
    ]),
    'bundle/entry',
    'assets/b',
  ],
  'bytes of another digest': [
    zipBytes([manifest({ assets: [asset('a.txt', 'bytes')] }), { name: 'assets/a.txt', bytes: 'bytez' }]),
    'bundle/digest',
    'assets/a.txt',
  ],
  'a text of another digest': [
    zipBytes([manifest({ movies: [listed('t', filmXml('a'))] }), { name: 'movies/t.xml', bytes: filmXml('b') }]),
    'bundle/digest',
    'movies/t.xml',
  ],
  'bytes of another length': [
    zipBytes([manifest({ assets: [asset('a.txt', 'bytes')] }), { name: 'assets/a.txt', bytes: 'byte' }]),
    'bundle/digest',
    'assets/a.txt',
  ],
  'more than is claimed': [
    zipBytes([
      manifest({ assets: [{ ...asset('a.txt', 'x'), size: 10 }] }),
      { name: 'assets/a.txt', bytes: 'x'.repeat(3e6), deflate: true, claimedSize: 10 },
    ]),
    'bundle/digest',
    'assets/a.txt',
  ],
  'less than is claimed': [
    zipBytes([
      manifest({ assets: [{ ...asset('a.txt', 'x'), size: 10 }] }),
      { name: 'assets/a.txt', bytes: 'x', deflate: true, claimedSize: 10 },
    ]),
    'bundle/digest',
    'assets/a.txt',
  ],
  'what cannot be unpacked': [withAsset({ method: 8, claimedSize: 5 }), 'bundle/digest', 'assets/a.txt'],
  'a bomb': [withAsset({ deflate: true }, 'x'.repeat(1e7)), 'bundle/limit', 'assets/a.txt'],
  'a bomb of claims': [withAsset({ method: 8, claimedSize: 0xffff_fffe }), 'bundle/limit', 'assets/a.txt'],
  'more entries than are read': [zipBytes([manifest({})], { entryCount: 65_000 }), 'bundle/limit'],
  'a template that is none': [withText('templates', '<movie'), 'bundle/content', 'templates/t.xml'],
  'a movie that is none': [withText('movies', '<movie width="1" height="x"/>'), 'bundle/content'],
  'a record that is none': [withText('editing', '[]'), 'bundle/content', 'editing/t.json'],
  'a record that is no JSON': [withText('editing', '{"a":'), 'bundle/content', 'editing/t.json'],
  'a table with a number as a column name': [
    withText('tables', '{"table": {"columns": [1], "rows": []}}'),
    'bundle/content',
    'tables/t.json',
  ],
  'a table that is no JSON': [withText('tables', '{"a":'), 'bundle/content', 'tables/t.json'],
  'a record of many levels': [withText('editing', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`), 'bundle/content'],
};

it.for(Object.entries(refusals))('an import refuses %s, names the entry, and stores nothing', async ([, given]) => {
  const [body, code, entry] = given;
  const answer = await service.fetch('/v1/bundle', { method: 'POST', body: new Uint8Array(body) });
  const problem = (await answer.json()) as { readonly code: string; readonly issues?: readonly { path: string }[] };
  expect(problem).toMatchObject({ status: 422, code });
  if (entry !== undefined) expect(problem.issues?.[0]?.path).toBe(entry);
  expect((await service.client.call('listProjects')).projects).toEqual([]);
  for (const folder of ['tmp', 'blobs']) expect(readdirSync(join(service.workspace, folder))).toEqual([]);
});

it('an import accepts batch tables of older versions that exceed the limits', async () => {
  const table = { table: { columns: ['a'], rows: Array.from({ length: serviceLimits.batchRows + 1 }, () => []) } };
  const bundle = withText('tables', JSON.stringify(table));
  const { uid } = await service.client.call('createFromBundle', { query: {}, body: new Uint8Array(bundle) });
  const stored = await service.client.call('readBatchTable', { parameters: { project: uid, name: 't' } });
  expect(stored).toEqual(table);
  await service.client.call('deleteProject', { parameters: { project: uid } });
});

it('an import accepts a bundle that another program has repacked', async () => {
  const film = filmXml();
  const bundle = zipBytes([
    { name: 'templates/', bytes: '', mode: 0o040_755 },
    { name: 'templates/t.xml', bytes: film, deflate: true },
    { name: 'assets/', bytes: '', mode: 0 },
    { name: 'assets/a.txt', bytes: 'a'.repeat(500), deflate: true, mode: 0 },
    { ...manifest({ templates: [listed('t', film)], assets: [asset('a.txt', 'a'.repeat(500))] }), deflate: true },
  ]);
  const project = await service.client.call('createFromBundle', { query: {}, body: new Uint8Array(bundle) });
  expect(project).toMatchObject({ name: 'Refused', counts: { assets: 1, movies: 0, templates: 1 }, bytes: 500 });
  await service.client.call('deleteProject', { parameters: { project: project.uid } });
});
