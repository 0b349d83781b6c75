import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageRequest } from '#shared/contract/shapes/package-shapes.ts';
import { interestOf, mostInteresting, RATED_HEIGHT, RATED_WIDTH } from '#shared/film-check/picture-interest.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { runPool } from '../../waiting/pool.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import { encodingTimeLimits, outputLimitBytes } from '../plan/limits.ts';

type PosterFormat = NonNullable<PackageRequest['poster']>;
type SheetSize = NonNullable<PackageRequest['sheet']>;

/** A film whose pictures are read. */
export interface PicturedFilm {
  readonly path: string;
  readonly format: FormatName;
  /**
   * The frame rate of the movie. The film shows the movie's frames at the same times, even if the film has another
   * rate.
   */
  readonly frameRate: FrameRate;
  readonly length: number;
  readonly size: Size;
  readonly isTransparent: boolean;
  /**
   * Makes an opaque one-frame film and returns its path, which no other frame has. It is used for a film whose pictures
   * cannot be read. The caller deletes the file.
   */
  readonly makeFrame: (frame: number) => Promise<string>;
}

interface PictureRun {
  readonly tools: Pick<MediaTools, 'ffmpeg'>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The positions for a poster, in order of preference. Films often start and end with black. */
const POSTER_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;

/** Returns a frame for a poster: the first of some positions whose picture has enough detail. */
export async function interestingFrame(film: PicturedFilm, run: PictureRun): Promise<number> {
  const frames = [...new Set(POSTER_SHARES.map((share) => Math.floor(share * film.length)))];
  const rate = async (frame: number): Promise<number> => {
    const path = join(run.folder, 'look.gray');
    const filter = `scale=${RATED_WIDTH}:${RATED_HEIGHT}:flags=area,format=gray`;
    await readPicture(film, frame, ['-vf', filter, '-f', 'rawvideo'], path, run);
    return interestOf(await readFile(path));
  };
  return await mostInteresting(frames, rate, () => false);
}

/** Writes a frame of the film as a picture. */
export async function writePoster(
  film: PicturedFilm,
  frame: number,
  format: PosterFormat,
  path: string,
  run: PictureRun,
): Promise<void> {
  await readPicture(film, frame, encodings[format](''), path, run);
}

/** The number of pictures of a sheet that are read at the same time. */
const CELLS_AT_ONCE = 2;

/** Writes the pictures at the middles of equal sections of the film, row by row. */
export async function writeSheet(film: PicturedFilm, sheet: SheetSize, path: string, run: PictureRun): Promise<void> {
  const { columns, rows } = sheet;
  const count = columns * rows;
  const cell = sheetCell(film.size, sheet);
  await runPool([...Array(count).keys()], CELLS_AT_ONCE, run.signal, async (index, signal) => {
    const frame = Math.floor(((index + 0.5) * film.length) / count);
    const file = join(run.folder, `cell-${index}.png`);
    const filters = `scale=${cell.width}:${cell.height}:flags=area,`;
    await readPicture(film, frame, encodings.png(filters), file, { ...run, signal });
  });
  const input = ['-framerate', '1', '-start_number', '0', '-i', `file:${join(run.folder, 'cell-%d.png')}`];
  const size = { width: columns * cell.width, height: rows * cell.height };
  await runTool({
    program: run.tools.ffmpeg,
    arguments: [...input, ...encodings.jpg(`tile=${columns}x${rows},`), ...ONE_PICTURE, `file:${path}`],
    limits: encodingTimeLimits(size, count, 1),
    outputLimitBytes: outputLimitBytes(size, 1, 0),
    signal: run.signal,
  });
}

/** The maximum side of a JPEG file, and of a picture in FFmpeg, in pixels. */
const MAX_SHEET_SIDE = 65_500;
/** The maximum size of a sheet in pixels. Encoding such a sheet takes 300 MB. */
const MAX_SHEET_PIXELS = 200e6;

/**
 * Returns the size of each picture of a sheet, in even pixels. A picture is smaller than requested if the sheet would
 * be too large, for example for a very narrow film.
 */
export function sheetCell(film: Size, { columns, rows, width }: SheetSize): Size {
  const height = (film.height * width) / film.width;
  const scale = Math.min(
    ...[1, MAX_SHEET_SIDE / (rows * height), Math.sqrt(MAX_SHEET_PIXELS / (columns * rows * width * height))],
  );
  const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));
  return { width: scale === 1 ? 2 * Math.ceil(width / 2) : even(scale * width), height: even(scale * height) };
}

