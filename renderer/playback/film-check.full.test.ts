import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkFilm } from '#service/film-check/check-film.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { locateSized } from '#service/testing/locate-sized.ts';
import { QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { faults } from '#shared/film-check/testing/seeded-faults.ts';
import { cases } from '#shared/testing/scale.ts';
import { readDesigns } from '../../designs/read-designs.ts';
import type { FilmOfTest } from './testing/harness.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

const inspector = createMovieInspector();
const designs = await readDesigns();
let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld('software');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await inspector[Symbol.asyncDispose]();
});
afterEach(() => expect(world.faults).toEqual([]));

const inPage = (project: string, film: FilmOfTest, options = QUICK_CHECK) =>
  world.page.evaluate((given) => window.harness.check(given.project, given.film, given.options), {
    ...{ project, film, options },
  });

test('the page and the command report the same seeded faults', async () => {
  const never = new AbortController().signal;
  for (const { name, fault, options, frame } of faults) {
    const { width = 1920, height = 1080, values = {} } = frame ?? {};
    const xml = `<movie width="${width}" height="${height}" framerate="30">${fault}</movie>`;
    const checking = { ...QUICK_CHECK, ...options };
    const film = { xml, values: Object.entries(values) };
    const report = await checkFilm(film, checking, { inspector, locating: { locate: locateSized } }, never);
    if (!report.ok) throw new Error(JSON.stringify(report.error));
    const sizes = [...fault.matchAll(/src="([\w-]*?(\d+)x(\d+)[^"]*)"/g)];
    const pictures = Object.fromEntries(
      sizes.map(([, file = '', across, down]) => [
        file,
        { width: Number(across), height: Number(down), isVector: false },
      ]),
    );
    expect(await inPage(world.project, { xml, values, pictures }, checking), name).toEqual({
      ...report.value,
      milliseconds: 0,
    });
    expect(report.value.findings.length, name).toBeGreaterThan(0);
  }
});

/** One design for each size in turn, so that a small scale has every size. */
const sized = designs.flatMap(({ name, sizes, data }, turn) =>
  sizes.map((each, index) => ({ name: `${name} in ${each.size}`, turn: (index + turn) % sizes.length, data, ...each })),
);
const films = cases(
  3,
  sized.toSorted((one, other) => one.turn - other.turn),
);

test.each(films)('the page and the service report the same about a design: $name', async ({ xml, files, data }) => {
  const { service } = world;
  const project = await service.createProject('design');
  for (const [name, path] of files) await service.putAsset(project, name, await readFile(path));
  const { assets } = await service.client.call('listAssets', { parameters: { project } });
  const pictures = Object.fromEntries(
    assets.flatMap(({ name, media }) =>
      media?.width == null || media.height == null
        ? []
        : [[name, { width: media.width, height: media.height, isVector: name.endsWith('.svg') }]],
    ),
  );
  for (const values of [{}, data['Longest'] ?? {}]) {
    const report = await service.client.call('checkFilm', {
      parameters: { region: 'local', project },
      body: { template: xml, variables: JSON.stringify(values) },
    });
    if (!('film' in report)) throw new Error('the report is about rows');
    const { digest: _, ...film } = report.film;
    expect(await inPage(project, { xml, values, pictures })).toEqual({ ...report, film, milliseconds: 0 });
  }
});
