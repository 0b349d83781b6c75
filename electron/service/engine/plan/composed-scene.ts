import type { ShownVideo } from '#shared/compositor/scene/composed-layers.ts';
import type { ComposedCanvas } from '#shared/compositor/scene/composed-scene.ts';
import { type FramesOfSegment, planPicture } from '#shared/compositor/scene/planned-picture.ts';
import { required } from '#shared/lib/assert.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { type Frames, frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { ComposedInput, ComposedPart, Decoder } from '../parts/composed-part.ts';
import type { Filter } from '../parts/filter-graph.ts';
import type { SceneSource } from '../parts/scene-source.ts';
import { planDecoder } from './decoder-graph.ts';
import { type Canvas, type PictureRequest, pixelFormat, SQUARE_PIXELS, TAGGED } from './picture-graph.ts';
import type { FilmSources } from './planned-sources.ts';

/** A composed part without its encoding. */
export type ComposedPicture = Omit<ComposedPart, 'encoding' | 'device'>;

/** Plans the composed picture of a segment, or of some of its frames: a decoder for each video, and all inputs. */
export function composedPicture(
  segment: TimelineSegment,
  { alone, ...shown }: FramesOfSegment & Pick<PictureRequest, 'alone'>,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): ComposedPicture {
  const decoders: Decoder[] = [];
  const inputs: ComposedInput[] = [];
  const frame = composedCanvas(canvas);
  const { toneMaps } = canvas;
  const planVideo = ({ layer, loops, within }: ShownVideo): Size => {
    const { width, height } = within.frame;
    const source = required(sources.media.get(layer.id), 'the source of a video that is shown');
    const { frameRate } = frame;
    const decoding = {
      frameRate,
      pixelFormat: decodingFormat(canvas),
      toneMaps,
      width,
      height,
      ...(alone && { alone }),
    };
    const { decoder, size } = planDecoder(layer, loops, withPicture(source), within, movie.frameRate, decoding);
    decoders.push(decoder);
    inputs.push(...decoder.inputs);
    return size;
  };
  const port = { planVideo, read: (kind: 'bytes' | 'table', sha256: string) => void inputs.push({ kind, sha256 }) };
  const { scene, over } = planPicture(segment, shown, { movie, sources, canvas: frame, port });
  return {
    kind: 'composed',
    scene,
    ...(over !== null && { over }),
    decoders,
    inputs,
    filters: finishing(canvas),
    length: shown.length,
  };
}

function withPicture(source: SceneSource) {
  const { facts } = source;
  return { ...source, facts: { ...facts, video: required(facts.video, 'the picture of a video that is shown') } };
}

/**
 * Returns the canvas of the compositor. It has 8 bits per channel, and full chroma resolution if the format has more
 * than 4:2:0.
 */
function composedCanvas({ width, height, pixelFormat: format, frameRate: rate, alpha }: Canvas): ComposedCanvas {
  const opaque = format === 'yuv420p' ? 'yuv420p' : 'yuv444p';
  if (alpha === undefined) return { width, height, pixelFormat: opaque, frameRate: rate };
  const { output } = alpha;
  return {
    ...{ width, height, frameRate: rate },
    pixelFormat: output.kind === 'over' ? opaque : 'yuva444p',
    alpha: output,
  };
}

/** Returns the pixel format of decoded videos. A transparent film is composed in full chroma resolution. */
function decodingFormat({ pixelFormat: format, alpha }: Canvas): 'yuv420p' | 'yuv444p' {
  return alpha === undefined && format === 'yuv420p' ? 'yuv420p' : 'yuv444p';
}

function finishing({ pixelFormat: format, alpha }: Canvas): readonly Filter[] {
  const encoded = alpha?.pixelFormat ?? format;
  return [TAGGED, SQUARE_PIXELS, ...(CONVERTED.has(encoded) ? [pixelFormat(encoded)] : [])];
}

/** The encoder's pixel formats that the compositor cannot write. */
const CONVERTED: ReadonlySet<string> = new Set(['yuv422p10le', 'yuva420p', 'yuva444p10le']);

/** Shifts the layers of a plain scene so that frame `from` of the scene becomes frame 0. */
export function layersFrom(layers: readonly Layer[], from: Frames): readonly Layer[] {
  if (from === 0) return layers;
  return layers.map((layer) => (layer.kind === 'video' ? { ...layer, skip: frames(layer.skip + from) } : layer));
}
