import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSound } from '#service/engine/measure-loudness.ts';
import { createFilmPlanner } from '#service/engine/plan/film-planner.ts';
import { builtInDataSets, designLanguages, designSizes, posterFile, previewFile } from '#shared/designs/design-file.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { cases } from '#shared/testing/scale.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { mediaTools, openFilm } from './open-film.ts';
import { type Design, type DesignInSize, PICTURES_FILE, pictureKey, readDesigns } from './read-designs.ts';
import { type DataSet, isPart, type UnusualPictures, unplannedData } from './testing/unplanned-data.ts';
import { findVisibleFaults, type VisibleFault } from './testing/visible-faults.ts';

// `DESIGNS=quote,news` limits the tests to these designs.
const asked = process.env['DESIGNS']?.split(',') ?? [];
const designs = await readDesigns(asked);
const inSizes = designs.flatMap((design) => design.sizes.map((sized) => ({ design, sized })));
/** `npm test` takes a part of the designs, each in one size. Adjacent designs have different sizes. */
const turned = inSizes.map((each, index) => ({ ...each, turn: (index + Math.floor(index / 3)) % 3 }));
const films = cases(
  3,
  turned.toSorted((one, other) => one.turn - other.turn),
).map(({ design, sized }) => [`${design.name} in ${sized.size}`, design, sized] as const);

/** The expected warnings for unplanned data, by data set: a font lacks a script, or a box is too narrow for a word. */
const expectedWarnings: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['font/unused'],
  'one word without end': ['text/too-small', 'text/broken-word'],
};

/** The permitted findings of the film check about pictures and sound, by design. */
const expectedFindings: Readonly<Record<string, readonly string[]>> = {
  // The large digits change with every frame.
  countdown: ['picture/flash'],
  // The contrast of small white letters over a bright sky is 3.9:1. The check requires 4.5:1.
  weather: ['text/low-contrast'],
};

let folder: string;
let odd: ReadonlyMap<string, string>;
const pictures: UnusualPictures = { portrait: 'odd-portrait.png', banner: 'odd-banner.png', checks: 'odd-checks.png' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scenewright-designs-'));
  const checks = "geq=lum='if(mod(floor(X/40)+floor(Y/40),2),255,0)':cb=128:cr=128";
  const made = [
    [pictures.portrait, 'testsrc2=size=400x1200', 'null'],
    [pictures.banner, 'testsrc2=size=2400x300', 'null'],
    [pictures.checks, 'color=gray:size=1600x1200', checks],
  ] as const;
  for (const [name, source, filter] of made)
    await promisify(execFile)((await mediaTools()).ffmpeg, [
      ...['-v', 'error', '-f', 'lavfi', '-i', source, '-vf', filter, '-frames:v', '1', path.join(folder, name)],
    ]);
  odd = new Map(made.map(([name]) => [name, path.join(folder, name)]));
});

afterAll(() => rm(folder, { recursive: true }));

const variablesOf = ({ xml }: DesignInSize) => listVariables(sourceOf(xml).document).variables;
const open = (sized: DesignInSize, values: DataSet) => openFilm(sized.xml, values, new Map([...sized.files, ...odd]));

test('every design has every size', () => {
  expect(designs.length).toBeGreaterThan(0);
  for (const { sizes } of designs) expect(sizes.map(({ size }) => size)).toEqual(Object.keys(designSizes));
});

