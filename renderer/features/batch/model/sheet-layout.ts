/** The layout of a contact sheet in pixels. */
export interface SheetLayout {
  readonly columns: number;
  readonly cellWidth: number;
  readonly pictureHeight: number;
  /** The distance from one line of cells to the next. */
  readonly lineHeight: number;
}

/** The approximate height of a picture in pixels, regardless of the aspect ratio. */
const HEIGHT = 112;
const MIN_WIDTH = 104;
const MAX_WIDTH = 224;
/** The height in pixels of the caption below a picture, with its padding. */
const CAPTION = 48;
/** The padding in pixels between a cell and its picture on each side. */
const INSET = 4;
export const SHEET_GAP = 8;

/**
 * Returns the layout with as many columns of equal width as fit. `aspect` is the width of the film divided by its
 * height.
 */
export function sheetLayout(width: number, aspect: number): SheetLayout {
  const requested = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, HEIGHT * aspect));
  const columns = Math.max(1, Math.floor((width + SHEET_GAP) / (requested + SHEET_GAP)));
  const cellWidth = Math.max(1, (width - SHEET_GAP * (columns - 1)) / columns);
  const pictureHeight = Math.round(Math.min(Math.max(1, cellWidth - 2 * INSET) / aspect, HEIGHT * 2));
  return { columns, cellWidth, pictureHeight, lineHeight: pictureHeight + CAPTION + SHEET_GAP };
}

/**
 * The default position of the pictures as a fraction of the film. The middle is best, because many films begin and end
 * with a plain color.
 */
export const SHOWN_SHARE = 0.5;

/** Returns the frame at a fraction (0 to 1) of a film with `total` frames. */
export function frameAtShare(share: number, total: number): number {
  return Math.round(share * Math.max(0, total - 1));
}
