import type { z } from 'zod';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import type { mediaCalls } from '#shared/contract/calls/media.ts';
import { type Raster, rasterOf } from '#shared/golden/planes.ts';
import { required } from '#shared/lib/assert.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { lengthDeterminingSources } from '#shared/timeline/content-length.ts';
import type { FilmPackage } from '#shared/timeline/film-package.ts';
import { checkDrawings, undrawableFindings, withRemainingDrawingErrors } from '../engine/compose/check-drawings.ts';
import { UndrawableError } from '../engine/compose/compose-threads.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { partKey } from '../engine/parts/part.ts';
import { type DrawingUse, timelineDrawings } from '../engine/plan/film-drawings.ts';
import {
  type FoundSources,
  factsIn,
  locateSources,
  pathsByDigest,
  type SourceAccess,
  sourcesOf,
  usedSources,
} from '../engine/plan/locate-sources.ts';
import { type FrameOfSegment, planFrame } from '../engine/plan/plan.ts';
import { type FilmSources, filmSources } from '../engine/plan/planned-sources.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import type { Issue } from '../errors/service-error.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { filmValues } from '../renders/accept/film-values.ts';
import { brandAssetDigests } from '../renders/accept/render-inputs.ts';
import { checkRenderForm, type RequestContext } from '../renders/accept/render-request.ts';
import { type FilmSourceOptions, locateForFilm } from '../renders/sources/locate-for-film.ts';
import type { SourceStore } from '../sources/source-store.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { type FilmPicture, framePart, makeFrame } from './frame-picture.ts';
import { framesBack, makePlanes } from './frame-planes.ts';

export interface FrameForm extends z.output<(typeof mediaCalls)['renderFrame']['body']['schema']> {
  /** The maximum width, as an alternative to `width`. A narrower film keeps its width. */
  readonly widthAtMost?: number;
  /** The position from 0 to 1, as an alternative to `frame`. */
  readonly share?: number;
  /** Whether the poster of the movie takes precedence over `share`. */
  readonly isPoster?: boolean;
  /** The time in seconds, as an alternative to `frame`. */
  readonly seconds?: number;
  /** The project whose brand is used; by default the project of the movie. */
  readonly brandOf?: ProjectUid | undefined;
  /** Whether downloads refuse redirects to other hosts; absent for false. */
  readonly isConfined?: boolean;
  /** Whether a transparent film lies over its matte in every format; absent for false. */
  readonly isOverMatte?: boolean;
  /** The format; PNG by default. */
  readonly picture?: FilmPicture;
}

/** A planned frame of a film. */
export interface FilmFrame {
  /** The key of the frame. Equal keys mean equal pixels. */
  readonly key: string;
  /** The names of given values that the template does not use. */
  readonly unusedValues: readonly string[];
  /** Writes the picture to a path. During the call, the folder contains generated images. */
  readonly make: (path: string, folder: string, signal: AbortSignal) => Promise<void>;
}

export interface FilmFrameOptions extends Omit<FilmSourceOptions, 'tools'> {
  /** The store of fetched sources. The sources stay in it until the frame is made. */
  readonly store: SourceStore;
  readonly requests: RequestContext;
}

/**
 * Checks a request for a frame, locates the sources of its scene, and plans the frame with the steps of the engine.
 * Throws `template/invalid` or `render/invalid` with all issues, like a render.
 */
export async function openFilmFrame(
  form: FrameForm,
  project: ProjectUid,
  options: FilmFrameOptions,
  signal: AbortSignal,
): Promise<FilmFrame> {
  const film = await openFilm(form, project, options, signal);
  const { movie, at, length } = await requestedFrame(form, film.text, film, signal);
  const { widthAtMost, isOverMatte = false } = form;
  const atMost = at !== null && widthAtMost !== undefined ? Math.min(widthAtMost, at.canvas.width) : null;
  const width = atMost ?? numberIn(form.width, 'width');
  if (at === null) throw invalid('frame', message('frame/behind-film', { length }));
  if (width !== null && (width < 1 || width > at.canvas.width))
    throw invalid('width', message('field/out-of-bounds', { field: 'width', minimum: 1, maximum: at.canvas.width }));
  const { sources, found } = await locateScene(movie, film, signal);
  const drawings = timelineDrawings(movie, sources, at.canvas, at);
  const guard = await guardDrawings(drawings, found, film, signal);
  const { tools } = film;
  const part = framePart(at, { movie, sources }, { width, picture: form.picture ?? 'png', isOverMatte }, tools);
  return {
    key: partKey(part, tools.version),
    unusedValues: film.unusedValues,
    make: (path, folder, aborted) =>
      guard(aborted, () => makeFrame(part, { ...at, path, folder, found }, tools, aborted)),
  };
}

