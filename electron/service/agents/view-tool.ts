import type { SceneFrames } from '#shared/agents/outline.ts';
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import type { Raster } from '#shared/golden/planes.ts';
import { frameOfTime, sheetFrames } from '#shared/golden/spread-frames.ts';
import { frames, framesToSeconds, parseFrameRate } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { encodePicture, makeSheet, oneChunk, sheetGrid, sheetLabel, sizeOfPng } from '../golden/contact-sheet.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { requireKnownSources } from './agent-sources.ts';
import { templateBytes } from './check-tool.ts';
import {
  agentHeaders,
  overtime,
  refusalError,
  requireProject,
  type ToolCall,
  type ToolImage,
  type ToolResult,
  type ToolServices,
} from './tool-context.ts';

/** The time limit in milliseconds. Clients wait for 60 seconds by default. */
const MAX_MILLISECONDS = 50_000;
const DEFAULT_WIDTH = 960;
/** The maximum size of a PNG in bytes. A larger picture is sent as JPEG. */
const MAX_PNG = 2 ** 20;
/** The approximate number of image pixels per token. */
const PIXELS_PER_TOKEN = 750;
/** The number of frames that are made at the same time. */
const AT_ONCE = 2;

type Pictures = ToolOutput<'view_frames'>['pictures'];

/** The film of a request. */
interface Film {
  readonly project: string;
  readonly xml: string;
  readonly variables: string;
  readonly width: number;
  readonly height: number;
  readonly length: number;
  readonly rate: string;
  readonly secondsAt: (frame: number) => number;
  readonly scenes: readonly SceneFrames[];
}

