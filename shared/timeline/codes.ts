import { onceFor } from '../lib/once-for.ts';
import { contrastRatio } from '../lib/srgb.ts';
import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import type { CodeLayer, Layer } from '../template/movie/movie.ts';
import { withNestedLayers } from '../template/movie/used-sources.ts';
import type { Paint } from '../template/values/color.ts';
import type { FrameRate, Frames } from '../template/values/frame-rate.ts';
import { inPixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { type QrCode, qrCode } from '../template/values/qr-code.ts';
import { solidBox } from './layer-drawing.ts';
import { placementAt } from './placement.ts';
import { layerTime } from './time.ts';

/** The fields of a code layer that determine its modules. */
type Coded = Pick<CodeLayer, 'content' | 'level' | 'margin' | 'box'>;

/** The position of a code in its box, in whole pixels of the movie. */
export interface CodeLayout {
  readonly code: QrCode;
  /** The side of a module in pixels. It is 0 if the box has less than one pixel per module. */
  readonly module: number;
  /** The upper left corner of the code, without its margin. */
  readonly left: number;
  readonly top: number;
}

/** The default side of a module, in pixels of the movie. */
const DEFAULT_MODULE = 4;

/** Returns the box of a code in whole pixels. @param frame The size that percentages refer to. */
export function codeBox({ content, level, margin, box }: Coded, frame: Size): Size {
  const modules = (qrCode(content, level)?.modules ?? 0) + 2 * margin;
  const side = (length: CodeLayer['box']['width'], whole: number) =>
    Math.max(1, length === null ? DEFAULT_MODULE * modules : Math.round(inPixels(length, whole)));
  return { width: side(box.width, frame.width), height: side(box.height, frame.height) };
}

/** Returns the position of the modules in a box; null if no code can have this content. */
export function codeLayout({ content, level, margin }: Coded, { width, height }: Size): CodeLayout | null {
  const code = qrCode(content, level);
  if (code === null) return null;
  const module = Math.floor(Math.min(width, height) / (code.modules + 2 * margin));
  const start = (side: number) => Math.floor((side - module * code.modules) / 2);
  return { code, module, left: start(width), top: start(height) };
}

/** Returns the pixels of a code, as premultiplied RGBA in row-major order. */
export function codePixels(layer: CodeLayer, { width, height }: Size): Uint8Array {
  const pixels = new Uint32Array(width * height);
  const dark = pixelOf(layer.color);
  pixels.fill(pixelOf(layer.background));
  const layout = codeLayout(layer, { width, height });
  const { code, module, left, top } = layout ?? { code: null, module: 0, left: 0, top: 0 };
  for (let row = 0; code !== null && row < code.modules; row++)
    for (let y = top + row * module; y < top + (row + 1) * module; y++)
      for (let column = 0; column < code.modules; column++) {
        if (code.dark[row * code.modules + column] !== 1) continue;
        const from = y * width + left + column * module;
        pixels.fill(dark, from, from + module);
      }
  return new Uint8Array(pixels.buffer);
}

/** Returns a color as a premultiplied pixel, in the byte order of the machine. */
function pixelOf({ red, green, blue, alpha }: Paint): number {
  const bytes = Uint8Array.of(
    ...[red, green, blue].map((channel) => Math.round(channel * alpha)),
    Math.round(255 * alpha),
  );
  return new Uint32Array(bytes.buffer)[0] ?? 0;
}

/** A container of layers. */
interface CodeContainer {
  readonly duration: Frames;
  readonly frame: Size;
  readonly rate: FrameRate;
  /** The frames of the container in which it is visible. `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Pixels of the film per pixel of the container. */
  readonly scale: number;
}

const hasCode = onceFor((layers: readonly Layer[]) => withNestedLayers(layers).some(({ kind }) => kind === 'code'));

/** Reports codes that are hard to read. @param frame The size of the movie. */
export function codeFindings(
  layers: readonly Layer[],
  { duration, frame, rate }: Pick<CodeContainer, 'duration' | 'frame' | 'rate'>,
): readonly Finding[] {
  return hasCode(layers) ? findingsIn(layers, { duration, frame, rate, from: 0, to: duration, scale: 1 }) : [];
}

function findingsIn(layers: readonly Layer[], container: CodeContainer): readonly Finding[] {
  return layers.flatMap((layer): readonly Finding[] => {
    const { start, end, first, length } = layerTime(layer, container.duration);
    const [from, to] = [Math.max(container.from, start), Math.min(container.to, end)];
    if (!layer.enabled || to <= from) return [];
    const { frame, rate } = container;
    const picture = layer.kind === 'code' ? codeBox(layer, frame) : frameOf(layer, frame);
    const middle = Math.floor((from + to) / 2) - start + first;
    const { a, b, c, d } = placementAt(layer, middle, { frame, rate, length, picture }).matrix;
    const scale = container.scale * Math.min(Math.hypot(a, b), Math.hypot(c, d));
    if (layer.kind === 'code') return readingFindings(layer, { picture, scale, frames: to - from, rate });
    if (layer.kind !== 'group') return [];
    const inner = { duration: length, frame: picture, rate, from: from - start + first, to: to - start + first, scale };
    return findingsIn(layer.layers, inner);
  });
}

function frameOf(layer: Layer, frame: Size): Size {
  return layer.kind === 'group' ? solidBox(layer, frame) : frame;
}

/** The minimum side of a module that scanners can read after compression, in pixels of the film. */
const MIN_MODULE = 3;
/** The minimum contrast of dark and light modules (contrast ratio of WCAG 2.2). */
const MIN_CONTRAST = 3;
/** The minimum width of the quiet zone, in modules (ISO/IEC 18004, 6.3.8). */
const MIN_MARGIN = 4;
/** The minimum time for scanning, in seconds. */
const MIN_SECONDS = 2;

interface ShownCode {
  readonly picture: Size;
  /** Pixels of the film per pixel of the code's picture. */
  readonly scale: number;
  /** The number of frames in which the code is visible. */
  readonly frames: number;
  readonly rate: FrameRate;
}

function readingFindings(layer: CodeLayer, { picture, scale, frames, rate }: ShownCode): readonly Finding[] {
  const { id, margin, color, background } = layer;
  const module = (codeLayout(layer, picture)?.module ?? 0) * scale;
  const seconds = (frames * rate.denominator) / rate.numerator;
  const findings: Finding[] = [];
  if (module < MIN_MODULE) {
    const says = message('code/small', { module: Math.floor(module * 10) / 10, least: MIN_MODULE });
    findings.push({ code: 'code/small', at: { node: id, attribute: 'content' }, says });
  }
  findings.push(...contrastFindings(id, color, background));
  if (margin < MIN_MARGIN) {
    const says = message('code/margin', { margin, least: MIN_MARGIN });
    findings.push({ code: 'code/margin', at: { node: id, attribute: 'margin' }, says });
  }
  if (seconds < MIN_SECONDS) {
    const says = message('code/short', { seconds: Math.floor(seconds * 10) / 10, least: MIN_SECONDS });
    findings.push({ code: 'code/short', at: { node: id }, says });
  }
  return findings;
}

/** Reports colors with too little contrast. Without an opaque background, the contrast is unknown. */
function contrastFindings(node: CodeLayer['id'], color: Paint, background: Paint): readonly Finding[] {
  if (background.alpha < 1) return [];
  const over = (part: 'red' | 'green' | 'blue') => background[part] + (color[part] - background[part]) * color.alpha;
  const dark = { red: over('red'), green: over('green'), blue: over('blue') };
  const ratio = contrastRatio(dark, background);
  const at = { node, attribute: 'color' };
  if (ratio < MIN_CONTRAST) {
    // Round down: the displayed ratio must not be higher than the actual ratio.
    const says = message('code/contrast', { ratio: Math.floor(ratio * 10) / 10, least: MIN_CONTRAST });
    return [{ code: 'code/contrast', at, says }];
  }
  const black = { red: 0, green: 0, blue: 0 };
  const isLighter = contrastRatio(dark, black) > contrastRatio(background, black);
  return isLighter ? [{ code: 'code/contrast', at, says: message('code/lighter') }] : [];
}