/** A request for the cells of a contact sheet. `width` is the maximum width of a cell in pixels. */
export interface CellsForm extends Pick<FrameForm, 'template' | 'variables' | 'isConfined'> {
  readonly frames: readonly number[];
  readonly width: number;
}

/** Makes the planned cells. During the call, the folder contains temporary files. */
export type MakeCells = (folder: string, signal: AbortSignal) => Promise<readonly Raster[]>;

/**
 * Checks a request for the cells of a contact sheet once, locates the sources of each scene once, and plans the frames.
 * A transparent film lies over its matte. Throws the errors of {@link openFilmFrame}.
 */
export async function openFilmCells(
  { frames: numbers, width, ...form }: CellsForm,
  project: ProjectUid,
  options: FilmFrameOptions,
  signal: AbortSignal,
): Promise<MakeCells> {
  const film = await openFilm(form, project, options, signal);
  const scenes = new Map<number, Awaited<ReturnType<typeof locateScene>>>();
  const drawings: DrawingUse[] = [];
  const cells: { readonly at: FrameOfSegment; readonly movie: Movie; readonly sources: FilmSources }[] = [];
  for (const number of numbers) {
    const { movie, at, length } = await requestedFrame({ ...form, frame: String(number) }, film.text, film, signal);
    if (at === null) throw invalid('frame', message('frame/behind-film', { length }));
    const { start } = at.segment;
    const scene = scenes.get(start) ?? (await locateScene(movie, film, signal));
    scenes.set(start, scene);
    drawings.push(...timelineDrawings(movie, scene.sources, at.canvas, at));
    cells.push({ at, movie, sources: scene.sources });
  }
  const backs = framesBack(cells.map(({ at }) => at));
  const plans = cells.map(({ at, movie, sources }, index) =>
    planFrame({ ...at, back: backs[index] ?? 0 }, movie, sources),
  );
  const found = new Map([...scenes.values()].flatMap((scene) => [...scene.found]));
  const guard = await guardDrawings(drawings, found, film, signal);
  const sourcePath = pathsByDigest(found);
  const { draw } = drawingFrom(sourcePath);
  const { tools } = film;
  return (folder, aborted) =>
    guard(aborted, async () => {
      const { canvas } = required(plans[0], 'a cell');
      const scale = Math.min(1, width / canvas.width);
      const planes = await makePlanes(plans, { scale, folder, sourcePath, draw, tools, signal: aborted });
      const size = composedSize(canvas, scale);
      return planes.map((each) => rasterOf(each, size));
    });
}

interface OpenedFilm extends FilmToInspect {
  readonly text: Parameters<InspectFrame>[0];
  readonly unusedValues: readonly string[];
  readonly tools: MediaTools;
}

async function openFilm(
  { template, movie: name, variables, language, brandOf, isConfined = false }: Partial<FrameForm>,
  project: ProjectUid,
  options: FilmFrameOptions,
  signal: AbortSignal,
): Promise<OpenedFilm> {
  const requests = { ...options.requests, brandOf };
  // Do not require the assets that only other scenes use.
  const checked = await checkRenderForm(
    { template, movie: name, variables, language },
    project,
    requests,
    signal,
    'leave',
  );
  const tools = await requests.tools();
  const { inputs: filmInputs } = checked;
  const inputs =
    brandOf === undefined ? filmInputs : new Map([...brandAssetDigests(options.database, brandOf), ...filmInputs]);
  const { locate } = locateForFilm({ project, inputs, isConfined }, { ...options, tools });
  return {
    text: { xml: checked.template, values: [...filmValues(checked)] },
    unusedValues: checked.unusedValues,
    tools,
    inspector: requests.inspector,
    locating: { locate, ...(options.addedFonts && { addedFonts: options.addedFonts }) },
    filters: tools.filters,
    total: checked.totalFrames,
  };
}

/** Locates the sources of a scene. Throws `render/invalid` with all problems of the sources. */
async function locateScene(movie: Movie, { locating, inspector, text }: OpenedFilm, signal: AbortSignal) {
  const found = await locateSources(sourcesOf(movie), locating, signal);
  const sources = filmSources(movie, found);
  if (!sources.ok) throw refusal('render/invalid', await inspector.locate(text.xml, sources.error));
  return { found, sources: sources.value };
}

/**
 * Lays out drawings. Returns a function that runs work which draws them. Both throw `render/invalid` with all drawings
 * that cannot be made.
 */
