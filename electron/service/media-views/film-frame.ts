import { join } from 'node:path';
import type { z } from 'zod';
import type { mediaCalls } from '#shared/contract/calls/media.ts';
import { type PictureFormat, pictureFormats } from '#shared/contract/shapes/picture-formats.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { lengthDeterminingSources } from '#shared/timeline/content-length.ts';
import type { FilmPackage } from '#shared/timeline/film-package.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import { checkDrawings, undrawableFindings, withRemainingDrawingErrors } from '../engine/compose/check-drawings.ts';
import { composePart } from '../engine/compose/compose-part.ts';
import { UndrawableError } from '../engine/compose/compose-threads.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { partArguments } from '../engine/make/job-arguments.ts';
import { appendFilters, type Filter, filter, placedFilter } from '../engine/parts/filter-graph.ts';
import { type AnyPart, partKey } from '../engine/parts/part.ts';
import { timelineDrawings } from '../engine/plan/film-drawings.ts';
import { encodingTimeLimits, outputLimitBytes } from '../engine/plan/limits.ts';
import {
  type FoundSources,
  factsIn,
  locateSources,
  pathsByDigest,
  type SourceAccess,
  sourcesOf,
  usedSources,
} from '../engine/plan/locate-sources.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { pixelFormat } from '../engine/plan/picture-graph.ts';
import { type FrameOfSegment, type FramePlan, planFrame } from '../engine/plan/plan.ts';
import { filmSources } from '../engine/plan/planned-sources.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { filmValues } from '../renders/accept/film-values.ts';
import { brandAssetDigests } from '../renders/accept/render-inputs.ts';
import { checkRenderForm, type RequestContext } from '../renders/accept/render-request.ts';
import { type FilmSourceOptions, locateForFilm } from '../renders/sources/locate-for-film.ts';
import type { SourceStore } from '../sources/source-store.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { evenPixels, JPEG_ENCODING, JPEG_FILTERS, LOOK_ENCODING, LOOK_FILTERS } from './view-picture.ts';

export interface FrameForm extends z.output<(typeof mediaCalls)['renderFrame']['body']['schema']> {
  /** The maximum width, instead of `width`. A narrower film keeps its width. */
  readonly widthAtMost?: number;
  /** The position from 0 to 1, instead of `frame`. */
  readonly share?: number;
  /** Whether the poster of the movie overrides `share`. */
  readonly isPoster?: boolean;
  /** The time in seconds, instead of `frame`. */
  readonly seconds?: number;
  /** The project whose brand is used; by default the project of the movie. */
  readonly brandOf?: ProjectUid | undefined;
  /** The format; PNG by default. */
  readonly picture?: FilmPicture;
}

/** The format of the picture. A look is a small raw gray picture for choosing a poster. */
export type FilmPicture = PictureFormat | 'look';

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
  /** The store of fetched sources. They stay there until the frame is made. */
  readonly store: SourceStore;
  readonly requests: RequestContext;
}

/**
 * Checks a request for a frame, locates the sources of its scene, and plans the frame with the steps of the engine.
 * Throws `template/invalid` or `render/invalid` with all issues, as a render does.
 */
