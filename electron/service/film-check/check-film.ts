import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import { type CheckOptions, isRequested } from '#shared/film-check/check-film.ts';
import { CHECK_CODES, CHECKS_VERSION, type CheckCode, checkOf } from '#shared/film-check/check-table.ts';
import { CONFIRMED, type FileFacts, type FilmEvidence, LETTER_CHECKS } from '#shared/film-check/evidence-checks.ts';
import type { TextRests } from '#shared/film-check/ground-extremes.ts';
import { createLayoutMemory, LAYOUT_LIMITS, type TextsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import { type CheckFinding, type CheckReport, type FailOn, isRefused } from '#shared/film-check/report.ts';
import { createSoundReader, type SoundFacts } from '#shared/film-check/sound-reader.ts';
import { isRemoved } from '#shared/film-check/try-fixes.ts';
import { required } from '#shared/lib/assert.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { framesToSeconds, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { openPartStore } from '../engine/cache/part-store.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import { checkDrawings, undrawableFindings } from '../engine/compose/check-drawings.ts';
import { UndrawableError } from '../engine/compose/compose-threads.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { makeSound } from '../engine/make/make-film.ts';
import { gainOfFilm, SOUND_ONLY } from '../engine/make/measure-gain.ts';
import type { FilmPlanner, PlanQuery } from '../engine/plan/film-planner.ts';
import {
  type FoundSources,
  factsIn,
  locateSources,
  pathsByDigest,
  type SourceAccess,
} from '../engine/plan/locate-sources.ts';
import type { RenderPlan } from '../engine/plan/plan.ts';
import { refusal } from '../errors/issues.ts';
import type { PlacedBox } from '../inspection/checked-film.ts';
import type { FilmText } from '../inspection/inspection-task.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { runPool } from '../waiting/pool.ts';
import { readFilmLetters } from './film-letters.ts';
import { drawOnce, isTooLarge, type ReadableFilm, type ReadingTools, readPictures } from './film-pictures.ts';
import { writeFindingSheet } from './finding-sheet.ts';

/** The services that a check uses. */
export interface CheckTools {
  readonly inspector: MovieInspector;
  readonly locating: SourceAccess;
  /** The tools that read pictures and sound; required for the level `full`. */
  readonly reading?: ReadingTools;
  /** The facts about the finished file of the film. */
  readonly file?: FileFacts;
  /** The path of a picture with the frames of the findings. Writing it requires `reading`. */
  readonly sheet?: string;
  /**
   * The codes of the findings for which fixes are tried; `all` for all codes, absent for none. The result is the `fix`
   * of a finding.
   */
  readonly fixes?: readonly CheckCode[] | 'all';
  /** Called with the finished share of the check, from 0 to 1. */
  readonly onShare?: (share: number) => void;
}

/** The number of simultaneous layouts. While the thread lays out one text, the next text is sent to it. */
const AT_ONCE = 2;

/**
 * Checks a film for the command, the HTTP interface, and every other caller. The template must be valid with its
 * values. The error lists the problems of its sources. Throws the signal's reason after an abort.
 */
export async function checkFilm(
  film: FilmText,
  options: CheckOptions,
  tools: CheckTools,
  signal: AbortSignal,
): Promise<Result<CheckReport, readonly Finding[]>> {
  const startedAt = performance.now();
  const { inspector, locating } = tools;
  const { planner } = await inspector.open(film);
  if (planner === null) throw new Error('a film to check has errors');
  const located = await locateSources(planner.sources, locating, signal);
  const found = factsIn(located);
  const texts = await inspector.texts(film, found, signal);
  if (!texts.ok) return texts;
  const layouts = await layOutTexts(texts.value, pathsByDigest(located), signal);
  const opened = { film, planner, located, layouts, options };
  const read = options.level === 'full' ? await readEvidence(opened, tools, signal) : ok({});
  if (!read.ok) return read;
  const evidence = { ...read.value, ...(tools.file && { file: tools.file }) };
  const report = await inspector.check(film, { found, layouts, isCut: texts.value.isCut, options, evidence }, signal);
  if (!report.ok) return report;
  if (tools.sheet !== undefined) await writeSheet(tools.sheet, report.value, opened, tools, signal);
  const findings = await withFixes(report.value, { found, ...opened }, tools, signal);
  return ok({ ...report.value, findings, milliseconds: Math.round(performance.now() - startedAt) });
}

/** The maximum number of findings for which fixes are tried, and of seconds after which no further fix is tried. */
const MAX_FIXED_FINDINGS = 20;
const MAX_FIX_SECONDS = 20;

/** Adds the fixes to findings. Tries each fix on a copy of the template, which the same checks check. */
async function withFixes(
  { findings }: CheckReport,
  { film, found, layouts, options }: OpenedFilm & { readonly found: PlanQuery['found'] },
  { fixes, sheet: _sheet, onShare: _onShare, ...tools }: CheckTools,
  signal: AbortSignal,
): Promise<readonly CheckFinding[]> {
  if (fixes === undefined) return findings;
  const end = performance.now() + 1000 * MAX_FIX_SECONDS;
  const platforms = options.platforms.flatMap((name) => platformNamed(name, options.own) ?? []);
  const rows = new Map(findings.map((finding) => [finding, finding]));
  const chosen = findings.filter(({ code }) => fixes === 'all' || fixes.includes(code));
  const recheck = async (xml: string, checking: CheckOptions): Promise<readonly CheckFinding[] | null> => {
    const { planner } = await tools.inspector.open({ ...film, xml });
    const report = planner === null ? null : await checkFilm({ ...film, xml }, checking, tools, signal);
    return report?.ok ? report.value.findings : null;
  };
  for (const finding of chosen.slice(0, MAX_FIXED_FINDINGS)) {
    const query = { found: found ?? new Map(), layouts, finding, platforms };
    for (const { xml, fix } of await tools.inspector.fixes(film, query, signal)) {
      if (performance.now() > end) break;
      // First repeat only this check, which is faster and rejects most fixes that do not help.
      const same = await recheck(xml, { ...options, only: [finding.code] });
      const isBetter =
        same !== null &&
        isRemoved(
          finding,
          findings.filter(({ code }) => code === finding.code),
          same,
          placeOf,
        );
      const after = isBetter ? await recheck(xml, options) : null;
      if (after === null || !isRemoved(finding, findings, after, placeOf)) continue;
      rows.set(finding, { ...finding, fix });
      break;
    }
  }
  return [...rows.values()];
}

function placeOf({ code, at }: CheckFinding): string {
  return `${code} ${at}`;
}

/**
 * Returns the visible layers of frames of a film, from the lowest, with their places and bounds. The template must be
 * valid with its values. The error lists the problems of its sources.
 */
export async function boxesOfFrames(
  film: FilmText,
  frames: readonly number[],
  { inspector, locating }: Pick<CheckTools, 'inspector' | 'locating'>,
  signal: AbortSignal,
): Promise<Result<readonly (readonly PlacedBox[])[], readonly Finding[]>> {
  const { planner } = await inspector.open(film);
  if (planner === null) throw new Error('a film with boxes has errors');
  const located = await locateSources(planner.sources, locating, signal);
  const found = factsIn(located);
  const texts = await inspector.texts(film, found, signal);
  if (!texts.ok) return texts;
  const layouts = await layOutTexts(texts.value, pathsByDigest(located), signal);
  return await inspector.boxes(film, { found, layouts, frames }, signal);
}

/** Writes the frames of the findings as one picture. */
async function writeSheet(
  path: string,
  { findings }: CheckReport,
  { planner, located }: OpenedFilm,
  { reading }: CheckTools,
  signal: AbortSignal,
): Promise<void> {
  const read = required(reading, 'the tools that read pictures');
  const planned = await planner.plan(planQuery(located, read), signal);
  if (!planned.ok) return;
  const sourcePath = pathsByDigest(located);
  const film = { sourcePath, draw: drawingFrom(sourcePath).draw };
  await writeFindingSheet(path, findings, planned.value.plan, film, read, signal);
}

/** Returns the query for planning the frames. It requests an MP4, because that contains all frames of the film. */
function planQuery(located: FoundSources, { tools: { filters, version } }: ReadingTools): PlanQuery {
  return { format: 'mp4', quality: 'standard', filters, toolsVersion: version, found: factsIn(located) };
}

interface OpenedFilm {
  readonly film: FilmText;
  readonly planner: FilmPlanner;
  readonly located: FoundSources;
  readonly layouts: ReadonlyMap<string, DrawingLayout>;
  readonly options: CheckOptions;
}

/** The typical bits per pixel of a film with few moving details, and the bytes per second of its sound. */
const BITS_PER_PIXEL = 0.1;
const SOUND_BYTES_PER_SECOND = 24_000;

/** Reads the pictures and the sound of a film if the requested checks need them. */
async function readEvidence(
  { film, planner, located, layouts, options }: OpenedFilm,
  { inspector, reading, onShare = () => undefined }: CheckTools,
  signal: AbortSignal,
): Promise<Result<FilmEvidence, readonly Finding[]>> {
  const read = required(reading, 'the tools that read pictures');
  const query = planQuery(located, read);
  const drawings = await planner.drawings(query, signal);
  if (!drawings.ok) return drawings;
  const sourcePath = pathsByDigest(located);
  const { layOut, draw } = drawingFrom(sourcePath);
  const checked = await checkDrawings(drawings.value, layOut, signal);
  if (checked.errors.length > 0) return err(checked.errors);
  const planned = await planner.plan(query, signal);
  if (!planned.ok) return planned;
  const { plan } = planned.value;
  const needs = (isNeeded: (code: CheckCode) => boolean) =>
    CHECK_CODES.some((code) => isRequested(code, options) && isNeeded(code));
  try {
    const sound = needs((code) => checkOf(code).source === 'S')
      ? await readSound(planner, located, read, signal)
      : null;
    if (sound?.ok === false) return sound;
    const opened = { film, plan, found: query.found, layouts, options, readable: { sourcePath, draw: drawOnce(draw) } };
    const pictures = await readPictureEvidence(opened, needs, { inspector, read, onShare }, signal);
    if (!pictures.ok) return pictures;
    return ok({ file: estimatedFile(plan), ...(sound && { sound: sound.value }), ...pictures.value });
  } catch (error) {
    const undrawable = error instanceof UndrawableError ? undrawableFindings(error, drawings.value) : [];
    if (undrawable.length === 0) throw error;
    return err(undrawable);
  }
}

interface PlannedFilmCheck extends Pick<OpenedFilm, 'film' | 'layouts' | 'options'> {
  readonly plan: RenderPlan;
  readonly found: PlanQuery['found'];
  readonly readable: ReadableFilm;
}

/** Reads the pictures of a film, and then the letters of its texts, whose frames depend on the pictures. */
async function readPictureEvidence(
  { film, plan, found, layouts, options, readable }: PlannedFilmCheck,
  needs: (isNeeded: (code: CheckCode) => boolean) => boolean,
  { inspector, read, onShare }: Required<Pick<CheckTools, 'inspector' | 'onShare'>> & { readonly read: ReadingTools },
  signal: AbortSignal,
): Promise<Result<Pick<FilmEvidence, 'pictures' | 'letters'>, readonly Finding[]>> {
  const isLong = isTooLarge(plan);
  const needsPictures = needs((code) => checkOf(code).source === 'P' && !LETTER_CHECKS.has(code));
  const rests =
    isRequested('text/low-contrast', options) && !isLong
      ? await inspector.rests(film, { found, layouts }, signal)
      : ok<TextRests>({ texts: [], rate: plan.canvas.frameRate });
  if (!rests.ok) return rests;
  const isRead = !isLong && (needsPictures || rests.value.texts.length > 0);
  const onFrames = (frames: number) => onShare(frames / plan.length);
  const pictures = isRead ? await readPictures(plan, readable, rests.value, read, signal, onFrames) : null;
  const evidence = needsPictures ? { pictures: pictures?.facts ?? ('size' as const) } : {};
  if (!needs((code) => LETTER_CHECKS.has(code) || CONFIRMED.has(code))) return ok(evidence);
  const extremes = pictures?.extremes ?? [];
  const query = { found, layouts, options, filters: read.tools.filters, extremes };
  const letters = await inspector.letters(film, query, signal);
  if (!letters.ok) return letters;
  const isLarge = letters.value.isTooLarge;
  return ok({
    ...evidence,
    letters: isLarge ? 'size' : await readFilmLetters(letters.value, extremes, readable, read, signal),
  });
}

/** The maximum length of a sound in seconds: three hours, which take 30 MB. */
const MAX_SECONDS = 3 * 3600;

/**
 * Reads the sound of a film, made by the engine. Returns `none` for a film without sounds, and `size` for a film that
 * is too long. The facts are cached by the key of the sound. The error lists the problems of the sources.
 */
async function readSound(
  planner: FilmPlanner,
  found: FoundSources,
  { tools, workshop }: ReadingTools,
  signal: AbortSignal,
): Promise<Result<SoundFacts | 'none' | 'size', readonly Finding[]>> {
  const query = { ...SOUND_ONLY, filters: tools.filters, toolsVersion: tools.version, found: factsIn(found) };
  const planned = await planner.plan(query, signal);
  if (!planned.ok) return planned;
  const { plan, keys } = planned.value;
  const hasSounds =
    plan.music.length > 0 || plan.scenes.some(({ sound, sounds }) => sound !== null || sounds.length > 0);
  if (!hasSounds) return ok('none');
  if (plan.samples > MAX_SECONDS * SAMPLE_RATE) return ok('size');
  const key = createHash('sha256')
    .update(JSON.stringify(['film check', CHECKS_VERSION, keys.film, planner.loudness]))
    .digest('hex');
  const store = openPartStore(workshop);
  await using scratch = await openScratch(workshop.folder);
  const path = join(scratch.folder, key);
  // The cast is safe: an earlier check of the same version wrote the file, and the store has checked its digest.
  if ((await store.take(key, path, signal)) !== null) return ok(JSON.parse(await readFile(path, 'utf8')) as SoundFacts);
  const gain = await gainOfFilm(planner, found, { tools, workshop }, signal);
  if (!gain.ok) return gain;
  const facts = await makeSound(
    planned.value,
    found,
    { tools, workshop },
    signal,
    async ({ open }) => {
      const reader = createSoundReader();
      for await (const samples of asFloats(open(gain.value))) reader.add(samples);
      return reader.end();
    },
    () => undefined,
  );
  await writeFile(path, JSON.stringify(facts));
  await store.keep(key, path, signal);
  return ok(facts);
}

/** Converts pieces of 16-bit stereo samples. A piece can end inside a sample. */
async function* asFloats(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes =
      rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 4);
    const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
    const samples = new Float32Array(whole / 2);
    for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(2 * at, true) / 32768;
    rest = Buffer.from(bytes.subarray(whole));
    yield samples;
  }
}

