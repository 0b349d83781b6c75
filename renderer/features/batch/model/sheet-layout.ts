/** How a sheet of small pictures is laid out; lengths in pixels. */
export interface SheetLayout {
  readonly columns: number;
  readonly cellWidth: number;
  readonly pictureHeight: number;
  /** From one line of cells to the next. */
  readonly lineHeight: number;
}

/** A picture is about this high, whatever its shape. */
const HEIGHT = 112;
const NARROWEST = 104;
const WIDEST = 224;
/** What is written below a picture, with the space around. */
const CAPTION = 48;
/** Between a cell's edge and its picture, on each side. */
const INSET = 4;
export const SHEET_GAP = 8;

/** As many columns as fit, which share the width; `aspect` is the film's width by its height. */
export function sheetLayout(width: number, aspect: number): SheetLayout {
  const requested = Math.min(WIDEST, Math.max(NARROWEST, HEIGHT * aspect));
  const columns = Math.max(1, Math.floor((width + SHEET_GAP) / (requested + SHEET_GAP)));
  const cellWidth = Math.max(1, (width - SHEET_GAP * (columns - 1)) / columns);
  const pictureHeight = Math.round(Math.min(Math.max(1, cellWidth - 2 * INSET) / aspect, HEIGHT * 2));
  return { columns, cellWidth, pictureHeight, lineHeight: pictureHeight + CAPTION + SHEET_GAP };
}

/** Where a key leads from one of `count` pictures in lines of `columns`; null for a key that moves nothing. */
export function moveInSheet(
  key: string,
  at: number,
  { count, columns, page }: { readonly count: number; readonly columns: number; readonly page: number },
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    // In the last line a step down that leads nowhere stays.
    ArrowUp: at - columns < 0 ? at : at - columns,
    ArrowDown: at + columns >= count ? at : at + columns,
    PageUp: at - page * columns,
    PageDown: at + page * columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** The share of a film that its picture shows until the user chooses another: films often begin and end with one color. */
export const SHOWN_SHARE = 0.5;

/** The frame at a share of a film of `total` frames, from 0 to 1. */
export function frameAtShare(share: number, total: number): number {
  return Math.round(share * Math.max(0, total - 1));
}