export async function viewFrames(
  input: ToolInput<'view_frames'>,
  toolCall: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'view_frames'>>> {
  const limit = AbortSignal.timeout(MAX_MILLISECONDS);
  const call = { ...toolCall, signal: AbortSignal.any([toolCall.signal, limit]) };
  try {
    return await view(input, call, services);
  } catch (error) {
    if (limit.aborted && !toolCall.signal.aborted) throw overtime(error);
    throw error;
  }
}

async function view(
  input: ToolInput<'view_frames'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'view_frames'>>> {
  const project = await requireProject(call, services, input.project);
  const bytes = await templateBytes({ ...input, project }, call, services);
  const place = input.template === undefined ? null : { project, template: input.template };
  await requireKnownSources(requestedFilms(bytes, { ...input, project }), place, call, services);
  const film = await filmOf(bytes, { project, input }, services);
  const chosen = chosenFrames(film, input);
  const revision = place === null ? null : await newestRevision(place, call, services);
  if (input.sheet !== undefined) {
    const { image, pictures } = await sheetOf(film, chosen, call, services);
    return { data: { revision, pictures }, images: [image] };
  }
  if (input.against !== undefined) {
    if (place === null) throw new ServiceError('request/invalid', '`against` needs a `template`.');
    return await comparison(film, { chosen, revision, place, input, newest: bytes }, call, services);
  }
  const width = Math.min(input.width ?? DEFAULT_WIDTH, film.width);
  const lines = await linesOf(film, chosen, input.overlay, call, services);
  const images = await eachAtOnce(chosen, (frame, index) =>
    frameImage(film, { frame, width, lines: lines[index] ?? [] }, call, services),
  );
  const pictures = chosen.map((frame, index) => ({
    ...pictureAt(film, frame, index + 1),
    exact: input.overlay === undefined,
    tokens: tokensOf(film, width),
    ...(input.overlay === 'boxes' && { boxes: lines[index] }),
  }));
  return { data: { revision, pictures }, images };
}

function requestedFilms(bytes: Uint8Array, { project, values = {} }: ToolInput<'view_frames'>) {
  return { xml: new TextDecoder().decode(bytes), rows: [values], project };
}

async function newestRevision(
  { project, template }: { readonly project: string; readonly template: string },
  call: ToolCall,
  { calls, region }: ToolServices,
): Promise<number> {
  const { revisions } = await calls.json(
    'listRevisions',
    { parameters: { region, project, name: template } },
    call.signal,
  );
  return revisions[0]?.revision ?? 1;
}

async function filmOf(
  bytes: Uint8Array,
  { project, input }: { readonly project: string; readonly input: ToolInput<'view_frames'> },
  { inspector }: ToolServices,
): Promise<Film> {
  const values = Object.entries(input.values ?? {});
  const described = await inspector.describe(bytes, { within: null, fromLine: null, lines: null, values });
  if (!described.ok) throw refusalError(described.error);
  const { frames: length, size, rate, scenes, problems } = described.value;
  const parsed = parseFrameRate(rate);
  const [width = 0, height = 0] = size.split('x').map(Number);
  if (length === null || length === 0 || !parsed.ok) {
    const [first] = problems.filter(({ severity }) => severity === 'error');
    throw new ServiceError('template/invalid', first?.message ?? 'The film has no frames.');
  }
  return {
    ...{ project, width, height, length, rate, scenes },
    xml: new TextDecoder().decode(bytes),
    variables: JSON.stringify(input.values ?? {}),
    secondsAt: (frame) => Math.round(framesToSeconds(frames(frame), parsed.value) * 1000) / 1000,
  };
}

/** Returns the requested frames; without a request, the frame in the middle. */
function chosenFrames(film: Film, { at, sheet, from, to }: ToolInput<'view_frames'>): readonly number[] {
  if (sheet === undefined) return (at ?? [String(Math.floor(film.length / 2))]).map((time) => frameAt(film, time));
  const first = from === undefined ? 0 : frameAt(film, from);
  const end = to === undefined ? film.length : Math.max(first + 1, frameAt(film, to));
  return sheetFrames(film, sheet, { from: first, to: end });
}

/** Returns the frame of a time such as `1.5s` or `45`. Throws `request/invalid`. */
export function requestedFrameOf(time: string, rateText: string): number {
  const rate = parseFrameRate(rateText);
  const frame = rate.ok ? frameOfTime(time, rate.value) : null;
  if (frame?.ok === true) return frame.value;
  throw new ServiceError('request/invalid', frame?.error ?? '');
}

function frameAt(film: Film, time: string): number {
  return Math.min(requestedFrameOf(time, film.rate), film.length - 1);
}

function pictureAt(film: Film, frame: number, image: number): Pictures[number] {
  const scene = film.scenes.findLast(({ start, end }) => frame >= start && frame < end);
  return { image, frame, seconds: film.secondsAt(frame), scene: scene?.place ?? '' };
}

function tokensOf(film: Film, width: number): number {
  return Math.round((width * ((film.height * width) / film.width)) / PIXELS_PER_TOKEN);
}

interface Frame {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
}

async function frameBytes(
  film: Film,
  request: { readonly frame: number; readonly width: number; readonly format: 'png' | 'jpeg' },
  call: ToolCall,
  { calls, region }: ToolServices,
): Promise<Frame> {
  const body = {
    template: film.xml,
    variables: film.variables,
    frame: String(request.frame),
    width: String(request.width),
    format: request.format,
  };
  const parameters = { region, project: film.project };
  return await calls.bytes('renderFrame', { parameters, headers: agentHeaders(call), body }, call.signal);
}

async function frameImage(
  film: Film,
  { frame, width, lines }: { readonly frame: number; readonly width: number; readonly lines: readonly Line[] },
  call: ToolCall,
  services: ToolServices,
): Promise<ToolImage> {
  const { bytes } = await frameBytes(film, { frame, width, format: 'png' }, call, services);
  if (lines.length > 0) {
    const picture = { ...sizeOfPng(bytes), pixels: await pixelsOf(bytes, call, services) };
    for (const line of lines) drawLine(picture, line, picture.width / film.width);
    const run = { tools: await services.requests.tools(), signal: call.signal };
    const png = await encodePicture(picture, 'png', run);
    if (png.length <= MAX_PNG) return { bytes: png, mimeType: 'image/png' };
    return { bytes: await encodePicture(picture, 'jpeg', run), mimeType: 'image/jpeg' };
  }
  if (bytes.length <= MAX_PNG) return { bytes, mimeType: 'image/png' };
  const smaller = await frameBytes(film, { frame, width, format: 'jpeg' }, call, services);
  return { bytes: smaller.bytes, mimeType: 'image/jpeg' };
}

/** A line around a box. The box is in pixels of the film: left, top, width, and height. */
interface Line {
  /** The place of the layer, such as `scene[2]/text`; `safe` for the safe area. */
  readonly at: string;
  readonly color: keyof typeof COLORS;
  readonly box: readonly [number, number, number, number];
}

/** The colors of lines in RGB. */
const COLORS = {
  red: [255, 0, 0],
  lime: [0, 255, 0],
  yellow: [255, 255, 0],
  cyan: [0, 255, 255],
  magenta: [255, 0, 255],
  orange: [255, 140, 0],
  blue: [60, 90, 255],
  white: [255, 255, 255],
} as const;
const COLOR_NAMES = Object.keys(COLORS) as readonly (keyof typeof COLORS)[];
/** The width of a line in pixels, and the maximum number of boxes of a picture. */
const LINE = 2;
const MAX_BOXES = 60;
/** The safe area for texts: its distance from the edges as a share of the frame (EBU R 95, graphics-safe area). */
const SAFE = 0.05;

/** Returns the lines of an overlay for each frame. */
async function linesOf(
  film: Film,
  chosen: readonly number[],
  overlay: ToolInput<'view_frames'>['overlay'],
  { key, signal }: ToolCall,
  { boxes }: ToolServices,
): Promise<readonly (readonly Line[])[]> {
  if (overlay === undefined) return [];
  const { width, height, project } = film;
  if (overlay === 'safe') {
    const [left, top] = [Math.round(SAFE * width), Math.round(SAFE * height)];
    return chosen.map(() => [{ at: 'safe', color: 'lime', box: [left, top, width - 2 * left, height - 2 * top] }]);
  }
  const form = { template: film.xml, variables: film.variables, isConfined: !key.addresses };
  const found = await boxes(form, chosen, project as ProjectUid, signal);
  return found.map((layers) =>
    layers.slice(0, MAX_BOXES).map(({ at, bounds }, index): Line => {
      const box = [bounds.left, bounds.top, bounds.width, bounds.height].map(Math.round) as unknown as Line['box'];
      return { at, color: COLOR_NAMES[index % COLOR_NAMES.length] ?? 'red', box };
    }),
  );
}

/** Draws a line around a box into a picture in RGB, within its edges. */
function drawLine({ pixels, width, height }: Raster, { box, color }: Line, scale: number): void {
  const [left, top, across, down] = box;
  const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(most, value * scale)));
  const [x1, x2] = [within(left, width), within(left + across, width)];
  const [y1, y2] = [within(top, height), within(top + down, height)];
  for (let y = y1; y < y2; y += 1)
    for (let x = x1; x < x2; x += 1) {
      const isInside = x >= x1 + LINE && x < x2 - LINE && y >= y1 + LINE && y < y2 - LINE;
      if (isInside) x = x2 - LINE;
      pixels.set(COLORS[color], 3 * (y * width + x));
    }
}

