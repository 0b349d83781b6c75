import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { Raster } from '#shared/golden/planes.ts';
import type { Layer, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';
import type { OpenFilm } from '../open-film.ts';
import { contrastOf } from './contrast.ts';
import { inkBounds, type RestingLayer, restingFrames } from './resting-layers.ts';

export interface VisibleFault {
  readonly code: 'outside' | 'contrast' | 'small' | 'overlap';
  /** The name of the layer, or its text. */
  readonly layer: string;
  readonly frame: number;
  readonly found: string;
}

/** The margin at each side as a share of the frame: the title-safe area of EBU R 95. */
const SAFE = 0.05;
/** The tolerance for rounding, in pixels. */
const SLACK = 2;
/** The scale of the background. Letters are drawn at full scale. */
const BACKGROUND_SCALE = 0.5;
/** The minimum contrast of large letters (WCAG 2). */
const MIN_CONTRAST = 3;
/** The minimum font size as a share of the shorter side of the film: 16 pixels of 1080. */
const MIN_SIZE = 16 / 1080;
/** The name of logo layers. Like texts, they must be inside the safe area. */
const LOGO = 'Logo';

/** The requested checks. */
export interface Checks {
  /** The same film without its texts, which the check of the contrast needs. */
  readonly plain: OpenFilm | null;
  /**
   * Whether to report also small and overlapping texts. False for extreme values, because such texts are then
   * inevitable.
   */
  readonly isStrict: boolean;
}

/** Finds resting texts, logos, and caption boxes that are outside the safe area, are hard to read, or overlap. */
export async function findVisibleFaults(film: OpenFilm, { plain, isStrict }: Checks): Promise<readonly VisibleFault[]> {
  const faults: VisibleFault[] = [];
  const logos = film.named(LOGO);
  const isChecked = (layer: Layer) =>
    layer.kind === 'text' ? layer.content.trim() !== '' : layer.kind === 'captions' || logos.has(layer.id);
  const frames = restingFrames(film, await textSizes(film), isChecked);
  for (const { frame, layers } of frames) {
    const hasTexts = layers.some((box) => box.layer.kind === 'text');
    const background = (hasTexts && (await plain?.raster(frame, BACKGROUND_SCALE))) || null;
    const before: CheckedLayer[] = [];
    for (const box of layers) {
      const bounds: LayerBounds =
        box.layer.kind === 'text' ? await textBounds(film, box, box.layer, background) : boxBounds(box);
      const checked = { name: box.layer.kind === 'text' ? box.layer.content : box.layer.kind, bounds };
      const found = [
        ...placeFaults(checked, film.movie),
        ...(isStrict ? strictFaults(checked, before, film.movie) : []),
      ];
      faults.push(...found.map((fault) => ({ ...fault, layer: checked.name, frame })));
      before.push(checked);
    }
  }
  return faults;
}

interface CheckedLayer {
  readonly name: string;
  readonly bounds: LayerBounds;
}

type LayerFault = Pick<VisibleFault, 'code' | 'found'>;

function placeFaults({ bounds }: CheckedLayer, { width, height }: Size): readonly LayerFault[] {
  const outside = outsideOf(bounds, width, height);
  const { contrast = MIN_CONTRAST } = bounds;
  return [
    ...(outside === null ? [] : [{ code: 'outside' as const, found: outside }]),
    ...(contrast < MIN_CONTRAST ? [{ code: 'contrast' as const, found: contrast.toFixed(2) }] : []),
  ];
}

function strictFaults(
  { bounds }: CheckedLayer,
  before: readonly CheckedLayer[],
  { width, height }: Size,
): readonly LayerFault[] {
  const { size } = bounds;
  const isSmall = size !== undefined && size < MIN_SIZE * Math.min(width, height);
  return [
    ...(isSmall ? [{ code: 'small' as const, found: `${size.toFixed(1)} pixels` }] : []),
    ...before
      .filter((other) => areOverlapping(other.bounds, bounds))
      .map(({ name }) => ({ code: 'overlap' as const, found: name })),
  ];
}

interface LayerBounds extends ReturnType<typeof inkBounds> {
  readonly contrast?: number;
  /** The font size in pixels of the film. */
  readonly size?: number;
}

/** Returns the bounds and the font size of a text, and its contrast if a background is given. */
async function textBounds(
  film: OpenFilm,
  box: RestingLayer,
  layer: TextLayer,
  background: Raster | null,
): Promise<LayerBounds> {
  const letters = await film.drawText(layer, box.frame, LETTERS);
  const { size } = await film.layOutText(layer, box.frame);
  const bounds = {
    ...inkBounds(box, letters),
    ...(size !== null && { size: size * Math.hypot(box.matrix.c, box.matrix.d) }),
  };
  if (background === null) return bounds;
  return {
    ...bounds,
    contrast: contrastOf(box, letters, layer.style.background, { ...background, frameScale: BACKGROUND_SCALE }),
  };
}

const LETTERS = { background: null, shadow: null, outline: null };

/** Lays out all texts. Returns their sizes. */
async function textSizes(film: OpenFilm): Promise<KnownSizes> {
  const sizes = new Map<string, DrawingLayout>();
  const all = allTexts(film);
  for (const layer of all) sizes.set(layer.id, await film.layOutText(layer));
  return { ofSource: () => null, ofText: ({ id }) => sizes.get(id) ?? null, ofCaptions: () => null };
}

function allTexts({ movie }: OpenFilm): readonly TextLayer[] {
  return textsIn([...movie.overlays, ...movie.scenes]);
}

function textsIn(value: unknown): readonly TextLayer[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'text' && 'content' in value) return [value as TextLayer];
  return ['scenes', 'layers'].flatMap((key) => textsIn((value as Readonly<Record<string, unknown>>)[key]));
}

/** Returns whether two layers cover some of the same pixels, beyond rounding. */
function areOverlapping(one: LayerBounds, other: LayerBounds): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > SLACK && down > SLACK;
}

function boxBounds({ matrix: { a, b, c, d, e, f }, size }: RestingLayer) {
  const corners = [
    [0, 0],
    [size.width, 0],
    [0, size.height],
    [size.width, size.height],
  ] as const;
  const across = corners.map(([x, y]) => a * x + c * y + e);
  const down = corners.map(([x, y]) => b * x + d * y + f);
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

function outsideOf(bounds: LayerBounds, width: number, height: number): string | null {
  const { left, top, right, bottom } = bounds;
  const sides = [
    ['left', SAFE * width - left],
    ['right', right - (1 - SAFE) * width],
    ['top', SAFE * height - top],
    ['bottom', bottom - (1 - SAFE) * height],
  ] as const;
  const out = sides.filter(([, by]) => by > SLACK);
  return out.length === 0 ? null : out.map(([side, by]) => `${side} by ${Math.round(by)}`).join(', ');
}