/** Copies a JPEG or PNG file, and converts any other image to PNG. Returns the path of the new file and its type. */
export async function readCover(
  path: string,
  run: PictureRun,
): Promise<{ readonly path: string; readonly type: 'jpg' | 'png' }> {
  const head = (await readFile(path)).subarray(0, 4);
  const isJpeg = head[0] === 0xff && head[1] === 0xd8;
  const cover = join(run.folder, isJpeg ? 'cover.jpg' : 'cover.png');
  if (isJpeg || head.toString('latin1', 1, 4) === 'PNG') await copyFile(path, cover);
  else
    await runTool({
      program: run.tools.ffmpeg,
      arguments: ['-i', `file:${path}`, '-c:v', 'png', ...ONE_PICTURE, `file:${cover}`],
      limits: encodingTimeLimits(MAX_COVER_SIZE, 1, 1),
      outputLimitBytes: outputLimitBytes(MAX_COVER_SIZE, 1, 0),
      signal: run.signal,
    });
  return { path: cover, type: isJpeg ? 'jpg' : 'png' };
}

const MAX_COVER_SIZE = { width: 8192, height: 8192 };

const ONE_PICTURE = [
  '-frames:v',
  '1',
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-f',
  'image2',
  '-update',
  '1',
  '-y',
];
const FLAGS = 'flags=bicubic+accurate_rnd+full_chroma_int';

/**
 * The color conversion and the encoder of each format. Films have BT.709 in the limited range; JPEG and WebP have
 * BT.601. `first` is the filter chain before the conversion.
 */
const encodings: Readonly<Record<PosterFormat, (first: string) => readonly string[]>> = {
  jpg: (first) => [
    '-vf',
    `${first}scale=in_color_matrix=bt709:out_color_matrix=bt601:out_range=full:${FLAGS},format=yuvj420p`,
    ...['-c:v', 'mjpeg', '-q:v', '2'],
  ],
  png: (first) => ['-vf', `${first}scale=in_color_matrix=bt709:out_range=full:${FLAGS},format=rgb24`, '-c:v', 'png'],
  webp: (first) => [
    '-vf',
    `${first}scale=in_color_matrix=bt709:out_color_matrix=bt601:out_range=limited:${FLAGS},format=yuv420p`,
    ...['-c:v', 'libwebp', '-quality', '90'],
  ],
};

/** The formats in which a seek finds the exact frame. */
const SEEKABLE: ReadonlySet<FormatName> = new Set(['mp4', 'mov', 'av1', 'hevc', 'mkv', 'webm']);

/**
 * Returns whether FFmpeg can read the pictures of a film as players display them. FFmpeg cannot read ZIP archives.
 * FFmpeg 5 to 7 cannot decode animated WebP. Players show a picture with opacity over the matte.
 */
function hasReadablePictures({ format, isTransparent }: PicturedFilm): boolean {
  const { picture, alpha, isSequence } = formatOf(format);
  return picture !== null && format !== 'webp' && isSequence !== true && !(isTransparent && alpha !== undefined);
}

async function readPicture(
  film: PicturedFilm,
  frame: number,
  output: readonly string[],
  path: string,
  { tools, signal }: PictureRun,
): Promise<void> {
  const { format, frameRate, size, length } = film;
  const isReadable = hasReadablePictures(film);
  const source = isReadable ? film.path : await film.makeFrame(frame);
  // Seek half a frame earlier, because a seek returns the first frame whose time is not before the target.
  const seconds = Math.max(0, ((frame - 0.5) * frameRate.denominator) / frameRate.numerator);
  const isSought = isReadable && seconds > 0;
  const before = isSought && SEEKABLE.has(format) ? ['-ss', seconds.toFixed(6)] : [];
  const after = isSought && !SEEKABLE.has(format) ? ['-ss', seconds.toFixed(6)] : [];
  await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...before,
      '-i',
      `file:${source}`,
      ...after,
      '-map',
      '0:v:0',
      ...output,
      ...framed(output),
      `file:${path}`,
    ],
    limits: encodingTimeLimits(size, after.length > 0 ? length : 1, 1),
    outputLimitBytes: outputLimitBytes(size, 1, 0),
    signal,
  });
}

function framed(output: readonly string[]): readonly string[] {
  return output.includes('rawvideo') ? ['-frames:v', '1', '-y'] : ONE_PICTURE;
}