describe.each(films)('%s', (_, design, sized) => {
  test('a design has six to fifteen values with names, kinds, and limits', () => {
    const variables = variablesOf(sized);
    // Skip variables for the visible part of a picture: the form has one field for the picture and its visible part.
    const asked = variables.filter((variable) => !isPart(variable)).length;
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThanOrEqual(15);
    expect(variables.filter(({ uses }) => uses.length === 0).map(({ name }) => name)).toEqual([]);
    for (const { name, declaration } of variables) {
      expect(declaration?.required === true || declaration?.default !== null, `${name} has a default`).toBe(true);
      const fields = declaration?.list?.fields.map((field) => ({ ...field, name: `${name}.${field.name}` })) ?? [];
      for (const { name: field, ...rules } of [{ ...declaration, name }, ...fields]) {
        expect(rules, field).toMatchObject({ label: expect.any(String), type: expect.any(String) });
        if (rules.type === 'text') expect(rules.maxlength, field).not.toBeNull();
        if (rules.type === 'number' || rules.type === 'list') expect([rules.min, rules.max], field).not.toContain(null);
      }
    }
  });

  test('a design lasts ten to thirty seconds and has named scenes', async () => {
    const { movie } = await open(sized, {});
    const film = buildTimeline(movie);
    const { word: _word, ...size } = designSizes[sized.size];
    expect({ width: movie.width, height: movie.height }).toEqual(size);
    const seconds = framesToSeconds(film.length, movie.frameRate);
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(sized.posterFrame).toBeLessThan(film.length);
    const scenes = sourceOf(sized.xml).text.match(/<scene\b[^>]*>/g) ?? [];
    expect(scenes.filter((tag) => !tag.includes(' name="'))).toEqual([]);
  });

  test.each(builtInDataSets)('a design has no fault and is readable with data set %s', async (set) => {
    const values = design.data[set] ?? {};
    expect(await faultsOf(sized, values, { isSeen: true, isStrict: true })).toEqual([]);
  });

  test.each([
    ['Default', []],
    ['Longest', ['text/too-short', 'captions/too-fast']],
  ])('the film check warns only about reading times with data set %s', async (set, codes) => {
    const findings = await (await open(sized, design.data[set] ?? {})).check();
    const warned = findings.filter(({ severity, code }) => severity !== 'notice' && !codes.includes(code));
    expect(warned.map(({ code, says }) => ({ code, says }))).toEqual([]);
  });

  test('the film check reports only the listed faults of pictures and sound', async () => {
    const findings = await (await open(sized, {})).checkFully();
    const expected = expectedFindings[design.name] ?? [];
    const warned = findings.filter(({ severity, code }) => severity !== 'notice' && !expected.includes(code));
    expect(warned.map(({ code, from, to, message: words }) => ({ code, from, to, words }))).toEqual([]);
  });

  test('a data set has values of nearly the maximum length', () => {
    const values = design.data['Longest'] ?? {};
    for (const variable of variablesOf(sized)) {
      const { name, declaration } = variable;
      if (isPart(variable)) continue;
      const most = declaration?.type === 'text' ? declaration.maxlength : null;
      if (most !== null && most !== undefined) expect(values[name]?.length ?? 0, name).toBeGreaterThan(most * 0.7);
    }
  });

  test('a data set has full lists of texts near the maximum length', () => {
    const values = design.data['Longest'] ?? {};
    for (const { name, declaration } of variablesOf(sized)) {
      if (!declaration?.list) continue;
      const items = itemsOf(values[name]);
      expect(items.length, name).toBe(declaration.max);
      for (const { name: field, type, maxlength } of declaration.list.fields) {
        const longest = Math.max(...items.map((item) => item[field]?.length ?? 0));
        if (type === 'text') expect(longest, `${name}.${field}`).toBeGreaterThan((maxlength ?? 0) * 0.7);
      }
    }
  });

  test('an empty data set has only the required items and fields', () => {
    const values = design.data['Empty'] ?? {};
    for (const { name, declaration } of variablesOf(sized)) {
      if (!declaration?.list) continue;
      const required = declaration.list.fields.filter((field) => field.required).map((field) => field.name);
      const items = itemsOf(values[name]);
      expect(items.length, name).toBe(declaration.min);
      for (const item of items) expect(Object.keys(item), name).toEqual(required);
    }
  });

  test('a design has no fault with arbitrary data', async () => {
    const faults: Record<string, readonly unknown[]> = {};
    for (const [set, values] of Object.entries(unplannedData(variablesOf(sized), pictures))) {
      const isSeen = set === 'black and white pictures';
      const found = (await faultsOf(sized, values, { isSeen, isStrict: false })).filter(
        (fault) => !('reason' in fault && expectedWarnings[set]?.includes(fault.reason)),
      );
      if (found.length > 0) faults[set] = found;
    }
    expect(faults).toEqual({});
  });
});

