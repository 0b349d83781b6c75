import { invariant } from '#shared/lib/assert.ts';
import type { Layer, MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
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
import type { VideoFacts } from '../../sources/facts/media-facts.ts';
import type { PictureFormat } from '../formats/format.ts';
import { type EffectStep, effectSteps } from '../parts/effect-graphs.ts';
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
import type { PartInput } from '../parts/part-input.ts';
import {
  type Readable,
  type SceneSources,
  type SeekPoint,
  seekLater,
  seekPoint,
  sourceInput,
} from '../parts/scene-source.ts';

/** The frame that scenes are composed for: as large, fast and deep as the format makes it. */
export interface Canvas extends Size {
  readonly frameRate: FrameRate;
  readonly pixelFormat: PictureFormat['pixelFormat'];
  /** Whether this FFmpeg can map high dynamic range to what the film shows. */
  readonly toneMaps: boolean;
}

type PictureGraph = FilterGraph<PartInput>;
export type Builder = GraphBuilder<PartInput>;

/** What `overlay` calls our pixel formats. */
const OVERLAY_FORMATS = { yuv420p: 'yuv420', yuv422p10le: 'yuv422p10', yuv444p: 'yuv444' } as const;
/** In what layers with transparency are kept until they are laid over the others. */
const ALPHA_FORMATS = { yuv420p: 'yuva420p', yuv422p10le: 'yuva444p', yuv444p: 'yuva444p' } as const;
/** The same without their transparency. */
const OPAQUE_FORMATS = { yuv420p: 'yuv420p', yuv422p10le: 'yuv444p', yuv444p: 'yuv444p' } as const;

/** Composes one scene: `length` frames, made of its layers from the lowest to the topmost, on black. */
export function pictureGraph(
  layers: readonly Layer[],
  length: Frames,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  return composed(layers, { first: null, length }, movie, sources, canvas);
}

/** Composes a single frame of a scene, chosen and made by the same steps as if the whole scene were. */
export function frameGraph(
  layers: readonly Layer[],
  frame: Frames,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  return composed(layers, { first: frame, length: frames(1) }, movie, sources, canvas);
}

/** The frames of a scene that are wanted: from its beginning on, or so many from one on. */
export interface PictureRequest {
  readonly first: Frames | null;
  readonly length: Frames;
}

function composed(
  layers: readonly Layer[],
  requested: PictureRequest,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  invariant(layers.every(isPlainLayer), 'FFmpeg shows videos alone that fill the frame');
  const seen = videosIn(layers).flatMap((layer) => {
    const source = sources.get(layer.id);
    return layer.kind === 'video' && source?.facts.video
      ? [{ row: videoStateAt(layer, frames(0)), named: layer.source, source, video: source.facts.video }]
      : [];
  });
  return buildGraph((builder) => {
    let below: Pad | null = null;
    for (const { row, named, source, video } of seen) {
      const readable = { ...video, demuxer: source.facts.demuxer };
      const first = seekPoint(row.inPoint, movie.frameRate, readable);
      const { seek, laterSeconds } = readingFrom(first, requested, readable, canvas);
      const placement = placeLayer(row, video, canvas);
      const input = builder.input(sourceInput(source, seek, video.streamIndex), video.streamIndex);
      const picture = builder.chain(input, [
        ...deinterlaced(video, named),
        ...(laterSeconds > 0 ? [placedFilter('setpts', [`PTS+round(${laterSeconds}/TB)`])] : []),
        ...sourceFilters(video, first, requested, placement, canvas),
      ]);
      const finished = applyEffects(builder, picture, row, placement, video.hasAlpha, canvas);
      below =
        below === null && !video.hasAlpha
          ? builder.chain(finished, padFilters(placement, canvas))
          : builder.join([below ?? black(builder, requested, canvas), finished], [overlay(placement, canvas)]);
    }
    const filters = [filter('trim', { end_frame: requested.length }), TAGGED, SQUARE_PIXELS];
    return { from: [below ?? black(builder, requested, canvas)], filters };
  });
}

/**
 * Makes one picture of the two fields of each interlaced frame, at the time of the first; nothing for a progressive source,
 * and where the fields are to stay. Frames that say that they are progressive stay as they are.
 */
export function deinterlaced({ fields }: VideoFacts, named: Pick<MediaSource, 'fields'>): readonly Filter[] {
  if (fields === null || named.fields === 'keep') return [];
  const parity = fields.first === 'top' ? 'tff' : 'bff';
  const which = fields.marked ? { parity: 'auto', deint: 'interlaced' } : { parity, deint: 'all' };
  return [filter('bwdif', { mode: 'send_frame', ...which })];
}

/** Every frame says that it is BT.709 of limited range, line by line. */
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
 * From the source's frames to exactly `length` frames of the film's rate, size and colour. The last frame is held
 * without end (`tpad`) before the nearest one in time is chosen for each of ours (`fps`), and only those are scaled.
 */
function sourceFilters(
  video: VideoFacts,
  seek: SeekPoint,
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

/** Of a source that is read from the seek point on: the frames that are wanted, at the film's rate. */
export function chosenFrames(
  { aheadSeconds }: SeekPoint,
  requested: PictureRequest,
  { frameRate }: Pick<Canvas, 'frameRate'>,
  speed = 1,
): readonly Filter[] {
  return [
    ...(aheadSeconds > 0 ? [placedFilter('setpts', [`PTS-round(${decimal(aheadSeconds)}/TB)`])] : []),
    ...faster(speed),
    LAST_FRAME_HELD,
    nearestFrames(frameRate),
    trimmed(requested),
  ];
}

/** In a clock so fine that no time is rounded: that would choose another of two frames that are equally near. */
function faster(speed: number): readonly Filter[] {
  if (speed === 1) return [];
  const { times, per } = speedRatio(speed);
  const finer = Math.min(times, MOST_FINER);
  return [filter('settb', { expr: `intb/${finer}` }), placedFilter('setpts', [`round(PTS*${per}/${times})`])];
}

/** FFmpeg's clocks have no more than 2³¹ ticks a second. */
const MOST_FINER = 100;

/** Holds the last frame without end. */
export const LAST_FRAME_HELD = filter('tpad', { stop: -1, stop_mode: 'clone' });

/** Chooses for each frame of that rate the one that is nearest in time. */
export function nearestFrames(rate: FrameRate): Filter {
  return filter('fps', { fps: formatFrameRate(rate), start_time: 0, round: 'near' });
}

/** Where reading begins: for a single frame just before it, for a scene where its neighbours may begin as well. */
export function readingFrom(
  seek: SeekPoint,
  { first }: PictureRequest,
  readable: Readable,
  { frameRate }: Canvas,
  speed = 1,
): ReturnType<typeof seekLater> {
  if (first === null) return { seek, laterSeconds: 0 };
  return seekLater(seek, framesToSeconds(first, frameRate) * speed, readable);
}

function trimmed({ first, length }: PictureRequest): Filter {
  return filter('trim', first === null ? { end_frame: length } : { start_frame: first, end_frame: first + length });
}

/** Scales and converts to BT.709 limited range in one go, or does nothing where nothing differs. */
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

/** Linear light, BT.709 primaries, a filmic curve, and back; as players do it on a screen of 100 nits. */
function toneMapFilters(transfer: Exclude<VideoFacts['transfer'], 'sdr'>): readonly Filter[] {
  const tin = transfer === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    filter('zscale', { tin, min: '2020_ncl', pin: 2020, t: 'linear', npl: 100 }),
    pixelFormat('gbrpf32le'),
    filter('zscale', { p: 709 }),
    filter('tonemap', { tonemap: 'hable', desat: 0 }),
    filter('zscale', { t: 709, m: 709, r: 'limited' }),
  ];
}

/** The effects of a row on its picture, which stays as large as it is. */
export function applyEffects(
  builder: Builder,
  picture: Pad,
  { effects }: Pick<VideoState, 'effects'>,
  placement: Pick<Placement, 'picture'>,
  hasAlpha: boolean,
  canvas: Canvas,
): Pad {
  return effects
    .flatMap((effect) => effectSteps(effect, placement.picture))
    .reduce((pad, step) => applyStep(builder, pad, step, hasAlpha, canvas), picture);
}

function applyStep(builder: Builder, pad: Pad, step: EffectStep, hasAlpha: boolean, canvas: Canvas): Pad {
  if (step.kind === 'filters') return builder.chain(pad, step.filters);
  const still = builder.input({ kind: 'still', still: step.still }, 0);
  if (!hasAlpha)
    return builder.join([pad, still], [filter('overlay', { format: OVERLAY_FORMATS[canvas.pixelFormat] })]);
  // A tint colours what is there; it must not fill in what is transparent.
  const [color, shape] = builder.split(pad);
  const alpha = builder.chain(shape, [filter('alphaextract')]);
  const format = OPAQUE_FORMATS[canvas.pixelFormat];
  const opaque = builder.chain(color, [pixelFormat(format)]);
  const tinted = builder.join([opaque, still], [filter('overlay', { format: OVERLAY_FORMATS[format] })]);
  return builder.join([tinted, alpha], [filter('alphamerge')]);
}

function overlay({ left, top }: Placement, canvas: Canvas): Filter {
  return placedFilter('overlay', [left, top], { format: OVERLAY_FORMATS[canvas.pixelFormat] });
}

function padFilters({ picture, left, top }: Placement, canvas: Canvas): readonly Filter[] {
  if (picture.width === canvas.width && picture.height === canvas.height) return [];
  return [placedFilter('pad', [canvas.width, canvas.height, left, top, 'black'])];
}

function black({ source }: Builder, requested: PictureRequest, canvas: Canvas): Pad {
  const size = `${canvas.width}x${canvas.height}`;
  const color = filter('color', { c: 'black', s: size, r: formatFrameRate(canvas.frameRate) });
  return source([color, trimmed(requested), pixelFormat(canvas.pixelFormat)]);
}