/** Returns an estimate of the size of a film before its render. */
function estimatedFile({ length, canvas }: RenderPlan): FileFacts {
  const seconds = framesToSeconds(length, canvas.frameRate);
  const bytes = (BITS_PER_PIXEL / 8) * length * canvas.width * canvas.height + SOUND_BYTES_PER_SECOND * seconds;
  return { bytes, isEstimate: true };
}

const layoutMemory = createLayoutMemory<DrawingLayout>(LAYOUT_LIMITS);

/** Lays out texts. Omits texts with a fault, because a render reports it. */
async function layOutTexts(
  { texts }: TextsToLayOut,
  pathOf: (sha256: string) => string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DrawingLayout>> {
  const { layOut } = drawingFrom(pathOf);
  const layouts = new Map<string, DrawingLayout>();
  await runPool(texts, AT_ONCE, signal, async ({ key, drawing }, either) => {
    const drawn = JSON.stringify(drawing);
    const known = layoutMemory.get(drawn);
    const layout = known === undefined ? await layOut(drawing, either) : ok(known);
    if (!layout.ok) return;
    layouts.set(key, layout.value);
    layoutMemory.put(drawn, layout.value);
  });
  return layouts;
}

/** Throws `check/failed` with the errors and warnings of a report if the required check rejects its film. */
export function requireVerdict({ verdict, findings }: CheckReport, failOn: FailOn): void {
  if (!isRefused(verdict, failOn)) return;
  const counted = findings.filter(({ severity }) => severity !== 'notice');
  const issues = counted.map(({ code, message: words, reason, values, line, column, at }) => {
    const place = { severity: 'error' as const, line, column, path: at };
    return { ...place, code, message: words, reason, values: { ...values } };
  });
  throw refusal('check/failed', issues);
}

/** Returns the digest of a template and its values. */
export function digestOf({ xml, values }: FilmText): string {
  return createHash('sha256')
    .update(JSON.stringify([xml, [...values].toSorted()]))
    .digest('hex');
}