export async function openFilmFrame(
  form: FrameForm,
  project: ProjectUid,
  options: FilmFrameOptions,
  signal: AbortSignal,
): Promise<FilmFrame> {
  const { template, movie: name, variables, language, brandOf } = form;
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
  const text = { xml: checked.template, values: [...filmValues(checked)] };
  const { inputs: filmInputs } = checked;
  const inputs =
    brandOf === undefined ? filmInputs : new Map([...brandAssetDigests(options.database, brandOf), ...filmInputs]);
  const { locate } = locateForFilm({ project, inputs }, { ...options, tools });
  const locating = { locate, ...(options.addedFonts && { addedFonts: options.addedFonts }) };
  const film = { inspector: requests.inspector, locating, filters: tools.filters, total: checked.totalFrames };
  const { movie, at, length } = await requestedFrame(form, text, film, signal);
  const { widthAtMost } = form;
  const atMost = at !== null && widthAtMost !== undefined ? Math.min(widthAtMost, at.canvas.width) : null;
  const width = atMost ?? numberIn(form.width, 'width');
  if (at === null) throw invalid('frame', message('frame/behind-film', { length }));
  if (width !== null && (width < 1 || width > at.canvas.width))
    throw invalid('width', message('field/out-of-bounds', { field: 'width', minimum: 1, maximum: at.canvas.width }));
  const locatedSources = await locateSources(sourcesOf(movie), locating, signal);
  const sources = filmSources(movie, locatedSources);
  if (!sources.ok) throw refusal('render/invalid', await requests.inspector.locate(text.xml, sources.error));
  const { layOut, draw } = drawingFrom(pathsByDigest(locatedSources));
  const drawings = timelineDrawings(movie, sources.value, at.canvas, at);
  const { errors } = await checkDrawings(drawings, layOut, signal);
  const refuse = async (findings: typeof errors, aborted: AbortSignal): Promise<never> => {
    const all = await withRemainingDrawingErrors(findings, drawings, draw, aborted);
    throw refusal('render/invalid', await requests.inspector.locate(text.xml, all));
  };
  if (errors.length > 0) await refuse(errors, signal);
  const { picture = 'png' } = form;
  const plan = planFrame(KEEPS_OPACITY.has(picture) ? withOpacity(at) : at, movie, sources.value);
  const part =
    picture === 'look' ? asLook(plan) : asPicture(plan, width ?? at.canvas.width, pictureEncoding(picture, tools));
  return {
    key: partKey(part, tools.version),
    unusedValues: checked.unusedValues,
    make: async (path, folder, aborted) => {
      try {
        await makeFrame(part, { ...at, path, folder, found: locatedSources }, tools, aborted);
      } catch (error) {
        const drawingFindings = error instanceof UndrawableError ? undrawableFindings(error, drawings) : [];
        if (drawingFindings.length === 0) throw error;
        return await refuse(drawingFindings, aborted);
      }
    },
  };
}

/**
 * Returns the captions of a film that players show beside its picture, by language. Throws `template/invalid` or
 * `render/invalid` with all issues, as a render does.
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
  /** The length of the film in frames, which may be an estimate. */
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
    // The frame rate is in the template, so reading it needs no scene of the frame.
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

/** The pictures that keep the opacity of a transparent film. */
const KEEPS_OPACITY: ReadonlySet<string> = new Set(['png', 'webp']);

/** Returns a frame of a transparent film with its opacity, instead of over its matte. */
function withOpacity(at: FrameOfSegment): FrameOfSegment {
  const alpha = { output: { kind: 'kept' }, pixelFormat: 'yuva444p' } as const;
  return at.canvas.alpha === undefined ? at : { ...at, canvas: { ...at.canvas, alpha } };
}

/** The conversion from the picture of a film and the encoder of a picture file. */
interface PictureEncoding {
  /** Whether the file has RGB. Otherwise it has 4:2:0, so that its sides are even. */
  readonly isRgb: boolean;
  readonly filters: readonly Filter[];
  readonly encoding: readonly string[];
  /** The minimum side in pixels; a smaller picture is enlarged. */
  readonly minSide?: number;
}

/**
 * Returns the encoding of a picture format. Throws `render/format-unavailable` if FFmpeg lacks the encoders of the
 * format.
 */
function pictureEncoding(picture: PictureFormat, { encoders }: Pick<MediaTools, 'encoders'>): PictureEncoding {
  switch (picture) {
    case 'png':
      return { isRgb: true, filters: [SRGB], encoding: ['-c:v', 'png', '-f', 'image2pipe'] };
    case 'jpeg':
      return { isRgb: false, filters: JPEG_FILTERS, encoding: JPEG_ENCODING };
    case 'webp':
      // The encoder converts RGB to its own BT.601.
      return {
        isRgb: true,
        filters: [pixelFormat('bgra')],
        encoding: ['-c:v', firstOf(pictureFormats.webp, encoders), '-quality', '90', '-f', 'webp'],
      };
    case 'avif': {
      const encoder = firstOf(pictureFormats.avif, encoders);
      return {
        isRgb: false,
        filters: [SRGB],
        encoding: ['-c:v', encoder, ...AVIF_ARGUMENTS[encoder], ...AVIF_COLOR],
        ...(encoder === 'libsvtav1' && { minSide: MIN_SVT_SIDE }),
      };
    }
    default:
      return assertNever(picture);
  }
}

