import { type LayerRow, rowAt } from '../../../shared/film/row.ts';
import {
  type FrameRate,
  type Frames,
  formatFrameRate,
  frames,
  framesToSeconds,
} from '../../../shared/template/frame-rate.ts';
import type { Layer, Movie } from '../../../shared/template/movie.ts';
import { type Placement, placeSource, type Size } from '../../../shared/template/placement.ts';
import type { VideoFacts } from '../media/media-facts.ts';
import { decimal, type EffectStep, effectSteps } from './effect-graphs.ts';
import type { PictureFormat } from './formats.ts';
import type { PartInput } from './part.ts';
import { type Readable, type SceneSources, type SeekPoint, seekLater, seekPoint, sourceInput } from './scene-source.ts';

/** The frame that scenes are composed for: as large, fast and deep as the format makes it. */
export interface Canvas extends Size {
  readonly frameRate: FrameRate;
  readonly pixelFormat: PictureFormat['pixelFormat'];
  /** Whether this FFmpeg can map high dynamic range to what the film shows. */
  readonly toneMaps: boolean;
}

interface PictureGraph {
  readonly inputs: readonly PartInput[];
  readonly graph: string;
}

/** What `overlay` calls our pixel formats. */
const OVERLAY_FORMATS = { yuv420p: 'yuv420', yuv422p10le: 'yuv422p10', yuv444p: 'yuv444' } as const;
/** In what layers with transparency are kept until they are laid over the others. */
const ALPHA_FORMATS = { yuv420p: 'yuva420p', yuv422p10le: 'yuva444p', yuv444p: 'yuva444p' } as const;

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

/** The frames of a scene that are wanted: from its beginning on, or a single one. */
interface Stretch {
  readonly first: Frames | null;
  readonly length: Frames;
}

function composed(
  layers: readonly Layer[],
  stretch: Stretch,
  movie: Movie,
  sources: SceneSources,
  canvas: Canvas,
): PictureGraph {
  const builder = new GraphBuilder();
  const seen = layers.flatMap((layer) => {
    const source = sources.get(layer.id);
    return source?.facts.video ? [{ row: rowAt(layer, frames(0)), source, video: source.facts.video }] : [];
  });
  let below: string | null = null;
  for (const { row, source, video } of seen) {
    const readable = { ...video, demuxer: source.facts.demuxer };
    const first = seekPoint(row.inPoint, movie.frameRate, readable);
    const { seek, laterSeconds } = readingFrom(first, stretch, readable, canvas);
    const placement = placeLayer(row, video, canvas);
    const input = builder.input(sourceInput(source, seek, video.streamIndex), video.streamIndex);
    const picture = builder.chain(input, [
      ...(laterSeconds > 0 ? [`setpts=PTS+round(${laterSeconds}/TB)`] : []),
      ...sourceFilters(video, first, stretch, placement, canvas),
    ]);
    const finished = applyEffects(builder, picture, row, placement, video.hasAlpha, canvas);
    below =
      below === null && !video.hasAlpha
        ? builder.chain(finished, padFilters(placement, canvas))
        : builder.overlay(below ?? black(builder, stretch, canvas), finished, placement, canvas);
  }
  builder.finish(below ?? black(builder, stretch, canvas), [
    `trim=end_frame=${stretch.length}`,
    'setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
    'setsar=1',
  ]);
  return builder.graph();
}

function placeLayer({ fit }: LayerRow, video: VideoFacts, canvas: Canvas): Placement {
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
  stretch: Stretch,
  { scaled, picture }: Placement,
  canvas: Canvas,
): readonly string[] {
  const filters: string[] = [];
  if (seek.aheadSeconds > 0) filters.push(`setpts=PTS-round(${decimal(seek.aheadSeconds)}/TB)`);
  filters.push(
    'tpad=stop=-1:stop_mode=clone',
    `fps=fps=${formatFrameRate(canvas.frameRate)}:start_time=0:round=near`,
    trimmed(stretch),
    ...colorFilters(video, scaled, canvas),
  );
  if (picture.width !== scaled.width || picture.height !== scaled.height)
    filters.push(`crop=${picture.width}:${picture.height}`);
  filters.push('setsar=1');
  return filters;
}

/** Where a stretch is read from: a single frame from just before it, a scene from where its neighbours may be as well. */
function readingFrom(
  seek: SeekPoint,
  { first }: Stretch,
  readable: Readable,
  { frameRate }: Canvas,
): ReturnType<typeof seekLater> {
  return first === null ? { seek, laterSeconds: 0 } : seekLater(seek, framesToSeconds(first, frameRate), readable);
}

function trimmed({ first, length }: Stretch): string {
  return first === null ? `trim=end_frame=${length}` : `trim=start_frame=${first}:end_frame=${first + length}`;
}

