import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import type { CheckFinding } from '#shared/film-check/report.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import { encodingTimeLimits, outputLimitBytes } from '../engine/plan/limits.ts';
import type { RenderPlan } from '../engine/plan/plan.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { type ReadableFilm, type ReadingTools, readFrames } from './film-pictures.ts';

/** The maximum number of pictures of a sheet, the longer side of a picture, and the gap between pictures in pixels. */
const MAX_PICTURES = 48;
const SIDE = 320;
const GAP = 4;
/** The width in pixels of the line around the place of a finding, and its color: red in BT.709. */
const LINE = 2;
const RED = { luma: 63, blue: 102, red: 240 };

/** Returns the middle frame of each finding, in order and without duplicates. */
export function framesWithFindings(findings: readonly Pick<CheckFinding, 'frames' | 'box'>[]) {
  const marked = new Map<number, (readonly [number, number, number, number])[]>();
  for (const { frames, box } of findings) {
    const frame = Math.floor((frames[0] + Math.max(frames[0], frames[1] - 1)) / 2);
    marked.set(frame, [...(marked.get(frame) ?? []), ...(box === null ? [] : [box])]);
  }
  return [...marked]
    .toSorted(([one], [other]) => one - other)
    .slice(0, MAX_PICTURES)
    .map(([frame, boxes]) => ({ frame, boxes }));
}

/**
 * Writes a picture with the frames of findings, row by row, and a red line around their places. The file is a PNG if
 * the name ends in `.png`, otherwise a JPEG. Returns the number of frames. Writes a file only if there are findings.
 */
export async function writeFindingSheet(
  path: string,
  findings: readonly CheckFinding[],
  { scenes, canvas }: Pick<RenderPlan, 'scenes' | 'canvas'>,
  film: ReadableFilm,
  { tools, workshop }: ReadingTools,
  signal: AbortSignal,
): Promise<number> {
  const marked = framesWithFindings(findings);
  if (marked.length === 0) return 0;
  await using scratch = await openScratch(workshop.folder);
  const scale = Math.min(1, SIDE / Math.max(canvas.width, canvas.height));
  const cell = composedSize(canvas, scale);
  const columns = Math.min(marked.length, cell.width > cell.height ? 4 : 6);
  const rows = Math.ceil(marked.length / columns);
  const size = { width: columns * (cell.width + GAP) + GAP, height: rows * (cell.height + GAP) + GAP };
  const sheet = emptySheet(size);
  const reading = { ...film, tools, stills: createStillFolder(scratch.folder), canvas, scale, size: cell, signal };
  let start = 0;
  for (const { picture, length } of scenes) {
    const inside = marked.flatMap((each, index) =>
      each.frame >= start && each.frame < start + length ? [{ ...each, index }] : [],
    );
    const numbers = inside.map(({ frame }) => frame - start);
    const place = (planes: Uint8Array, each: (typeof inside)[number]): void => {
      const left = GAP + (each.index % columns) * (cell.width + GAP);
      const top = GAP + Math.floor(each.index / columns) * (cell.height + GAP);
      copyFrame(planes, cell, sheet, { left, top });
      for (const box of each.boxes)
        drawBox(
          sheet,
          cell,
          { left, top },
          box.map((side) => side * scale),
        );
    };
    if (picture !== null && inside.length > 0)
      await readFrames(picture.part, reading, numbers, (planes, number) => {
        const each = inside.find(({ frame }) => frame - start === number);
        if (each !== undefined) place(planes, each);
      });
    start += length;
  }
  await encodeSheet(path, sheet, tools.ffmpeg, signal);
  return marked.length;
}

/** A picture in YUV 4:2:0. Its planes follow one another. */
interface Sheet extends Size {
  readonly planes: Uint8Array;
}

function emptySheet({ width, height }: Size): Sheet {
  const planes = new Uint8Array((width * height * 3) / 2);
  planes.fill(32, 0, width * height).fill(128, width * height);
  return { width, height, planes };
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

function copyFrame(frame: Uint8Array, size: Size, sheet: Sheet, { left, top }: Corner): void {
  for (const plane of planesOf(size)) {
    const to = planesOf(sheet)[plane.index] ?? plane;
    const [across, down] = plane.index === 0 ? [left, top] : [left / 2, top / 2];
    for (let row = 0; row < plane.height; row++) {
      const line = frame.subarray(plane.start + row * plane.width, plane.start + (row + 1) * plane.width);
      sheet.planes.set(line, to.start + (down + row) * to.width + across);
    }
  }
}

function planesOf({ width, height }: Size) {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const luma = width * height;
  return [
    { index: 0, start: 0, width, height },
    { index: 1, start: luma, ...half },
    { index: 2, start: luma + half.width * half.height, ...half },
  ];
}

/** Draws a line around a box, within the picture. */
function drawBox(sheet: Sheet, cell: Size, { left, top }: Corner, box: readonly number[]): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(most, value)));
  const [first, last] = [within(x1, cell.width - LINE), within(x2, cell.width)];
  const [upper, lower] = [within(y1, cell.height - LINE), within(y2, cell.height)];
  fillRect(sheet, left + first, top + upper, last - first, LINE);
  fillRect(sheet, left + first, top + Math.max(0, lower - LINE), last - first, LINE);
  fillRect(sheet, left + first, top + upper, LINE, lower - upper);
  fillRect(sheet, left + Math.max(0, last - LINE), top + upper, LINE, lower - upper);
}

function fillRect(sheet: Sheet, left: number, top: number, width: number, height: number): void {
  const [luma, blues, reds] = planesOf(sheet);
  if (luma === undefined || blues === undefined || reds === undefined) return;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) {
      const chroma = (y >> 1) * blues.width + (x >> 1);
      sheet.planes[y * sheet.width + x] = RED.luma;
      sheet.planes[blues.start + chroma] = RED.blue;
      sheet.planes[reds.start + chroma] = RED.red;
    }
}

async function encodeSheet(path: string, sheet: Sheet, ffmpeg: string, signal: AbortSignal): Promise<void> {
  const { width, height, planes } = sheet;
  const isPng = path.toLowerCase().endsWith('.png');
  const flags = 'flags=bicubic+accurate_rnd+full_chroma_int';
  const encoding = isPng
    ? ['-vf', `scale=in_color_matrix=bt709:in_range=limited:out_range=full:${flags},format=rgb24`, '-c:v', 'png']
    : [
        ...['-vf', `scale=in_color_matrix=bt709:in_range=limited:out_color_matrix=bt601:out_range=full:${flags}`],
        ...['-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '2'],
      ];
  await runTool({
    program: ffmpeg,
    arguments: [
      ...['-protocol_whitelist', 'pipe,file', '-f', 'rawvideo', '-pixel_format', 'yuv420p'],
      ...['-video_size', `${width}x${height}`, '-framerate', '1', '-i', 'pipe:0', ...encoding],
      ...['-frames:v', '1', '-f', 'image2', '-update', '1', '-y', `file:${path}`],
    ],
    stdin: (async function* () {
      yield planes;
    })(),
    limits: encodingTimeLimits(sheet, 1, 1),
    outputLimitBytes: outputLimitBytes(sheet, 1, 0),
    signal,
  });
}
