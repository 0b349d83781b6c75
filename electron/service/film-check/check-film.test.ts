import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drawingFrom } from '#service/engine/compose/drawing-queue.ts';
import { factsIn, locateSources, pathsByDigest, sourcesOf } from '#service/engine/plan/locate-sources.ts';
import { checkedMovie } from '#service/engine/plan/planned-sources.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import type { LocateSource } from '#service/sources/located-source.ts';
import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import { applyCommand } from '#shared/editing/apply-command.ts';
import { type CheckOptions, checkGeometry, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import {
  CHECK_CODES,
  type CheckCode,
  type CheckSeverity,
  checkOf,
  filmChecks,
} from '#shared/film-check/check-table.ts';
import { changesFor } from '#shared/film-check/fixes.ts';
import { createLayoutMemory, textsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { fixFor } from '#shared/film-check/try-fixes.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { checkFilm } from './check-film.ts';

const inspector = createMovieInspector();
const documentation = readFileSync(path.resolve(import.meta.dirname, '../../../docs/film-check.md'), 'utf8');
afterAll(() => inspector[Symbol.asyncDispose]());

/** Finds images whose names state their sizes, such as `wide-320x180.png`. Checks of the geometry read no pixels. */
const locate: LocateSource = async ({ source }) => {
  const name = source.kind === 'asset' ? source.name : source.url;
  const [, width = '0', height = '0'] = /(\d+)x(\d+)/.exec(name) ?? [];
  const image = { format: 'png', width: Number(width), height: Number(height) };
  const none = { video: null, audio: null, damage: null };
  return ok({
    path: `/${name}`,
    sha256: name.padEnd(64, '0'),
    facts: { still: 'image', image, delays: null, ...none },
  });
};

interface Frame {
  readonly width?: number;
  readonly height?: number;
  readonly values?: Readonly<Record<string, string>>;
}

async function reportOf(
  body: string,
  options: Partial<CheckOptions> = {},
  { width = 1920, height = 1080, values = {} }: Frame = {},
): Promise<CheckReport> {
  const film = {
    xml: `<movie width="${width}" height="${height}" framerate="30">${body}</movie>`,
    values: Object.entries(values),
  };
  const { signal } = new AbortController();
  const report = await checkFilm(film, { ...QUICK_CHECK, ...options }, { inspector, locating: { locate } }, signal);
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

/** A film with a fault, and nearly the same film just within the threshold. */
interface SeededFault {
  readonly name: string;
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  /** The frames with the fault, with a tolerance of two frames. */
  readonly frames: readonly [number, number];
  readonly fault: string;
  readonly fine: string;
  readonly options?: Partial<CheckOptions>;
  readonly frame?: Frame;
}

const TALL = { width: 1080, height: 1920 };
const CORNER = 'origin="0%, 0%" anchor="-50%, -50%" xalign="left" yalign="top"';
const scene = (inside: string, duration = 90) => `<scene duration="${duration}">${inside}</scene>`;
const text = (content: string, attributes = '') => `<text size="80" content="${content}" ${attributes}/>`;
const SOLID = '<solid color="#000000"/>';
const cues = (inside: string, length = 120) => scene(`<captions size="40">${inside}</captions>`, length);
const image = (name: string, attributes = '') => `<image src="${name}" ${attributes}/>`;

const faults: readonly SeededFault[] = [
  {
    name: 'a text of 8 words for 1.5 s',
    code: 'text/too-short',
    severity: 'warning',
    frames: [30, 75],
    fault: scene(text('Seven long words need more than a second', 'offset="30" duration="45"')),
    fine: scene(text('Seven long words need more than a second', 'offset="15" duration="73"')),
  },
  {
    name: 'a text that is shorter by a frame',
    code: 'text/too-short',
    severity: 'notice',
    frames: [10, 33],
    fault: scene(text('Hello', 'offset="10" duration="23"')),
    fine: scene(text('Hello', 'offset="10" duration="24"')),
  },
  {
    name: 'a third of a text beyond the edge',
    code: 'text/off-frame',
    severity: 'error',
    frames: [3, 90],
    fault: scene(text('Outside', 'position="-930, 0"')),
    fine: scene(text('Outside', 'position="-700, 0"')),
  },
  {
    name: 'a text at the upper edge',
    code: 'text/unsafe-area',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(text('Near', `${CORNER} position="200, 0"`)),
    fine: scene(text('Near', `${CORNER} position="200, 54"`)),
  },
  {
    name: 'a text below the buttons of a platform',
    code: 'text/under-overlay',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('Below', 'position="0, 600"')),
    fine: scene(text('Above', 'position="0, 0"')),
    options: { platforms: ['shorts'] },
    frame: TALL,
  },
  {
    name: 'a text with more lines than its box',
    code: 'text/cut',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('One two three four', 'width="300" maxlines="2"'), 90),
    fine: scene(text('One two', 'width="300" maxlines="2"')),
  },
  {
    name: 'a text that the box of a group cuts off',
    code: 'text/cut',
    severity: 'error',
    frames: [3, 90],
    fault: scene(`<group width="400" height="200">${text('Cut', 'position="180, 0"')}</group>`),
    fine: scene(`<group width="400" height="200">${text('Cut', 'position="80, 0"')}</group>`),
  },
  {
    name: 'white letters while a white solid is behind them',
    code: 'text/low-contrast',
    severity: 'warning',
    frames: [40, 58],
    fault: scene(`${SOLID}<solid color="#ffffff" offset="40" duration="18"/>${text('Words', 'color="#ffffff"')}`),
    fine: scene(`${SOLID}<solid color="#ffffff" offset="40" duration="6"/>${text('Words', 'color="#ffffff"')}`),
  },
  {
    name: 'letters in the color of the background',
    code: 'text/low-contrast',
    severity: 'error',
    frames: [3, 90],
    fault: scene(text('Words', 'color="#303030"')).replace('<scene', '<scene background="#202020"'),
    fine: scene(text('Words', 'color="#c0c0c0"')).replace('<scene', '<scene background="#202020"'),
  },
  {
    name: 'two texts on one another',
    code: 'text/overlap',
    severity: 'warning',
    frames: [30, 60],
    fault: scene(text('First') + text('Second', 'offset="30" duration="30" position="0, 20"')),
    fine: scene(text('First') + text('Second', 'offset="30" duration="30" position="0, 90"')),
  },
  {
    name: 'letters of 8 pixels on a phone',
    code: 'text/tiny',
    severity: 'warning',
    frames: [3, 90],
    fault: scene('<text size="20" content="Small"/>'),
    fine: scene('<text size="28" content="Small"/>'),
  },
  {
    name: 'a letter that no font has',
    code: 'text/missing-glyph',
    severity: 'warning',
    frames: [0, 90],
    fault: scene(text('A𓀀')),
    fine: scene(text('A')),
  },
  {
    name: 'a caption with 31 characters per second',
    code: 'captions/too-fast',
    severity: 'error',
    frames: [0, 30],
    fault: cues('<cue start="0" end="30">Thirty-one characters, no more!!</cue>'),
    fine: cues('<cue start="0" end="60">Thirty-one characters, no more!!</cue>'),
  },
  {
    name: 'a caption with three lines',
    code: 'captions/lines',
    severity: 'warning',
    frames: [0, 120],
    fault: cues('<cue start="0" end="120">One\nTwo\nThree</cue>'),
    fine: cues('<cue start="0" end="120">One\nTwo</cue>'),
  },
  {
    name: 'a caption that begins before the previous one ends',
    code: 'captions/timing',
    severity: 'warning',
    frames: [30, 90],
    fault: cues('<cue start="0" end="40">One</cue><cue start="30" end="90">Two</cue>'),
    fine: cues('<cue start="0" end="30">One</cue><cue start="32" end="90">Two</cue>'),
  },
  {
    name: 'an image at 1.6 times its pixels',
    code: 'picture/upscaled',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1200x675.png', 'fit="cover"')),
    fine: scene(image('photo-1280x720.png', 'fit="cover"')),
  },
  {
    name: 'an image that is stretched by 5 %',
    code: 'picture/stretched',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1920x1134.png', 'fit="stretch"')),
    fine: scene(image('photo-1920x1100.png', 'fit="stretch"')),
  },
  {
    name: 'an image that leaves a strip at the left and the right',
    code: 'picture/edge-gap',
    severity: 'warning',
    frames: [3, 90],
    fault: scene(image('photo-1880x1080.png')),
    fine: scene(image('photo-1880x1080.png', 'fit="cover"')),
  },
  {
    name: 'a film that is too long for a platform',
    code: 'delivery/length',
    severity: 'error',
    frames: [0, 1830],
    fault: scene(text('Long'), 1830),
    fine: scene(text('Long'), 1800),
    options: { platforms: ['stories'] },
  },
  {
    name: 'a film that is too wide for a platform',
    code: 'delivery/shape',
    severity: 'error',
    frames: [0, 90],
    fault: scene(''),
    fine: scene(''),
    options: { platforms: ['linkedin'] },
    frame: { width: 1920, height: 780 },
  },
  {
    name: 'more texts than a reader finishes',
    code: 'text/together',
    severity: 'notice',
    frames: [0, 30],
    fault: scene(
      text('A title of more than thirty characters here', 'duration="30"') + text('Second', 'position="0, 200"'),
    ),
    fine: scene(text('A short title', 'duration="30"') + text('Second', 'position="0, 200"')),
    options: { only: ['text/together'] },
  },
];

describe('a seeded fault', () => {
  test.each(faults)('is found only beyond its threshold, at its place: $name', async (seeded) => {
    const { code, severity, frames, fault, fine, options, frame } = seeded;
    const report = await reportOf(fault, options, frame);
    const found = report.findings.find((finding) => finding.code === code);
    expect(found, JSON.stringify(report.findings)).toMatchObject({ code, severity });
    expect(Math.abs((found?.frames[0] ?? 0) - frames[0])).toBeLessThanOrEqual(2);
    expect(Math.abs((found?.frames[1] ?? 0) - frames[1])).toBeLessThanOrEqual(2);
    const fineFrame = code === 'delivery/shape' ? { width: 1920, height: 820 } : frame;
    const inside = await reportOf(fine, options, fineFrame);
    expect(inside.findings.filter((finding) => finding.code === code)).toEqual([]);
  });

  test.each(Object.entries(filmChecks))('has its rule in the documentation: %s', (code, { rule, severities }) => {
    expect(documentation).toContain(`| \`${code}\` | ${rule} | ${severities.join(', ')} |`);
  });

  test('exists for every geometry check', () => {
    const codes = CHECK_CODES.filter((code) => checkOf(code).source === 'G');
    expect(codes.filter((code) => !faults.some((fault) => fault.code === code))).toEqual([]);
  });
});

describe('a report', () => {
  test('names the place, the line, and the variable of a finding', async () => {
    const body = scene(`\n<text size="20" content="\${title}"/>`);
    const { findings, verdict } = await reportOf(body, {}, { values: { title: 'Small' } });
    expect(verdict).toBe('warned');
    expect(findings).toMatchObject([
      {
        code: 'text/tiny',
        at: 'movie/scene/text',
        line: 2,
        column: 1,
        variable: 'title',
        source: 'G',
        from: 0.1,
        to: 3,
      },
    ]);
  });

  test('counts the findings that the template switches off', async () => {
    const fault = text('Outside', 'position="-930, 0"');
    const own = await reportOf(scene(fault.replace('/>', ' unchecked="text/off-frame"/>')));
    const around = await reportOf(`<scene duration="90" unchecked="*">${fault}</scene>`);
    for (const { findings, unchecked, verdict } of [own, around]) {
      expect({ findings, verdict }).toEqual({ findings: [], verdict: 'passed' });
      expect(unchecked).toEqual([{ code: 'text/off-frame', count: 1 }]);
    }
  });

  test('lists the checks that did not run', async () => {
    const { ran, skipped } = await reportOf(scene(text('Hello')), { skip: ['text/tiny'] });
    expect(ran).not.toContain('text/tiny');
    expect(skipped).toContainEqual({ code: 'text/under-overlay', why: 'platform' });
    expect(skipped).toContainEqual({ code: 'picture/flash', why: 'level' });
    expect(skipped).toContainEqual({ code: 'delivery/size', why: 'platform' });
    expect(ran).not.toContain('text/under-overlay');
  });

  test('ignores texts in disabled scenes and invisible texts', async () => {
    const body = `<scene duration="90" enabled="false">${text('Out', 'position="-930, 0"')}</scene>`;
    const hidden = scene(text('Out', 'position="-930, 0" opacity="0.2"'));
    expect((await reportOf(body + hidden)).findings).toEqual([]);
  });

  test('reports each copy of a repeated text', async () => {
    const body = scene(
      `<text each="\${names}" as="name" size="20" position="0, \${= index * 200}" content="\${name}"/>`,
    );
    const { findings } = await reportOf(body, {}, { values: { names: 'Ada, Bo' } });
    expect(findings.map(({ code, at }) => `${code} ${at}`)).toEqual(
      Array.from({ length: 2 }, () => 'text/tiny movie/scene/text'),
    );
  });
});

describe('captions', () => {
  test('have the box of the visible cue', async () => {
    const body = (position: string) =>
      cues('<cue start="0" end="60">One</cue><cue start="60" end="120">A\nB\nC</cue>').replace(
        'size="40"',
        `size="80" position="${position}"`,
      );
    const offFrame = async (position: string) => {
      const { findings } = await reportOf(body(position));
      return findings.filter(({ code }) => code === 'text/off-frame').map(({ frames }) => frames);
    };
    // The lines grow upward, so only the cue with three lines extends beyond the upper edge.
    expect(await offFrame('0, -940')).toEqual([[expect.toSatisfy((frame: number) => frame >= 60), 120]]);
    expect(await offFrame('0, -600')).toEqual([]);
  });

  test('overlap a text in the frames of a cue', async () => {
    const film = (top: number) =>
      scene(
        `${text('Title')}<captions size="80" position="0, ${top}"><cue start="30" end="60">Caption</cue></captions>`,
      );
    const overlaps = async (top: number) =>
      (await reportOf(film(top))).findings.filter(({ code }) => code === 'text/overlap').map(({ frames }) => frames);
    // Ends have a tolerance of two frames.
    expect(await overlaps(-480)).toEqual([[30, 58]]);
    expect(await overlaps(-250)).toEqual([]);
  });
});

describe('the layout cache', () => {
  const layout = (width: number) => ({ width, height: 1, lines: [], size: 1, overflows: false, missing: [] });

  test('drops the least recently used layout beyond its limit', () => {
    const memory = createLayoutMemory<DrawingLayout>({ most: 2, longest: 10 });
    for (const [name, width] of [
      ['a', 1],
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ] as const)
      memory.put(name, layout(width));
    expect(['a', 'b', 'c'].map((name) => memory.get(name)?.width)).toEqual([1, undefined, 3]);
  });

  test('ignores a long drawing', () => {
    const memory = createLayoutMemory<DrawingLayout>({ most: 2, longest: 10 });
    memory.put('a drawing of a long text', layout(1));
    memory.put('short', layout(2));
    expect(memory.get('a drawing of a long text')).toBeUndefined();
    expect(memory.get('short')).toEqual(layout(2));
  });
});

describe('a hostile film', () => {
  test('skips the checks of texts if it has more than 4,000', async () => {
    const texts = Array.from({ length: 90 }, (_, at) => text(`T${at}`)).join('');
    const { ran, skipped } = await reportOf(Array.from({ length: 45 }, () => scene(texts, 2)).join(''));
    expect(skipped).toContainEqual({ code: 'text/tiny', why: 'size' });
    expect(skipped).toContainEqual({ code: 'captions/lines', why: 'size' });
    expect(ran).toContain('picture/upscaled');
  });

  test.each([
    ['24 hours', scene(text('Day'), 24 * 3600 * 30)],
    ['10,000 scenes', Array.from({ length: 10_000 }, () => '<scene duration="2"><solid/></scene>').join('')],
    ['a text of 10,000 characters', scene(text('word '.repeat(2000)))],
    ['90 texts at once', scene(Array.from({ length: 90 }, (_, index) => text(`T${index}`)).join(''), 9000)],
  ])('is checked within its limits, or says which checks it skipped: %s', async (_, body) => {
    const { skipped, ran } = await reportOf(body);
    expect(ran.length + skipped.length).toBeGreaterThan(10);
  });
});

/** Opens a template with the sources of {@link locate}, as the page of the editor does. */
async function opened(source: TemplateSource, options: CheckOptions) {
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  if (movie === null) return null;
  const located = await locateSources(sourcesOf(movie), { locate }, never);
  const film = checkedMovie(movie, factsIn(located));
  if (!film.ok) return null;
  const { layOut } = drawingFrom(pathsByDigest(located));
  const layouts = new Map<string, DrawingLayout>();
  for (const { key, drawing } of textsToLayOut(film.value).texts) {
    const layout = await layOut(drawing, never);
    if (layout.ok) layouts.set(key, layout.value);
  }
  const { findings } = checkGeometry(film.value, layouts, options);
  const platforms = options.platforms.flatMap((name) => platformNamed(name) ?? []);
  return { findings, film: film.value, layouts, source, values: new Map<string, string>(), platforms };
}

const never = new AbortController().signal;
/** The faults that no change of the template can remove, or whose content only a user can change. */
const UNFIXABLE: ReadonlySet<CheckCode> = new Set([
  ...(['text/cut', 'text/overlap', 'text/missing-glyph', 'text/together', 'captions/too-fast'] as const),
  ...(['captions/lines', 'picture/upscaled', 'picture/stretched', 'picture/edge-gap'] as const),
  ...(['delivery/length', 'delivery/shape'] as const),
]);

describe('a fix', () => {
  test.each(faults)('removes its finding and adds none: $name', async ({ code, fault, options, frame }) => {
    const { width = 1920, height = 1080 } = frame ?? {};
    const { source } = readTemplate(`<movie width="${width}" height="${height}" framerate="30">${fault}</movie>`);
    const checking = { ...QUICK_CHECK, ...options };
    const subject = await opened(required(source, 'a template'), checking);
    const { findings } = required(subject, 'a film');
    const finding = required(
      findings.find((each) => each.code === code),
      'a finding',
    );
    const recheck = async (changed: TemplateSource) => (await opened(changed, checking))?.findings ?? null;
    const fix = await fixFor(finding, findings, required(subject, 'a film'), recheck);
    expect(fix === null).toBe(UNFIXABLE.has(code));
    if (fix === null || subject === null) return;
    const fixed = applyCommand(subject, fix.command);
    const after = fixed.ok ? await recheck(fixed.value.source) : null;
    expect(after?.filter((each) => each.code === code)).toEqual([]);
    expect(after?.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('is not offered if it adds a finding that is as severe', async () => {
    // The text must move to the right, where it would overlap the other text.
    const near = text('Near the edge', `${CORNER} position="20, 500"`);
    const beside = scene(near + text('Go', `${CORNER} position="560, 500"`));
    const { source } = readTemplate(`<movie width="1920" height="1080" framerate="30">${beside}</movie>`);
    const subject = required(await opened(required(source, 'a template'), QUICK_CHECK), 'a film');
    const finding = required(
      subject.findings.find(({ code }) => code === 'text/unsafe-area'),
      'a finding',
    );
    expect(changesFor(finding, subject)).toHaveLength(1);
    const recheck = async (changed: TemplateSource) => (await opened(changed, QUICK_CHECK))?.findings ?? null;
    expect(await fixFor(finding, subject.findings, subject, recheck)).toBeNull();
  });
});