/** Scales and converts to BT.709 limited range in one go, or does nothing where nothing differs. */
export function colorFilters(video: VideoFacts, scaled: Size, canvas: Canvas): readonly string[] {
  const format = `format=${video.hasAlpha ? ALPHA_FORMATS[canvas.pixelFormat] : canvas.pixelFormat}`;
  if (video.transfer !== 'sdr' && canvas.toneMaps) return [...toneMapFilters(video, scaled), format];
  const resized = scaled.width !== video.codedWidth || scaled.height !== video.codedHeight || video.rotation !== 0;
  const recolored = video.matrix !== 'bt709' || video.range !== 'limited';
  if (!resized && !recolored) return [format];
  const options = [`scale=${scaled.width}:${scaled.height}`];
  if (recolored) {
    if (video.matrix !== 'rgb') options.push(`in_color_matrix=${video.matrix}`);
    options.push(`in_range=${video.range}`, 'out_color_matrix=bt709', 'out_range=limited');
  }
  return [options.join(':'), format];
}

/** Linear light, BT.709 primaries, a filmic curve, and back; as players do it on a screen of 100 nits. */
function toneMapFilters(video: VideoFacts, scaled: Size): readonly string[] {
  const transfer = video.transfer === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `scale=${scaled.width}:${scaled.height}`,
    `zscale=tin=${transfer}:min=2020_ncl:pin=2020:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=709:m=709:r=limited',
  ];
}

function applyEffects(
  builder: GraphBuilder,
  picture: string,
  { effects }: LayerRow,
  placement: Placement,
  hasAlpha: boolean,
  canvas: Canvas,
): string {
  return effects
    .flatMap((effect) => effectSteps(effect, placement.picture))
    .reduce((label, step) => applyStep(builder, label, step, hasAlpha, canvas), picture);
}

function applyStep(builder: GraphBuilder, label: string, step: EffectStep, hasAlpha: boolean, canvas: Canvas): string {
  if (step.kind === 'filters') return builder.chain(label, step.filters);
  const still = builder.input({ kind: 'still', still: step.still }, 0);
  if (!hasAlpha) return builder.join(label, still, `overlay=format=${OVERLAY_FORMATS[canvas.pixelFormat]}`);
  // A tint colours what is there; it must not fill in what is transparent.
  const [color, shape] = builder.split(label);
  const alpha = builder.chain(shape, ['alphaextract']);
  const opaque = builder.chain(color, [`format=${ALPHA_FORMATS[canvas.pixelFormat].replace('yuva', 'yuv')}`]);
  const overlayFormat = canvas.pixelFormat === 'yuv420p' ? 'yuv420' : 'yuv444';
  return builder.join(builder.join(opaque, still, `overlay=format=${overlayFormat}`), alpha, 'alphamerge');
}

function padFilters({ picture, left, top }: Placement, canvas: Canvas): readonly string[] {
  if (picture.width === canvas.width && picture.height === canvas.height) return [];
  return [`pad=${canvas.width}:${canvas.height}:${left}:${top}:black`];
}

function black(builder: GraphBuilder, stretch: Stretch, { width, height, frameRate, pixelFormat }: Canvas): string {
  const source = `color=c=black:s=${width}x${height}:r=${formatFrameRate(frameRate)}`;
  return builder.source([source, trimmed(stretch), `format=${pixelFormat}`]);
}

/** Collects filters and hands out labels; it knows nothing of what they do. */
class GraphBuilder {
  readonly #inputs: PartInput[] = [];
  readonly #chains: string[] = [];
  #labels = 0;

  input(input: PartInput, stream: number): string {
    this.#inputs.push(input);
    return `[in${this.#inputs.length - 1}:${stream}]`;
  }

  source(filters: readonly string[]): string {
    return this.#add('', filters);
  }

  chain(label: string, filters: readonly string[]): string {
    return filters.length === 0 ? label : this.#add(label, filters);
  }

  join(below: string, above: string, filter: string): string {
    return this.#add(below + above, [filter]);
  }

  overlay(below: string, above: string, { left, top }: Placement, canvas: Canvas): string {
    return this.join(below, above, `overlay=${left}:${top}:format=${OVERLAY_FORMATS[canvas.pixelFormat]}`);
  }

  split(label: string): readonly [string, string] {
    const [first, second] = [this.#label(), this.#label()];
    this.#chains.push(`${label}split${first}${second}`);
    return [first, second];
  }

  finish(label: string, filters: readonly string[]): void {
    this.#chains.push(`${label}${filters.join(',')}[out]`);
  }

  graph(): PictureGraph {
    return { inputs: this.#inputs, graph: this.#chains.join(';') };
  }

  #add(before: string, filters: readonly string[]): string {
    const after = this.#label();
    this.#chains.push(`${before}${filters.join(',')}${after}`);
    return after;
  }

  #label(): string {
    return `[t${this.#labels++}]`;
  }
}
