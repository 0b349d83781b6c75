import { createCompositor } from '#shared/compositor/compositor.ts';
import { createKernelMemory, loadKernels } from '#shared/compositor/kernels/memory.ts';
import { composedSize, type DecodedPictures, type Drawn, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { type Composer, createComposer, type OpenKernels } from '#shared/compositor/scene/composer.ts';
import type { Drawing, DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { FilmCheckResult } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import kernelsWasm from '../../../out/kernels/kernels.wasm?url';
import { bytesAt, createDrawingPool } from './drawing-pool.ts';
import { buffersOf } from './picture-copies.ts';
import { planesOf } from './video-planes.ts';
import type { FromWorker, PageCheckQuery, PageFrame, PageFrameRequest, PagePart, ToWorker } from './worker-messages.ts';

// The worker behind `createComposeEngine`. It draws and composites frames, one request at a time.

interface OpenPart {
  readonly part: PagePart;
  readonly canvas: ArrayBuffer[];
  /**
   * The picture slots by the index of the video. Each video uses only slot 0, for its picture in the frame to
   * composite.
   */
  readonly slots: ArrayBuffer[][];
  readonly composer: Composer;
}

const drawings = createDrawingPool();
const parts = new Map<number, Promise<OpenPart>>();
let kernels: Promise<OpenKernels> | null = null;
/** The faults of drawings in the frame that is being composited. */
let faults: DrawingFault[] = [];

async function openKernels(): Promise<OpenKernels> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: 16 }));
  const loaded = await loadKernels(await bytesAt(kernelsWasm), memory);
  return { memory, kernels: loaded, createCompositor: (cubeNamed) => createCompositor(loaded, memory, cubeNamed) };
}

/**
 * Draws a drawing. If the drawing has a fault, returns a transparent pixel, so that the rest of the frame is visible.
 */
async function draw(drawing: Drawing) {
  const result = await drawings.draw(drawing);
  if (result.ok) return result.value;
  faults.push(result.error);
  return nothingDrawn();
}

async function openPart(part: PagePart): Promise<OpenPart> {
  kernels ??= openKernels();
  const open = await kernels;
  const canvas: ArrayBuffer[] = [];
  const slots: ArrayBuffer[][] = part.decoded.map(() => []);
  const decoded = part.decoded.map((each, index): DecodedPictures => ({ ...each, slots: slots[index] ?? [] }));
  const composer = createComposer({ ...part, canvases: canvas, decoded }, open, draw);
  return { part, canvas, slots, composer };
}

async function compose({ partNumber, number, decoded }: PageFrameRequest): Promise<PageFrame> {
  const { part, canvas, slots, composer } = await required(parts.get(partNumber), 'an open part');
  const startTime = performance.now();
  const { pixelFormat } = part.scene.canvas;
  const size = composedSize(part.scene.canvas, part.frameScale);
  canvas[0] = new ArrayBuffer(frameBytes({ ...size, pixelFormat }));
  for (const [index, picture] of decoded.entries()) {
    const slot = slots[index];
    if (slot !== undefined && picture !== null) slot[0] = planesOf(picture.picture, picture.planes);
  }
  faults = [];
  const location = await composer.compose({ number, decoded: decoded.map((each) => each && 0), canvas: 0 });
  const buffer =
    location.kind === 'decoded' ? required(slots[location.decoder]?.[0], 'the picture of a video') : canvas[0];
  const milliseconds = performance.now() - startTime;
  return { bytes: new Uint8Array(buffer), ...size, pixelFormat, faults, milliseconds };
}

/** Checks a film. Loads the code of the checks at the first call. */
async function checkFilm(query: PageCheckQuery): Promise<FilmCheckResult> {
  const { checkGeometry } = await import('#shared/film-check/check-film.ts');
  const { movie, sizes, vectors, captions, layouts, isCut, options } = query;
  const film = {
    movie,
    // The texts are already laid out, so no fonts are needed.
    sources: { captions, fonts: () => ({ fonts: [], files: [] }) },
    sizeOf: ({ id }: Pick<Layer, 'id'>) => sizes.get(id) ?? null,
    isVector: ({ id }: Pick<Layer, 'id'>) => vectors.has(id),
  };
  return checkGeometry(film, layouts, options, { isCut });
}

function send(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'prepare':
      kernels ??= openKernels();
      await Promise.all([kernels, drawings.prepare()]);
      return;
    case 'source':
      drawings.addSource(message.digest, message.bytes);
      return;
    case 'layOut':
      send({ kind: 'laidOut', requestId: message.requestId, layout: await drawings.layOut(message.drawing) });
      return;
    case 'check':
      send({ kind: 'checked', requestId: message.requestId, result: await checkFilm(message.query) });
      return;
    case 'openPart':
      parts.set(message.partNumber, openPart(message.part));
      return;
    case 'closePart': {
      const closedPart = parts.get(message.partNumber);
      parts.delete(message.partNumber);
      (await closedPart)?.composer.dispose();
      return;
    }
    case 'frame': {
      const frame = await compose(message.request);
      const spare = buffersOf(message.request.decoded);
      send({ kind: 'composed', requestId: message.requestId, frame, spare }, [frame.bytes.buffer, ...spare]);
    }
  }
}

let last: Promise<void> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  last = last
    .then(() => answer(data))
    .catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      if ('requestId' in data) send({ kind: 'failed', requestId: data.requestId, message: text });
    });
});

/** Returns a transparent pixel that replaces a faulty drawing. */
function nothingDrawn(): Drawn {
  const layout = { width: 1, height: 1, lines: [], size: null, overflows: false, missing: [] };
  return {
    layout,
    picture: { width: 1, height: 1, originX: 0, originY: 0, scaleX: 1, scaleY: 1, layout, rgba: new Uint8Array(4) },
  };
}