/** Runs the work for all items in their order, a few at a time. */
async function eachAtOnce<Item, Value>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = [];
  let next = 0;
  const run = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, run));
  return results;
}

/** Makes a contact sheet. Its cells go from left to right and from top to bottom. */
async function sheetOf(film: Film, chosen: readonly number[], call: ToolCall, services: ToolServices) {
  const { cell, columns } = sheetGrid(chosen.length);
  const width = Math.min(cell, film.width);
  const isConfined = !call.key.addresses;
  const form = { template: film.xml, variables: film.variables, frames: chosen, width, isConfined };
  const rasters = await services.cells(form, film.project as ProjectUid, call.signal);
  const cells = rasters.map((picture, index) => {
    const { frame, scene, seconds } = pictureAt(film, chosen[index] ?? 0, 1);
    return { picture, label: sheetLabel({ scene, seconds, frame }) };
  });
  const run = { tools: await services.requests.tools(), signal: call.signal };
  const bytes = await makeSheet(cells, { columns, format: 'jpeg' }, run);
  const pictures = chosen.map((frame, index) => ({
    ...pictureAt(film, frame, 1),
    cell: index + 1,
    row: Math.floor(index / columns) + 1,
    column: (index % columns) + 1,
    exact: false,
  }));
  return { image: { bytes, mimeType: 'image/jpeg' } as const, pictures };
}

