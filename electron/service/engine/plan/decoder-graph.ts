import type { SegmentFrames } from '#shared/compositor/scene/piece-frames.ts';
import { invariant } from '#shared/lib/assert.ts';
import type { Scene, VideoLayer } from '#shared/template/movie/movie.ts';
import { type FrameRate, type Frames, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { effectsAppliedWhileDecoding } from '#shared/timeline/effects.ts';
import { drawingScale } from '#shared/timeline/layer-drawing.ts';
import { type FittedSource, fitSource } from '#shared/timeline/placement.ts';
import { isPlacedByFit } from '#shared/timeline/plain-scenes.ts';
import type { VideoFacts } from '../../sources/facts/media-facts.ts';
import type { Decoder, Loop } from '../parts/composed-part.ts';
import { buildGraph, type Filter, type FilterGraph, filter, placedFilter, printChains } from '../parts/filter-graph.ts';
import type { PartInput } from '../parts/part-input.ts';
import { type SceneSource, seekPointAt, sourceInput } from '../parts/scene-source.ts';
import { applyEffects } from './laid-over.ts';
import {
  type Canvas,
  chosenFrames,
  colorFilters,
  deinterlaceFilters,
  LAST_FRAME_HELD,
  lastPictureBefore,
  type PictureRequest,
  pixelFormat,
  readingStart,
  SQUARE_PIXELS,
} from './picture-graph.ts';

/** The canvas for which a video is decoded. */
type DecodingCanvas = Pick<Canvas, 'width' | 'height' | 'frameRate' | 'toneMaps'> &
  Pick<PictureRequest, 'alone'> & {
    readonly pixelFormat: 'yuv420p' | 'yuv444p';
  };

/** A decoder, and the size of its picture for the placement of the layer. */
export interface PlannedDecoder {
  readonly decoder: Decoder;
  readonly size: Size;
}

/**
 * Plans the decoder of a layer. It chooses the same frames as FFmpeg chooses for a scene without the compositor. It
 * crops and scales them, converts them to the colors of the film, and applies the effects that FFmpeg implements.
 * @param loops The frames of each loop of the source; at least one loop.
 * @param movieRate The frame rate of the movie. In-points count its frames.
 */
export function planDecoder(
  layer: VideoLayer,
  loops: readonly SegmentFrames[],
  source: SceneSource & { readonly facts: { readonly video: VideoFacts } },
  scene: Pick<Scene, 'duration'>,
  movieRate: FrameRate,
  canvas: DecodingCanvas,
): PlannedDecoder {
  const { video } = source.facts;
  const step = canvas.pixelFormat === 'yuv420p' && isPlacedByFit(layer) ? 2 : 1;
  const size = fitSource(videoDisplaySize(video), layer, canvas, step);
  const fitted = enlarged(
    size,
    drawingScale(layer, scene.duration, movieRate, canvas, size.shown),
    videoDisplaySize(video),
  );
  const { width, height } = fitted.shown;
  const isOdd = width % 2 !== 0 || height % 2 !== 0;
  const opaque = canvas.pixelFormat === 'yuv444p' || isOdd ? 'yuv444p' : 'yuv420p';
  const picture = { width, height, pixelFormat: formatOf(video, opaque) };
  const graphOf = (range: SegmentFrames) => loopGraph(layer, range, source, fitted, movieRate, { canvas, opaque });
  const [first, ...rest] = loops;
  invariant(first !== undefined, 'a layer that shows nothing has no decoder');
  const again = mergedLoops(rest.map(graphOf));
  return {
    decoder: {
      ...graphOf(first),
      picture,
      first: first.first,
      length: loops.reduce((sum, { length }) => sum + length, 0),
      ...(again.length > 0 && { again }),
    },
    size: { width: size.shown.width, height: size.shown.height },
  };
}

/**
 * Merges consecutive loops with equal graphs. Otherwise, a short source in a long scene would have a long list of
 * loops.
 */
function mergedLoops(graphs: readonly FilterGraph<PartInput>[]): readonly Loop[] {
  const loops: Loop[] = [];
  for (const graph of graphs) {
    const previous = loops.at(-1);
    const isSame = previous !== undefined && printChains(previous.chains) === printChains(graph.chains);
    if (isSame) loops[loops.length - 1] = { ...previous, times: previous.times + 1 };
    else loops.push({ ...graph, times: 1 });
  }
  return loops;
}

/** Builds the graph of one process, which returns a number of frames of a source from a start position. */
function loopGraph(
  layer: VideoLayer,
  range: SegmentFrames,
  source: SceneSource & { readonly facts: { readonly video: VideoFacts } },
  fitted: FittedSource,
  movieRate: FrameRate,
  output: { readonly canvas: DecodingCanvas; readonly opaque: 'yuv420p' | 'yuv444p' },
): FilterGraph<PartInput> {
  const { canvas, opaque } = output;
  const { video, demuxer } = source.facts;
  const readable = { ...video, demuxer };
  const isFrozen = layer.freeze !== null;
  const speed = isFrozen ? 1 : layer.speed;
  const { inPointSeconds, request } = isFrozen
    ? { inPointSeconds: framesToSeconds(layer.freeze, movieRate), request: { first: null, length: frames(1) } }
    : inPointAndFrames(layer, range, movieRate, canvas.frameRate);
  const first = seekPointAt(inPointSeconds, readable);
  const requested = { ...request, ...(canvas.alone && { alone: canvas.alone }) };
  const { seek, laterSeconds } = readingStart(first, requested, readable, decodingCanvas(canvas, 'yuv420p'), speed);
  const { width, height } = fitted.shown;
  // Transparent pictures get full chroma resolution, so that their edges stay clean.
  const inFormat = decodingCanvas(canvas, video.hasAlpha ? 'yuv444p' : opaque);
  return buildGraph<PartInput>((builder) => {
    const lastBefore = lastPictureBefore(first, requested, canvas, speed);
    const input = builder.input(sourceInput(source, seek, video.streamIndex, lastBefore), video.streamIndex);
    const picture = builder.chain(input, [
      ...deinterlaceFilters(video, layer.source),
      ...chosenFrames({ ...first, laterSeconds }, request, canvas, speed),
      ...cropFilters(fitted, video),
      ...colorFilters(croppedFacts(fitted, video), fitted.scaled, inFormat),
      ...coverFilters(fitted),
      SQUARE_PIXELS,
    ]);
    const effects = effectsAppliedWhileDecoding(layer);
    const finished = applyEffects(
      builder,
      picture,
      { effects },
      { picture: { width, height } },
      video.hasAlpha,
      inFormat.pixelFormat,
    );
    return {
      from: [finished],
      filters: [
        ...(isFrozen ? [LAST_FRAME_HELD] : []),
        filter('trim', { end_frame: range.length }),
        pixelFormat(formatOf(video, opaque)),
      ],
    };
  });
}

/** Enlarges the fitted picture to the scale at which it is displayed, but not beyond the resolution of the source. */
function enlarged(fitted: FittedSource, requested: number, source: Size): FittedSource {
  const { used, scaled, shown } = fitted;
  const sourceScale = Math.max((used ?? source).width / scaled.width, (used ?? source).height / scaled.height);
  const scale = Math.min(requested, Math.max(1, sourceScale));
  if (scale === 1) return fitted;
  const times = (pixels: number): number => Math.round((pixels * scale) / 2) * 2;
  const size = { width: Math.max(2, times(shown.width)), height: Math.max(2, times(shown.height)) };
  const larger = {
    width: Math.max(size.width, times(scaled.width)),
    height: Math.max(size.height, times(scaled.height)),
  };
  const left = Math.min(Math.round(shown.left * scale), larger.width - size.width);
  const top = Math.min(Math.round(shown.top * scale), larger.height - size.height);
  return { used, scaled: larger, shown: { ...size, left, top } };
}

function formatOf({ hasAlpha }: VideoFacts, opaque: 'yuv420p' | 'yuv444p'): Decoder['picture']['pixelFormat'] {
  return hasAlpha ? 'yuva444p' : opaque;
}

function decodingCanvas(canvas: DecodingCanvas, format: 'yuv420p' | 'yuv444p'): Canvas {
  return { ...canvas, pixelFormat: format };
}

function videoDisplaySize({ displayWidth, displayHeight }: VideoFacts): Size {
  return { width: displayWidth, height: displayHeight };
}

/** A tolerance in frames. It is less than the difference between any two frames, and more than any rounding error. */
const FRAME_TOLERANCE = 1e-6;

/**
 * Returns the in-point and the number of frames of one loop. Frames are counted from the in-point, so a partial range
 * has the same frames as the whole loop. If the format's frame rate differs, the fraction of a frame is added to the
 * in-point.
 */
function inPointAndFrames(
  { skip, speed }: VideoLayer,
  { from, length }: SegmentFrames,
  movieRate: FrameRate,
  rate: FrameRate,
): { readonly inPointSeconds: number; readonly request: PictureRequest } {
  const seconds = (from * movieRate.denominator) / movieRate.numerator;
  const count = (seconds * rate.numerator) / rate.denominator;
  const whole = Math.floor(count + FRAME_TOLERANCE);
  const rest = Math.max(0, count - whole);
  const inPoint = framesToSeconds(skip, movieRate);
  const restSeconds = rest < FRAME_TOLERANCE ? 0 : (rest * rate.denominator) / rate.numerator;
  return {
    inPointSeconds: inPoint + restSeconds * speed,
    request: { first: whole === 0 ? null : (whole as Frames), length: length as Frames },
  };
}

/**
 * Returns the filter that crops the used region of the source. Converts the region to stored pixels. Their aspect ratio
 * can differ from the aspect ratio of the film's pixels.
 */
function cropFilters({ used }: FittedSource, video: VideoFacts): readonly Filter[] {
  if (used === null) return [];
  const { width, height } = rotatedSize(video);
  const scaleX = width / video.displayWidth;
  const scaleY = height / video.displayHeight;
  const sides = [used.width * scaleX, used.height * scaleY, used.left * scaleX, used.top * scaleY];
  return [placedFilter('crop', sides.map(Math.round), { exact: 1 })];
}

/** Returns the facts about the cropped video, which is the input of the scaler. */
function croppedFacts({ used }: FittedSource, video: VideoFacts): VideoFacts {
  if (used === null) return video;
  const { width, height } = rotatedSize(video);
  return {
    ...video,
    rotation: 0,
    codedWidth: Math.round((used.width * width) / video.displayWidth),
    codedHeight: Math.round((used.height * height) / video.displayHeight),
  };
}

/** Returns the stored size after FFmpeg has applied the rotation. */
function rotatedSize({ codedWidth, codedHeight, rotation }: VideoFacts): Size {
  return rotation === 90 || rotation === 270
    ? { width: codedHeight, height: codedWidth }
    : { width: codedWidth, height: codedHeight };
}

/** Crops the margins that the fit `cover` cuts off. */
function coverFilters({ scaled, shown }: FittedSource): readonly Filter[] {
  const { width, height, left, top } = shown;
  if (width === scaled.width && height === scaled.height) return [];
  // Without a position, FFmpeg crops around the center, just like in scenes without the compositor.
  const isMiddle = left === Math.round((scaled.width - width) / 2) && top === Math.round((scaled.height - height) / 2);
  return [placedFilter('crop', isMiddle ? [width, height] : [width, height, left, top], isMiddle ? {} : { exact: 1 })];
}
