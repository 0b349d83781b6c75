import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDrawings } from '#service/engine/compose/check-drawings.ts';
import { type Draw, startComposeThread } from '#service/engine/compose/compose-threads.ts';
import { type DrawingQueue, drawingFrom } from '#service/engine/compose/drawing-queue.ts';
import { composedPicture } from '#service/engine/plan/composed-scene.ts';
import { timelineDrawings } from '#service/engine/plan/film-drawings.ts';
import { locateSources, pathsByDigest, sourcesOf } from '#service/engine/plan/locate-sources.ts';
import { type FramePlan, planFrame, timelineSegmentAt } from '#service/engine/plan/plan.ts';
import { checkedMovie, type FilmSources, filmSources } from '#service/engine/plan/planned-sources.ts';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { checkFilm } from '#service/film-check/check-film.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import type { LocateSource } from '#service/sources/located-source.ts';
import { requestedFacts } from '#service/sources/requested-facts.ts';
import { composedSize, type Drawn, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import type { DrawingFault, DrawingLayout, DrawnPicture, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import { drawingKey } from '#shared/drawings/drawing/drawing-key.ts';
import { checkGeometry, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { textsToLayOut } from '#shared/film-check/laid-out-texts.ts';
import type { CheckFinding, FilmFinding } from '#shared/film-check/report.ts';
import { type Raster, rasterOf } from '#shared/golden/planes.ts';
import { required } from '#shared/lib/assert.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie, TextLayer } from '#shared/template/movie/movie.ts';
import { convertFrames, type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { nodesOf } from '#shared/template-xml/read/node-ids.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { textDrawing } from '#shared/timeline/layer-drawing.ts';

/** A template with its values and files, opened in the same way as for a render. */
export interface OpenFilm {
  readonly movie: Movie;
  /** All findings about the template, its sources, and its drawings. */
  readonly findings: readonly (Finding | Problem)[];
  readonly sources: FilmSources;
  /** Lays out a text in its layer. Returns its box. Percentages refer to `within`, by default the frame of the film. */
  readonly layOutText: (layer: TextLayer, within?: Size) => Promise<DrawingLayout>;
  /** Draws a text in its layer with changes. Percentages refer to `within`. */
  readonly drawText: (layer: TextLayer, within: Size, change: Partial<TextDrawing>) => Promise<DrawnPicture>;
  /** Returns a frame of the film. `frameScale` is the scale of width and height; 1 is full size. */
  readonly raster: (frame: number, frameScale: number) => Promise<Raster>;
  /** Returns all frames of the film at the given frame rate, as planes of YUV 4:2:0. */
  readonly frames: (frameScale: number, rate: FrameRate) => AsyncGenerator<Uint8Array>;
  /** Returns the findings of the film check, as `scenewright check` reports them. */
  readonly check: () => Promise<readonly FilmFinding[]>;
  /** Returns the findings of the level `full`, which reads the pictures and the sound. */
  readonly checkFully: () => Promise<readonly CheckFinding[]>;
  readonly locate: LocateSource;
  /** Returns the ids of the layers with this name in the template. */
  readonly named: (name: string) => ReadonlySet<string>;
}

const never = new AbortController().signal;
let tools: Promise<MediaTools> | null = null;

export function mediaTools(): Promise<MediaTools> {
  const cacheFolder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  tools ??= findMediaTools(process.env, cacheFolder === undefined ? {} : { cacheFolder });
  return tools;
}

/**
 * Opens a template in the same way as a render.
 * @param files The paths of the files by their names in `src`.
 */
export async function openFilm(
  xml: string,
  values: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, string>,
): Promise<OpenFilm> {
  const { source, problems } = readTemplate(xml);
  const document = required(source, `a template that can be read: ${JSON.stringify(problems)}`).document;
  const resolved = resolveTemplate(document, { values: new Map(Object.entries(values)), missing: 'error' });
  const movie = required(resolved.movie, `a film: ${JSON.stringify(resolved.findings)}`);
  const locate = locateAmong(files);
  const found = await locateSources(sourcesOf(movie), { locate }, never);
  const known = filmSources(movie, found);
  if (!known.ok) throw new Error(`sources: ${JSON.stringify(known.error)}`);
  const sources = known.value;
  const { filters } = await mediaTools();
  const at = required(timelineSegmentAt({ movie, format: 'mp4', filters }, frames(0)), 'a first frame');
  const { layOut, draw } = onceEach(drawingFrom(pathsByDigest(found)));
  const drawings = await checkDrawings(timelineDrawings(movie, sources, at.canvas), layOut, never);
  const frame = { width: movie.width, height: movie.height };
  const drawingOf = (layer: TextLayer, within: Size = frame) => {
    const { fonts, spanFonts } = sources.fonts(layer);
    return textDrawing(layer, fonts, { frame: within, scale: 1, look: null }, spanFonts);
  };
  return {
    movie,
    sources,
    locate,
    named: (name) =>
      new Set(
        [...nodesOf(document)].flatMap((node) =>
          node.kind === 'element' && node.attributes.some((each) => each.name === 'name' && each.value === name)
            ? [node.id]
            : [],
        ),
      ),
    findings: [...problems, ...resolved.findings, ...drawings.errors, ...drawings.warnings],
    check: async () => {
      const checked = checkedMovie(movie, found);
      if (!checked.ok) throw new Error(`sources: ${JSON.stringify(checked.error)}`);
      const layouts = new Map<string, DrawingLayout>();
      for (const { key, drawing } of textsToLayOut(checked.value).texts)
        layouts.set(key, drawnOf(await layOut(drawing, never)));
      return checkGeometry(checked.value, layouts, QUICK_CHECK).findings;
    },
    checkFully: () => checkFully(xml, values, locate),
    layOutText: async (layer, within) => drawnOf(await layOut(drawingOf(layer, within), never)),
    drawText: async (layer, within, change) =>
      drawnOf(await draw({ ...drawingOf(layer, within), ...change }, never)).picture,
    raster: async (number, frameScale) => {
      const asked = required(timelineSegmentAt({ movie, format: 'mp4', filters }, frames(number)), `frame ${number}`);
      const plan = planFrame(asked, movie, sources);
      for await (const planes of composed(plan, 1, frameScale, draw))
        return rasterOf(planes, composedSize(plan.canvas, frameScale));
      throw new Error('a frame that was not composed');
    },
    frames: async function* (frameScale, rate) {
      const canvas = { ...at.canvas, frameRate: rate };
      for (const segment of buildTimeline(movie).segments) {
        const length =
          convertFrames(segment.end, movie.frameRate, rate) - convertFrames(segment.start, movie.frameRate, rate);
        // Plan the whole segment, because the plan of one frame lacks layers that start later.
        const part = composedPicture(segment, { after: 0, moment: 0, length }, movie, sources, canvas);
        yield* composed({ part, canvas }, length, frameScale, draw);
      }
    },
  };
}

async function checkFully(
  xml: string,
  values: Readonly<Record<string, string>>,
  locate: LocateSource,
): Promise<readonly CheckFinding[]> {
  await using inspector = createMovieInspector();
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-check-'));
  try {
    const reading = { tools: await mediaTools(), workshop: { folder, isCacheOn: false, limitBytes: 0 } };
    const film = { xml, values: Object.entries(values) };
    const options = { ...QUICK_CHECK, level: 'full' } as const;
    const report = await checkFilm(film, options, { inspector, reading, locating: { locate } }, never);
    if (!report.ok) throw new Error(`sources: ${JSON.stringify(report.error)}`);
    return report.value.findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function drawnOf<Made>(made: Result<Made, DrawingFault>): Made {
  if (!made.ok) throw new Error(`a text cannot be drawn: ${JSON.stringify(made.error)}`);
  return made.value;
}

/** Boxes and pixels of images by drawing key. The films and frames of a design share them. */
const laidOut = new Map<string, Awaited<ReturnType<DrawingQueue['layOut']>>>();
const images = new Map<string, Drawn>();
/** The maximum number of images in a film. An image has at most 8 MiB. */
const MAX_IMAGES = 12;

/** Returns a drawing queue that caches the results of expensive drawings. */
function onceEach(queue: DrawingQueue): DrawingQueue {
  return {
    layOut: async (drawing, signal) => {
      const key = drawingKey(drawing);
      const known = laidOut.get(key) ?? (await queue.layOut(drawing, signal));
      laidOut.set(key, known);
      return known;
    },
    draw: async (drawing, signal) => {
      if (drawing.kind !== 'image') return queue.draw(drawing, signal);
      const key = drawingKey(drawing);
      const known = images.get(key);
      const drawn = known === undefined ? await queue.draw(drawing, signal) : ok(known);
      if (!drawn.ok) return drawn;
      images.delete(key);
      images.set(key, drawn.value);
      for (const oldest of images.keys()) if (images.size > MAX_IMAGES) images.delete(oldest);
      // Copy the pixels, because the caller can transfer them.
      const { picture } = drawn.value;
      return ok({ ...drawn.value, picture: { ...picture, rgba: picture.rgba.slice() } });
    },
  };
}

/** Yields frames from the planned frame on. They equal the frames of the engine. */
async function* composed(
  { part, canvas }: FramePlan,
  length: number,
  frameScale: number,
  draw: Draw,
): AsyncGenerator<Uint8Array> {
  if (part.kind !== 'composed' || part.decoders.length > 0)
    throw new Error('designs show what is drawn, and no videos');
  const bytes = new SharedArrayBuffer(frameBytes({ ...composedSize(canvas, frameScale), pixelFormat: 'yuv420p' }));
  const task = {
    scene: part.scene,
    over: part.over ?? null,
    canvases: [bytes],
    decoded: [],
    tables: new Map(),
    frameScale,
  };
  using thread = startComposeThread(task, draw, never);
  for (let number = 0; number < length; number++) {
    await thread.compose({ number, decoded: [], canvas: 0 });
    yield new Uint8Array(bytes).slice();
  }
}

const factsOf = new Map<string, Awaited<ReturnType<typeof requestedFacts>>>();

const digests = new Map<string, Promise<string>>();

/** Returns the cached digest of a file. The file must not change. */
function digestOf(file: string): Promise<string> {
  const digest = digests.get(file) ?? readFile(file).then((bytes) => hash('sha256', bytes));
  digests.set(file, digest);
  return digest;
}

function locateAmong(files: ReadonlyMap<string, string>): LocateSource {
  return async ({ source, kind }) => {
    const name = source.kind === 'asset' ? source.name : source.url;
    const file = files.get(name);
    const missing = { code: 'source/not-found', says: message('source/told', { words: `${name} is not there` }) };
    if (file === undefined) return err(missing as Extract<Awaited<ReturnType<LocateSource>>, { ok: false }>['error']);
    const sha256 = await digestOf(file);
    const key = `${kind} ${sha256}`;
    const known = { path: file, sha256 };
    const facts =
      factsOf.get(key) ?? (await requestedFacts(known, kind, await mediaTools(), { cacheFolder: null, signal: never }));
    factsOf.set(key, facts);
    if (facts.ok) return ok({ ...known, facts: facts.value });
    return err({ code: facts.error.code, says: message('source/unusable', { name, reason: facts.error.reason }) });
  };
}
