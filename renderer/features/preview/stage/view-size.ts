import type { Size } from '../../../../shared/template/values/placement.ts';

/** How large the picture is shown: to fit, or so many pixels of the page for one of the film. */
export type Zoom = 'fit' | 0.5 | 1 | 2;

export const ZOOMS: readonly Zoom[] = ['fit', 0.5, 1, 2];

/** Kept free around a picture that fits. */
const MARGIN = { across: 32, down: 24 };

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
  return ZOOMS.find((zoom) => zoom === stored) ?? 'fit';
}

function fitting(film: Size, stage: Size): number {
  const factor = Math.min((stage.width - MARGIN.across) / film.width, (stage.height - MARGIN.down) / film.height);
  return Math.max(factor, 0);
}
