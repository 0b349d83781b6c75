import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drawingFrom } from '#service/engine/compose/drawing-queue.ts';
import { factsIn, locateSources, pathsByDigest, sourcesOf } from '#service/engine/plan/locate-sources.ts';
import { checkedMovie } from '#service/engine/plan/planned-sources.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { locateSized } from '#service/testing/locate-sized.ts';
import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import { applyCommand } from '#shared/editing/apply-command.ts';
import { type CheckOptions, checkGeometry, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { CHECK_CODES, type CheckCode, checkOf, filmChecks } from '#shared/film-check/check-table.ts';
import { changesFor } from '#shared/film-check/fixes.ts';
import { createLayoutMemory, textsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { CORNER, cues, type Frame, faults, scene, text } from '#shared/film-check/testing/seeded-faults.ts';
import { fixFor } from '#shared/film-check/try-fixes.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { checkFilm } from './check-film.ts';

const inspector = createMovieInspector();
const documentation = readFileSync(path.resolve(import.meta.dirname, '../../../docs/film-check.md'), 'utf8');
afterAll(() => inspector[Symbol.asyncDispose]());

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
  const report = await checkFilm(
    film,
    { ...QUICK_CHECK, ...options },
    { inspector, locating: { locate: locateSized } },
    signal,
  );
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

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
  test.each(['', ' look="pill"', ' look="typed"'])('lack the characters that no font has: %s', async (look) => {
    const written =
      '<cue start="0" end="20">Fine</cue><cue start="20" end="40">&#x12000;</cue><cue start="45" end="60">&#x12001;</cue>';
    const { findings } = await reportOf(scene(`<captions${look}>${written}</captions>`));
    expect(findings.filter(({ code }) => code === 'text/missing-glyph')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('lack \u{12000} and \u{12001}.') },
    ]);
  });

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

/** Opens a template with the sources of {@link locateSized}, as the page of the editor does. */
async function opened(source: TemplateSource, options: CheckOptions) {
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  if (movie === null) return null;
  const located = await locateSources(sourcesOf(movie), { locate: locateSized }, never);
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
