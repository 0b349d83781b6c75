import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { type ComparedFrame, type ComparedGolden, compareGolden } from '#shared/golden/compare-golden.ts';
import type { Golden } from '#shared/golden/golden-file.ts';
import {
  comparePlanes,
  differenceRaster,
  type PlaneDifference,
  type Raster,
  smallerRaster,
} from '#shared/golden/planes.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { GAP, oneChunk, type SheetCell, STRIP, sheetLabel, sizeOfPng } from './contact-sheet.ts';
import type { FilmPictures } from './film-pictures.ts';
import { digestOfPlanes, type MeasuredFilm, SHEET_COLUMNS } from './golden-film.ts';

/** The earlier state of a film: its golden file, and what is left of its pictures. */
export interface EarlierFilm {
  readonly golden: Golden;
  /** Opens the earlier film; null if its template is lost or has errors now. */
  readonly open: () => Promise<FilmPictures | null>;
  /** The golden sheet as PNG; null if it is lost. */
  readonly sheet: Uint8Array | null;
}

/** The comparison of a frame with its pixels. */
export interface FrameDifference extends ComparedFrame {
  readonly seconds: number;
  /** The difference of the pixels; null if the earlier frame cannot be made any more. */
  readonly difference: PlaneDifference | null;
}

/** The comparison of a film. */
export interface FilmDifference extends Omit<ComparedGolden, 'frames'> {
  readonly frames: readonly FrameDifference[];
  /** Three cells for each differing frame: before, after, and their difference. */
  readonly cells: readonly SheetCell[];
}

interface CompareRun {
  readonly tools: Pick<MediaTools, 'ffmpeg'>;
  /** The largest accepted difference of a value in frames that another FFmpeg made; null to skip such frames. */
  readonly tolerance: number | null;
  readonly signal: AbortSignal;
}

/** The width of a picture of a difference sheet, in pixels. */
const CELL_WIDTH = 480;

/**
 * Compares a film with its earlier state. Makes differing frames of both states again, and counts their pixels. An
 * earlier frame counts only if it still has its golden digest.
 */
export async function compareFilm(
  earlier: EarlierFilm,
  measured: MeasuredFilm,
  run: CompareRun,
): Promise<FilmDifference> {
  const compared = compareGolden(earlier.golden, measured.golden);
  const frames =
    run.tolerance === null ? compared.frames : await tolerated(compared.frames, earlier, measured, run.tolerance, run);
  const differing = frames.filter(({ equal }) => equal === false).map(({ frame }) => frame);
  const before = differing.length === 0 || compared.film.includes('size') ? null : await earlier.open();
  const lastFrame = measured.golden.film.frames;
  const [numerator = 1, denominator = 1] = measured.golden.film.rate.split('/').map(Number);
  const cells: SheetCell[] = [];
  const results: FrameDifference[] = [];
  for (const frame of frames) {
    const seconds = Math.round((1000 * frame.frame * denominator) / numerator) / 1000;
    if (frame.equal !== false || frame.frame >= lastFrame) {
      results.push({ ...frame, seconds, difference: null });
      continue;
    }
    const later = await planesOf(measured.pictures, frame.frame);
    const old = before === null || frame.frame >= before.length ? null : await planesOf(before, frame.frame);
    const golden = earlier.golden.frames.find((each) => each.frame === frame.frame);
    const isSame = old !== null && golden !== undefined && digestOfPlanes(old) === golden.planes;
    const { size } = measured.pictures;
    results.push({ ...frame, seconds, difference: isSame ? comparePlanes(old, later, size) : null });
    const smaller = composedSize(size, Math.min(1, CELL_WIDTH / size.width));
    const label = sheetLabel({ scene: frame.scene, seconds, frame: frame.frame });
    const shown = isSame ? smallerRaster(old, size, smaller) : await goldenCell(earlier, frame.frame, smaller, run);
    const after = smallerRaster(later, size, smaller);
    const difference = isSame ? differenceRaster(old, later, size, smaller) : empty(smaller);
    cells.push(
      { picture: shown, label: `${label} · before` },
      { picture: after, label: 'after' },
      { picture: difference, label: 'difference' },
    );
  }
  return { ...compared, frames: results, cells };
}

async function planesOf(pictures: FilmPictures, frame: number): Promise<Uint8Array> {
  for await (const { planes } of pictures.planes([frame], 1)) return planes;
  throw new Error(`frame ${frame} was not made`);
}

function empty(size: Pick<Raster, 'width' | 'height'>): Raster {
  return { ...size, pixels: new Uint8Array(3 * size.width * size.height) };
}

/** Compares frames that another FFmpeg made with the small pictures of the golden sheet. */
async function tolerated(
  frames: readonly ComparedFrame[],
  earlier: EarlierFilm,
  { golden, cells }: MeasuredFilm,
  most: number,
  run: CompareRun,
): Promise<readonly ComparedFrame[]> {
  const results: ComparedFrame[] = [];
  for (const frame of frames) {
    const cell = cells[golden.frames.findIndex((each) => each.frame === frame.frame)];
    if (frame.equal !== null || cell === undefined || earlier.sheet === null) {
      results.push(frame);
      continue;
    }
    const old = await goldenCell(earlier, frame.frame, cell, run);
    const isNear = old.pixels.every((value, at) => Math.abs(value - (cell.pixels[at] ?? 0)) <= most);
    results.push({ ...frame, equal: isNear });
  }
  return results;
}

/** Reads the small picture of a frame from the golden sheet, enlarged to a size. Black if the sheet is lost. */
async function goldenCell(
  { golden, sheet }: EarlierFilm,
  frame: number,
  size: Pick<Raster, 'width' | 'height'>,
  { tools, signal }: CompareRun,
): Promise<Raster> {
  const index = golden.frames.findIndex((each) => each.frame === frame);
  if (sheet === null || index < 0) return empty(size);
  const columns = SHEET_COLUMNS;
  const { width, height } = sizeOfPng(sheet);
  const rows = Math.ceil(golden.frames.length / columns);
  const cellWidth = (width + GAP) / columns - GAP;
  const cellHeight = (height + GAP) / rows - GAP - STRIP;
  const left = (index % columns) * (cellWidth + GAP);
  const top = Math.floor(index / columns) * (STRIP + cellHeight + GAP) + STRIP;
  const filters = [
    `crop=${cellWidth}:${cellHeight}:${left}:${top}:exact=1`,
    `scale=${size.width}:${size.height}:flags=neighbor`,
  ];
  const { stdout } = await runTool({
    program: tools.ffmpeg,
    arguments: [
      '-f',
      'png_pipe',
      '-i',
      'pipe:0',
      '-vf',
      filters.join(','),
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      'pipe:1',
    ],
    stdin: oneChunk(sheet),
    signal,
  });
  return { width: size.width, height: size.height, pixels: stdout };
}
