import type { Size } from '#shared/template/values/placement.ts';

/** How large the picture is shown: to fit, or so many pixels of the page for one of the film. */
export type Zoom = 'fit' | number;

/** What the menu offers; the wheel goes through all between. */
export const ZOOMS: readonly Zoom[] = ['fit', 0.5, 1, 2];

/** Kept free around a picture that fits. */
const MARGIN = { across: 32, down: 24 };

const SMALLEST = 0.1;
const LARGEST = 8;
/** One step of a wheel zooms at most by this exponent; a pinch makes many small ones. */
const MOST = 60;
const ZOOM_PER_PIXEL = 0.0065;

/** A place in the picture, in parts of it, and where on the page it lies. */
export interface ShownPoint {
  readonly clientX: number;
  readonly clientY: number;
  readonly across: number;
  readonly down: number;
}

/** The zoom after a turn of the wheel, from pixels of the page for one of the film; down makes it smaller. */
export function wheeledZoom(factor: number, pixels: number): number {
  const by = Math.min(MOST, Math.max(-MOST, pixels));
  return Math.min(LARGEST, Math.max(SMALLEST, factor * Math.exp(-by * ZOOM_PER_PIXEL)));
}

/** The size of the picture on the page. */
export function shownSize(film: Size, stage: Size, zoom: Zoom): Size {
  const factor = zoom === 'fit' ? fitting(film, stage) : zoom;
  return { width: Math.max(1, Math.round(film.width * factor)), height: Math.max(1, Math.round(film.height * factor)) };
}

/** Pixels to be drawn: those of the screen, but no more than the film has. */
export function drawnSize(film: Size, shown: Size, pixelRatio: number): Size {
  const factor = Math.min(1, (shown.width * pixelRatio) / film.width);
  return { width: Math.max(1, Math.round(film.width * factor)), height: Math.max(1, Math.round(film.height * factor)) };
}

export function readZoom(stored: unknown): Zoom {
  return typeof stored === 'number' && stored >= SMALLEST && stored <= LARGEST ? stored : 'fit';
}

function fitting(film: Size, stage: Size): number {
  const factor = Math.min((stage.width - MARGIN.across) / film.width, (stage.height - MARGIN.down) / film.height);
  return Math.max(factor, 0);
}