async function guardDrawings(
  drawings: readonly DrawingUse[],
  found: FoundSources,
  { inspector, text }: OpenedFilm,
  signal: AbortSignal,
) {
  const { layOut, draw } = drawingFrom(pathsByDigest(found));
  const { errors } = await checkDrawings(drawings, layOut, signal);
  const refuse = async (findings: typeof errors, aborted: AbortSignal): Promise<never> => {
    const all = await withRemainingDrawingErrors(findings, drawings, draw, aborted);
    throw refusal('render/invalid', await inspector.locate(text.xml, all));
  };
  if (errors.length > 0) await refuse(errors, signal);
  return async <Made>(aborted: AbortSignal, work: () => Promise<Made>): Promise<Made> => {
    try {
      return await work();
    } catch (error) {
      const findings = error instanceof UndrawableError ? undrawableFindings(error, drawings) : [];
      if (findings.length === 0) throw error;
      return await refuse(findings, aborted);
    }
  };
}

/**
 * Returns the captions that players display beside the picture of a film, by language. Throws `template/invalid` or
 * `render/invalid` with all issues, like a render.
 */
export async function filmCaptions(
  { movie, variables, language }: Pick<FrameForm, 'movie' | 'variables' | 'language'>,
  project: ProjectUid,
  options: FilmFrameOptions,
  signal: AbortSignal,
): Promise<FilmPackage['captions']> {
  const { requests } = options;
  const { inspector } = requests;
  const checked = await checkRenderForm({ movie, variables, language }, project, requests, signal, 'leave');
  const film = { xml: checked.template, values: [...filmValues(checked)] };
  const { locate } = locateForFilm({ project, inputs: checked.inputs }, { ...options, tools: await requests.tools() });
  const locating = { locate, ...(options.addedFonts && { addedFonts: options.addedFonts }) };
  const { sources } = await inspector.package(film, null);
  const located = await locateSources(sources, locating, signal);
  const { content } = await inspector.package(film, factsIn(located));
  if (content?.ok === true) return content.value.captions;
  throw refusal('render/invalid', await inspector.locate(film.xml, content?.error ?? []));
}

type InspectFrame = RequestContext['inspector']['frame'];

interface FilmToInspect {
  readonly inspector: RequestContext['inspector'];
  readonly locating: SourceAccess;
  readonly filters: ReadonlySet<string>;
  /** The length of the film in frames. It may be an estimate. */
  readonly total: number;
}

/** Returns the requested frame. If the film's length comes from its sources, first locates those sources. */
async function requestedFrame(
  form: FrameForm,
  text: Parameters<InspectFrame>[0],
  { inspector, locating, filters, total }: FilmToInspect,
  signal: AbortSignal,
): ReturnType<InspectFrame> {
  const { seconds, ...withoutSeconds } = form;
  if (seconds !== undefined) {
    // Any frame can be requested here, because the frame rate is a property of the template.
    const { movie } = await inspector.frame(text, { frame: 0, filters });
    const frame = String(secondsToFrames(seconds, movie.frameRate));
    return await requestedFrame({ ...withoutSeconds, frame }, text, { inspector, locating, filters, total }, signal);
  }
  const first = await inspector.frame(text, { frame: frameNumber(form, total), filters });
  const { poster } = first.movie;
  if (form.isPoster && poster !== undefined) {
    const { share: _share, isPoster: _isPoster, ...rest } = form;
    const frame = String(Math.max(0, Math.min(poster, first.length - 1)));
    return await requestedFrame({ ...rest, frame }, text, { inspector, locating, filters, total }, signal);
  }
  if (!first.isLengthOpen) return first;
  const located = await locateSources(lengthDeterminingSources(first.movie), locating, signal);
  const query = { filters, found: factsIn(located) };
  const { movie, length, isLengthOpen } = await inspector.frame(text, { frame: 0, ...query });
  const used = isLengthOpen ? usedSources(movie, located) : null;
  if (used?.ok === false) throw refusal('render/invalid', await inspector.locate(text.xml, used.error));
  return await inspector.frame(text, { frame: frameNumber(form, length), ...query });
}

function frameNumber({ frame, share }: FrameForm, total: number): number {
  if (share === undefined) return numberIn(frame, 'frame') ?? 0;
  return Math.max(0, Math.min(total - 1, Math.floor(share * total)));
}

function numberIn(text: string | undefined, field: string): number | null {
  if (text === undefined || text === '') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalid(field, message('field/no-whole-number', { field }));
}

function invalid(field: string, says: Message) {
  const issues: readonly Issue[] = [fieldIssue('render/invalid', field, says)];
  return refusal('render/invalid', issues);
}
