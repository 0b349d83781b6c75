import type { DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { Layer, TextLayer } from '#shared/template/movie/movie.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';
import type { OpenFilm, Raster } from '../open-film.ts';
import { contrastOf } from './contrast.ts';
import { inkBounds, type RestingLayer, restingFrames } from './seen-texts.ts';

/** A visible fault. */
export interface SeenFault {
  readonly code: 'outside' | 'contrast';
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
const GROUND = 0.5;
/** The minimum contrast of large letters (WCAG 2). */
const MIN_CONTRAST = 3;
/** The name of logo layers. Like texts, they must be inside the safe area. */
const LOGO = 'Logo';

/**
 * Checks texts and logos that do not move. Checks whether they are in the safe area. If `plain`, the same film without
 * its texts, is given, also checks whether they are readable.
 */
export async function lookAtLayers(film: OpenFilm, plain: OpenFilm | null): Promise<readonly SeenFault[]> {
  const { width, height } = film.movie;
  const faults: SeenFault[] = [];
  const logos = film.named(LOGO);
  const isLooked = (layer: Layer) => (layer.kind === 'text' ? layer.content.trim() !== '' : logos.has(layer.id));
  const frames = restingFrames(film, await textSizes(film), isLooked);
  for (const { frame, layers } of frames) {
    const hasTexts = layers.some((box) => box.layer.kind === 'text');
    const ground = (hasTexts && (await plain?.raster(frame, GROUND))) || null;
    for (const box of layers) {
      const seen: Seen = box.layer.kind === 'text' ? await lookAtText(film, box, box.layer, ground) : boxBounds(box);
      const outside = outsideOf(seen, width, height);
      const { layer } = box;
      const where = { layer: layer.kind === 'text' ? layer.content : layer.kind, frame };
      if (outside !== null) faults.push({ code: 'outside', ...where, found: outside });
      if (seen.contrast !== undefined && seen.contrast < MIN_CONTRAST)
        faults.push({ code: 'contrast', ...where, found: seen.contrast.toFixed(2) });
    }
  }
  return faults;
}

interface Seen extends ReturnType<typeof inkBounds> {
  readonly contrast?: number;
}

/** Checks the position of the letters of a text. If there is a background, also checks their contrast. */
async function lookAtText(film: OpenFilm, box: RestingLayer, layer: TextLayer, ground: Raster | null): Promise<Seen> {
  const letters = await film.drawText(layer, LETTERS);
  const bounds = inkBounds(box, letters);
  if (ground === null) return bounds;
  return { ...bounds, contrast: contrastOf(box, letters, layer.style.background, { ...ground, frameScale: GROUND }) };
}

const LETTERS = { background: null, shadow: null, outline: null };

/** Returns the sizes of texts whose box lacks at least one side. */
async function textSizes(film: OpenFilm): Promise<KnownSizes> {
  const sizes = new Map<string, DrawingLayout>();
  const all = allTexts(film);
  for (const layer of all) sizes.set(layer.id, await film.layOutText(layer));
  return { ofSource: () => null, ofText: ({ id }) => sizes.get(id) ?? null };
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

function outsideOf(bounds: Seen, width: number, height: number): string | null {
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