interface Comparison {
  readonly chosen: readonly number[];
  readonly revision: number | null;
  readonly place: { readonly project: string; readonly template: string };
  readonly input: ToolInput<'view_frames'>;
  readonly newest: Uint8Array;
}

/** Shows each requested frame in another revision and in the newest one, and counts the differing pixels. */
async function comparison(
  film: Film,
  { chosen, revision, place, input, newest }: Comparison,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'view_frames'>>> {
  const { calls, region, inspector } = services;
  const parameters = { region, project: place.project, name: place.template };
  const other = await calls.bytes('readTemplate', { parameters, query: { revision: input.against } }, call.signal);
  await requireKnownSources(requestedFilms(other.bytes, { ...input, ...place }), place, call, services);
  const earlier = await filmOf(other.bytes, { project: place.project, input }, services);
  const compared = await inspector.compare(other.bytes, newest);
  const layers = compared.ok ? compared.value.places : [];
  const width = Math.min(input.width ?? DEFAULT_WIDTH, film.width, earlier.width);
  const pairs = await eachAtOnce(chosen, async (frame) => {
    const request = { width, format: 'png' } as const;
    const after = await frameBytes(film, { ...request, frame }, call, services);
    const before = await frameBytes(
      earlier,
      { ...request, frame: Math.min(frame, earlier.length - 1) },
      call,
      services,
    );
    const changed =
      before.etag === after.etag
        ? { changed: 0, box: null }
        : await differingPixels(before.bytes, after.bytes, call, services);
    return { before, after, changed };
  });
  const images = pairs.flatMap(({ before, after }): readonly ToolImage[] => [
    { bytes: before.bytes, mimeType: 'image/png' },
    { bytes: after.bytes, mimeType: 'image/png' },
  ]);
  const pictures = chosen.flatMap((frame, index) => [
    { ...pictureAt(earlier, Math.min(frame, earlier.length - 1), 2 * index + 1), revision: input.against },
    { ...pictureAt(film, frame, 2 * index + 2), revision, ...pairs[index]?.changed, layers },
  ]);
  return { data: { revision, pictures }, images };
}

/** Returns the number of pixels that differ between two PNG files of the same size, and the box around them. */
async function differingPixels(before: Uint8Array, after: Uint8Array, call: ToolCall, services: ToolServices) {
  const [one, two] = [await pixelsOf(before, call, services), await pixelsOf(after, call, services)];
  const { width, height } = sizeOfPng(after);
  if (one.length !== two.length) return { changed: width * height, box: [0, 0, width, height] };
  let changed = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let pixel = 0; pixel * 3 < two.length; pixel += 1) {
    const at = pixel * 3;
    if (one[at] === two[at] && one[at + 1] === two[at + 1] && one[at + 2] === two[at + 2]) continue;
    changed += 1;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { changed, box: changed === 0 ? null : [left, top, right, bottom] };
}

async function pixelsOf(png: Uint8Array, call: ToolCall, { requests }: ToolServices): Promise<Uint8Array> {
  const tools = await requests.tools();
  const { stdout } = await runTool({
    program: tools.ffmpeg,
    arguments: ['-f', 'png_pipe', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    stdin: oneChunk(png),
    signal: call.signal,
  });
  return stdout;
}