describe.each(designs.map((design) => [design.name, design] as const))('%s', (_, design) => {
  test('all sizes of a design have the same variables', () => {
    const [first, ...others] = design.sizes.map((sized) =>
      variablesOf(sized)
        .map(({ name, declaration }) => ({ name, ...declaration, node: null }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  test('posters and previews show the current templates', async () => {
    const made = JSON.parse(await readFile(path.join(design.folder, PICTURES_FILE), 'utf8'));
    const all = design.sizes.flatMap(({ size, digests }) =>
      designLanguages.map((language) => ({ size, language, digest: digests[language] })),
    );
    const now = Object.fromEntries(all.map(({ size, language, digest }) => [pictureKey(size, language), digest]));
    expect(made, `npm run designs -- ${design.name}`).toEqual(now);
    for (const { size, language } of all) {
      expect((await stat(path.join(design.folder, posterFile(size, language)))).size).toBeGreaterThan(2000);
      const preview = (await stat(path.join(design.folder, previewFile(size, language)))).size;
      expect(preview).toBeGreaterThan(5000);
      expect(preview).toBeLessThan(120_000);
    }
  });
});

test.each(cases(1, designs).map((design) => [design.name, design] as const))(
  'the sound of a design is audible: %s',
  async (_, design) => {
    // Cache the loudness, because most designs have the same sound in every size.
    const measured = new Map<string, { readonly integrated: number | null }>();
    for (const sized of design.sizes) {
      const film = await open(sized, {});
      const sounds = film.movie.sounds.filter(({ enabled }) => enabled);
      expect(sounds.length, 'the music lies under the whole film').toBeGreaterThan(0);
      const dependencies = { tools: await mediaTools(), locate: film.locate };
      const workshop = { folder: path.join(folder, 'workshop'), isCacheOn: false, limitBytes: 0 };
      const signal = new AbortController().signal;
      const sound = await openSound(createFilmPlanner(film.movie), { ...dependencies, workshop }, signal);
      if (!sound.ok) throw new Error(JSON.stringify(sound.error));
      const { key, measure } = sound.value;
      const { integrated } = measured.get(key) ?? (await measure(signal));
      measured.set(key, { integrated });
      expect(integrated ?? -70).toBeGreaterThan(-26);
      expect(integrated ?? 0).toBeLessThan(-12);
    }
  },
);

test.each(designs.map((design) => [design.name, design] as const))(
  'file names start with the name of the design: %s',
  (name, { folder: own, sizes }: Design) => {
    const files = sizes.flatMap(({ files }) => [...files].filter(([, file]) => path.dirname(file) === own));
    expect(files.map(([file]) => file).filter((file) => !file.startsWith(name))).toEqual([]);
  },
);

/** Returns the faults of the template and its texts, and the visible faults in the checked frames. */
async function faultsOf(
  sized: DesignInSize,
  values: DataSet,
  { isSeen, isStrict }: { readonly isSeen: boolean; readonly isStrict: boolean },
): Promise<readonly (VisibleFault | { readonly code: string; readonly reason: string })[]> {
  const film = await open(sized, values);
  const plain = isSeen ? await openWithoutTexts(sized, values) : null;
  const reported = film.findings.map(({ code, ...finding }) => ({
    code,
    ...('path' in finding ? { reason: finding.reason, path: finding.path } : { reason: finding.says.code, ...finding }),
  }));
  return [...reported, ...(await findVisibleFaults(film, { plain, isStrict }))];
}

/** Returns the items of the JSON text of a list. */
function itemsOf(value: string | undefined): readonly Readonly<Record<string, string>>[] {
  return JSON.parse(value ?? '[]');
}

function openWithoutTexts(sized: DesignInSize, values: DataSet) {
  const xml = sized.xml.replaceAll('<text ', '<text enabled="false" ');
  return open({ ...sized, xml }, values);
}