function firstOf<Name extends string>(
  { label, encoders: known }: { readonly label: string; readonly encoders: readonly Name[] },
  encoders: ReadonlySet<string>,
): Name {
  const encoder = known.find((name) => encoders.has(name));
  if (encoder !== undefined) return encoder;
  throw new ServiceError('render/format-unavailable', message('format/needs', { format: label, encoders: known }));
}

const AVIF_ARGUMENTS = {
  'libaom-av1': ['-still-picture', '1', '-cpu-used', '6', '-crf', '20'],
  libsvtav1: ['-preset', '6', '-crf', '20'],
} as const;

/** SVT-AV1 refuses smaller sides, in pixels. */
const MIN_SVT_SIDE = 64;

const AVIF_COLOR = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1', '-color_range', 'tv'],
  ...['-f', 'avif'],
] as const;

/** Tags the picture as sRGB, because a browser would convert any other color space again. */
const SRGB = filter('setparams', { color_primaries: 'bt709', color_trc: 'iec61966-2-1' });

/**
 * Converts the frame to the 4:2:0 8-bit picture that the encoder of an MP4 gets, and then to RGB as on a screen if the
 * format has RGB.
 */
function asPicture(
  plan: FramePlan,
  width: number,
  { isRgb, filters, encoding, minSide = 1 }: PictureEncoding,
): AnyPart {
  const { canvas } = plan;
  const height = (canvas.height * width) / canvas.width;
  if (!isRgb) {
    const factor = Math.max(1, minSide / width, minSide / height);
    const sides = [evenPixels(width * factor), evenPixels(height * factor)];
    const scaled = placedFilter('scale', sides, { flags: 'area' });
    return withEncoding(plan, [pixelFormat('yuv420p'), scaled, ...filters], encoding);
  }
  const screenConversion = {
    in_color_matrix: 'bt709',
    in_range: 'limited',
    out_range: 'full',
    flags: 'bicubic+accurate_rnd+full_chroma_int',
  };
  const size = [width, Math.max(1, Math.round(height))];
  const isTransparent = canvas.alpha !== undefined;
  const inRgb = [
    pixelFormat(isTransparent ? 'yuva444p' : 'yuv420p'),
    filter('scale', screenConversion),
    pixelFormat(isTransparent ? 'rgba' : 'rgb24'),
    ...(width === canvas.width ? [] : [placedFilter('scale', size, { flags: 'area' })]),
    ...filters,
  ];
  return withEncoding(plan, inRgb, encoding);
}

function asLook(plan: FramePlan): AnyPart {
  return withEncoding(plan, LOOK_FILTERS, LOOK_ENCODING);
}

function withEncoding({ part }: FramePlan, filters: readonly Filter[], encoding: readonly string[]): AnyPart {
  return part.kind === 'composed'
    ? { ...part, filters: [...part.filters, ...filters], encoding }
    : { ...part, chains: appendFilters(part.chains, filters), encoding };
}

interface FrameToMake {
  readonly path: string;
  readonly folder: string;
  readonly found: FoundSources;
  readonly canvas: FramePlan['canvas'];
  readonly frame: number;
}

async function makeFrame(
  part: AnyPart,
  { path, folder, found, canvas, frame }: FrameToMake,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const stills = createStillFolder(join(folder));
  for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  const sourcePath = pathsByDigest(found);
  const bounds = { limits: encodingTimeLimits(canvas, frame + 1, 1), outputLimitBytes: outputLimitBytes(canvas, 1, 0) };
  const settings = { sourcePath, stillPath: stills.pathOf };
  using _memory = reserveViewMemory();
  if (part.kind === 'composed') {
    const { draw } = drawingFrom(sourcePath);
    const threads = { decodingThreads: 2, encodingThreads: 2 };
    await composePart(part, path, { ffmpeg: tools.ffmpeg, ...settings, draw, ...threads, ...bounds, signal });
    return;
  }
  const threads = { decodingThreadsOf: () => 2, encodingThreadsOf: () => 2 };
  await runTool({
    program: tools.ffmpeg,
    arguments: partArguments([{ part, path }], { ...settings, ...threads }),
    signal,
    ...bounds,
  });
}
