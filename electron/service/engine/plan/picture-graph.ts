import type { AlphaOutput } from '#shared/compositor/pixels/picture.ts';
import { invariant } from '#shared/lib/assert.ts';
import type { Layer, MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import type { Color } from '#shared/template/values/color.ts';
import {
  type FrameRate,
  type Frames,
  formatFrameRate,
  frames,
  framesToSeconds,
} from '#shared/template/values/frame-rate.ts';
import { type Placement, placeSource, type Size } from '#shared/template/values/placement.ts';
import { type VideoState, videoStateAt } from '#shared/timeline/layer-state.ts';
import { isPlainLayer } from '#shared/timeline/plain-scenes.ts';
import { speedRatio } from '#shared/timeline/time.ts';
import { canToneMap, toneMapSteps } from '../../sources/facts/color-filters.ts';
import type { VideoFacts } from '../../sources/facts/media-facts.ts';
import type { AlphaFormat, Format, PictureFormat } from '../formats/format.ts';
import { pieceFrames } from '../mp4/stream-segments.ts';
import {
  buildGraph,
  decimal,
  type Filter,
  type FilterGraph,
  filter,
  type GraphBuilder,
  type Pad,
  placedFilter,
} from '../parts/filter-graph.ts';
import type { Part } from '../parts/part.ts';
import type { PartInput } from '../parts/part-input.ts';
import {
  marginOfOne,
  type SceneSources,
  type SeekableSource,
  type SeekPoint,
  seekLater,
  seekPoint,
  sourceInput,
} from '../parts/scene-source.ts';
import { applyEffects, laidOver } from './laid-over.ts';

/** The frame in which scenes are composed. Its size, frame rate, and pixel format depend on the format. */
export interface Canvas extends Size {
  readonly frameRate: FrameRate;
  readonly pixelFormat: PictureFormat['pixelFormat'];
  /** Whether this FFmpeg can map HDR to the dynamic range of the film. */
  readonly toneMaps: boolean;
  /** The opacity of a transparent film; absent for an opaque film. */
  readonly alpha?: CanvasAlpha;
}

/** The opacity of a transparent film, and the pixel format that its encoder gets. */
export interface CanvasAlpha {
  readonly output: AlphaOutput;
  /** Null for the pixel format of opaque films. */
  readonly pixelFormat: AlphaFormat['pixelFormat'] | null;
}

/** Returns the canvas of a film. */
export function canvasOf(
  movie: Movie,
  { picture, alpha }: Pick<Format, 'picture' | 'alpha'>,
  filters: ReadonlySet<string>,
): Canvas {
  return {
    width: picture?.allowedSide(movie.width) ?? movie.width,
    height: picture?.allowedSide(movie.height) ?? movie.height,
    frameRate: picture?.allowedRate(movie.frameRate) ?? movie.frameRate,
    pixelFormat: picture?.pixelFormat ?? 'yuv420p',
    toneMaps: canToneMap(filters),
    ...(movie.matte && { alpha: canvasAlpha(movie.matte, alpha) }),
  };
}

function canvasAlpha(matte: Color, alpha: Format['alpha']): CanvasAlpha {
  if (alpha === undefined) return { output: { kind: 'over', matte }, pixelFormat: null };
  const { kind } = alpha;
  return { output: kind === 'kept' ? { kind } : { kind, matte }, pixelFormat: alpha.pixelFormat };
}

type PictureGraph = FilterGraph<PartInput>;
export type Builder = GraphBuilder<PartInput>;

/** The pixel formats of layers with transparency before they are blended over the others. */
const ALPHA_FORMATS = { yuv420p: 'yuva420p', yuv422p10le: 'yuva444p', yuv444p: 'yuva444p' } as const;
/** Returns the graph that composes `length` frames of a scene: its layers on black, the lowest first. */
export function pictureGraph(
  layers: readonly Layer[],
  length: Frames,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph & Pick<Part, 'leadSeconds'> {
  const [lowest] = playedVideos(layers, sources);
  const graph = composedGraph(layers, { first: null, length }, movie, sources, canvas);
  if (lowest === undefined) return graph;
  const { aheadSeconds } = seekPoint(lowest.state.inPoint, movie.frameRate, lowest.readable);
  return { ...graph, leadSeconds: aheadSeconds };
}

/** Returns the graph of a single frame of a scene. The steps are the same as for the whole scene. */
export function frameGraph(
  layers: readonly Layer[],
  { frame, back }: { readonly frame: Frames; readonly back: number },
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  return composedGraph(layers, { first: frame, length: frames(1), alone: { back } }, movie, sources, canvas);
}

/** A range of frames of a scene: from its start, or from frame `first`. */
export interface PictureRequest {
  readonly first: Frames | null;
  readonly length: Frames;
  /**
   * Set for a single picture outside of a film, which may be read from a later position. A film always reads from the
   * same positions, because the cache keys of its parts contain them.
   */
  readonly alone?: SingleFrame;
}

export interface SingleFrame {
  /** The number of earlier frames from which reading starts, so that several single frames share one decoder. */
  readonly back: number;
}

function composedGraph(
  layers: readonly Layer[],
  requested: PictureRequest,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  invariant(layers.every(isPlainLayer), 'FFmpeg shows videos alone that fill the frame');
  return buildGraph((builder) => {
    let below: Pad | null = null;
    for (const { state, reference, source, video, readable } of playedVideos(layers, sources)) {
      const first = seekPoint(state.inPoint, movie.frameRate, readable);
      const { seek, laterSeconds } = readingStart(first, requested, readable, canvas);
      const placement = placeLayer(state, video, canvas);
      const input = builder.input(
        sourceInput(source, seek, video.streamIndex, lastPictureBefore(first, requested, canvas)),
        video.streamIndex,
      );
      const picture = builder.chain(input, [
        ...deinterlaceFilters(video, reference),
        ...sourceFilters(video, { ...first, laterSeconds }, requested, placement, canvas),
      ]);
      const finished = applyEffects(builder, picture, state, placement, video.hasAlpha, canvas.pixelFormat);
      below =
        below === null && !video.hasAlpha
          ? builder.chain(finished, padFilters(placement, canvas))
          : laidOver(builder, [below ?? black(builder, requested, canvas), finished], canvas.pixelFormat, placement);
    }
    const filters = [filter('trim', { end_frame: requested.length }), TAGGED, SQUARE_PIXELS];
    return { from: [below ?? black(builder, requested, canvas)], filters };
  });
}

/** Returns the videos of a scene whose sources have a picture, the lowest first. */
function playedVideos(layers: readonly Layer[], sources: SceneSources) {
  return videosIn(layers).flatMap((layer) => {
    const source = sources.get(layer.id);
    if (layer.kind !== 'video' || !source?.facts.video) return [];
    const { video, demuxer } = source.facts;
    const state = videoStateAt(layer, frames(0));
    return [{ state, reference: layer.source, source, video, readable: { ...video, demuxer } }];
  });
}

/**
 * Combines the two fields of each interlaced frame into one picture at the time of the first field. Returns an empty
 * list for a progressive source, or if the template keeps the fields. Frames that are marked as progressive stay
 * unchanged.
 */
export function deinterlaceFilters(
  { fields }: VideoFacts,
  mediaSource: Pick<MediaSource, 'fields'>,
): readonly Filter[] {
  if (fields === null || mediaSource.fields === 'keep') return [];
  const parity = fields.first === 'top' ? 'tff' : 'bff';
  const fieldOptions = fields.marked ? { parity: 'auto', deint: 'interlaced' } : { parity, deint: 'all' };
  return [filter('bwdif', { mode: 'send_frame', ...fieldOptions })];
}

/** Marks every frame as progressive BT.709 with limited range. */
export const TAGGED = filter('setparams', {
  field_mode: 'prog',
  range: 'tv',
  color_primaries: 'bt709',
  color_trc: 'bt709',
  colorspace: 'bt709',
});
export const SQUARE_PIXELS = placedFilter('setsar', [1]);

function placeLayer({ fit }: VideoState, video: VideoFacts, canvas: Canvas): Placement {
  const source = { width: video.displayWidth, height: video.displayHeight };
  return placeSource(source, canvas, fit, canvas.pixelFormat === 'yuv444p' ? 1 : 2);
}

/**
 * Returns the filters that convert a source to the requested frames with the film's rate, size, and colors. They first
 * repeat the last frame endlessly (`tpad`). Then they choose the frame nearest in time for each output frame (`fps`),
 * and scale only the chosen frames.
 */
function sourceFilters(
  video: VideoFacts,
  seek: ReadingStart,
  requested: PictureRequest,
  { scaled, picture }: Placement,
  canvas: Canvas,
): readonly Filter[] {
  const isCut = picture.width !== scaled.width || picture.height !== scaled.height;
  return [
    ...chosenFrames(seek, requested, canvas),
    ...colorFilters(video, scaled, canvas),
    ...(isCut ? [placedFilter('crop', [picture.width, picture.height])] : []),
    SQUARE_PIXELS,
  ];
}

/** A seek point, and by how many seconds after it reading starts. */
interface ReadingStart extends SeekPoint {
  readonly laterSeconds: number;
}

/** Chooses the requested frames at the film's rate. */
export function chosenFrames(
  { aheadSeconds, isBetweenTicks = false, laterSeconds }: ReadingStart,
  requested: PictureRequest,
  { frameRate }: Pick<Canvas, 'frameRate'>,
  speed = 1,
): readonly Filter[] {
  return [
    LAST_FRAME_HELD,
    ...(laterSeconds > 0 ? [placedFilter('setpts', [`PTS+round(${laterSeconds}/TB)`])] : []),
    ...(isBetweenTicks ? [filter('settb', { expr: `intb/${MAX_TIME_BASE_FACTOR}` })] : []),
    ...(aheadSeconds > 0 ? [placedFilter('setpts', [`PTS-round(${decimal(aheadSeconds)}/TB)`])] : []),
    ...speedFilters(speed),
    nearestFrames(frameRate),
    trimFilter(requested),
  ];
}

/**
 * Returns the filters that change the speed. They use a finer time base, so that rounding does not change the choice
 * between two nearly equidistant frames.
 */
function speedFilters(speed: number): readonly Filter[] {
  if (speed === 1) return [];
  const { times, per } = speedRatio(speed);
  const finer = Math.min(times, MAX_TIME_BASE_FACTOR);
  return [filter('settb', { expr: `intb/${finer}` }), placedFilter('setpts', [`round(PTS*${per}/${times})`])];
}

/** The maximum factor by which the time base becomes finer. FFmpeg's time bases have at most 2³¹ ticks per second. */
const MAX_TIME_BASE_FACTOR = 100;

/**
 * Repeats the last frame endlessly. It must precede `setpts`: in FFmpeg 7, `setpts` removes the frame rate, and then all
 * repeated frames have the same time. The filters after them would wait forever.
 */
export const LAST_FRAME_HELD = filter('tpad', { stop: -1, stop_mode: 'clone' });

/** Chooses the frame nearest in time for each frame of this rate. */
export function nearestFrames(rate: FrameRate): Filter {
  return filter('fps', { fps: formatFrameRate(rate), start_time: 0, round: 'near' });
}

/**
 * Returns the position at which reading starts: shortly before frame `first`. If `first` is null, returns the seek
 * point, which neighboring scenes may share.
 */
export function readingStart(
  seek: SeekPoint,
  { first, alone }: PictureRequest,
  readable: SeekableSource & Pick<VideoFacts, 'fields' | 'frameRate'>,
  { frameRate }: Canvas,
  speed = 1,
): ReturnType<typeof seekLater> {
  if (first === null) return { seek, laterSeconds: 0 };
  const isAlone = alone !== undefined;
  const from = frames(Math.max(0, first - (alone?.back ?? 0)));
  const marginSeconds = isAlone && speed === 1 ? marginOfOne(readable) : undefined;
  return seekLater(seek, framesToSeconds(from, frameRate) * speed, readable, { marginSeconds, isShared: isAlone });
}

/**
 * Returns the time in seconds of the source before which the picture of a single frame starts: the middle between the
 * frame and the next frame of the film, because the nearest picture is displayed. Returns null for frames of a film.
 */
export function lastPictureBefore(
  { seekSeconds, aheadSeconds }: SeekPoint,
  { first, alone }: PictureRequest,
  { frameRate }: Pick<Canvas, 'frameRate'>,
  speed = 1,
): number | null {
  if (alone === undefined) return null;
  const frameSeconds = framesToSeconds(frames(1), frameRate) * speed;
  return seekSeconds + aheadSeconds + ((first ?? 0) + 0.5) * frameSeconds;
}

function trimFilter({ first, length }: PictureRequest): Filter {
  return filter('trim', first === null ? { end_frame: length } : { start_frame: first, end_frame: first + length });
}

/**
 * Returns the filters that scale and convert to BT.709 limited range: one filter, or several for HDR. Returns only the
 * pixel format if nothing else differs.
 */
export function colorFilters(video: VideoFacts, scaled: Size, canvas: Canvas): readonly Filter[] {
  const format = pixelFormat(video.hasAlpha ? ALPHA_FORMATS[canvas.pixelFormat] : canvas.pixelFormat);
  const size = [scaled.width, scaled.height];
  if (video.transfer !== 'sdr' && canvas.toneMaps)
    return [placedFilter('scale', size), ...toneMapFilters(video.transfer), format];
  const resized = scaled.width !== video.codedWidth || scaled.height !== video.codedHeight || video.rotation !== 0;
  const recolored = video.matrix !== 'bt709' || video.range !== 'limited';
  if (!resized && !recolored) return [format];
  const matrix = video.matrix === 'rgb' ? {} : { in_color_matrix: video.matrix };
  const colors = { ...matrix, in_range: video.range, out_color_matrix: 'bt709', out_range: 'limited' };
  return [placedFilter('scale', size, recolored ? colors : {}), format];
}

export function pixelFormat(name: string): Filter {
  return placedFilter('format', [name]);
}

function toneMapFilters(transfer: Exclude<VideoFacts['transfer'], 'sdr'>): readonly Filter[] {
  return toneMapSteps(transfer).map(([name, options]) =>
    isPlaced(options) ? placedFilter(name, options) : filter(name, options),
  );
}

function isPlaced(options: object): options is readonly string[] {
  return Array.isArray(options);
}

function padFilters({ picture, left, top }: Placement, canvas: Canvas): readonly Filter[] {
  if (picture.width === canvas.width && picture.height === canvas.height) return [];
  return [placedFilter('pad', [canvas.width, canvas.height, left, top, 'black'])];
}

function black({ source }: Builder, requested: PictureRequest, canvas: Canvas): Pad {
  const size = `${canvas.width}x${canvas.height}`;
  const color = filter('color', { c: 'black', s: size, r: formatFrameRate(canvas.frameRate) });
  return source([color, trimFilter(requested), pixelFormat(canvas.pixelFormat)]);
}

/**
 * Returns the encoder of a picture part with its arguments.
 * @param streamedFrames The length of the part in frames if the film is streamed. The part is then encoded in pieces
 * ({@link piecesOf}).
 */
export function pictureEncoding(
  picture: PictureFormat,
  settings: readonly string[],
  { alpha, frameRate }: Canvas,
  streamedFrames: number | null = null,
): readonly string[] {
  const { encoder, segmentMuxer, hardware } = picture;
  const pixels = alpha?.pixelFormat ?? hardware?.pixelFormat ?? picture.pixelFormat;
  return [
    '-c:v',
    encoder,
    ...settings,
    '-pix_fmt',
    pixels,
    ...COLOR_TAGS,
    '-f',
    segmentMuxer,
    ...(streamedFrames === null ? [] : piecesOf(streamedFrames, frameRate)),
  ];
}

/**
 * Returns the arguments that encode pieces. Only the start of each piece is a sync frame. Each piece is a fragment,
 * which FFmpeg writes as soon as the piece is complete.
 */
function piecesOf(length: number, frameRate: Canvas['frameRate']): readonly string[] {
  return [
    ...['-g', String(pieceFrames(length, frameRate)), '-sc_threshold', '0', '-flags', '+cgop'],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-flush_packets', '1'],
  ];
}

const COLOR_TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
