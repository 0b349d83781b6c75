import type { Canvas, CanvasKit } from 'canvaskit-wasm';
import { type DrawingLayout, type DrawnPicture, drawingLimits, type Ink } from './drawing.ts';

/** A rectangle in pixels of the movie, measured from the upper left corner of a drawing's box. */
export interface Reach {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Runs `paint` on the empty surface, measures the result, and clears the surface. Returns a rectangle that contains all
 * visible pixels, in pixels of the movie from the upper left corner of the box; null if nothing is visible. Call it
 * before any other painting.
 */
export type InkRectOf = (paint: () => void) => Float32Array | null;

/**
 * Paints into a surface that covers `reach` (in pixels of the movie). Returns the pixels without empty edges. Reduces
 * the scale of a box that exceeds the limit. Cuts off painting beyond the limit. Throws if CanvasKit runs out of
 * memory.
 */
export function drawPixels(
  kit: CanvasKit,
  layout: DrawingLayout,
  reach: Reach,
  requestedScale: number,
  paint: (canvas: Canvas, inkRectOf: InkRectOf) => void,
): DrawnPicture {
  const scale = Math.min(requestedScale, drawingLimits.side / Math.max(layout.width, layout.height, 1));
  const [left, right] = extent(reach.left, reach.right, layout.width, scale);
  const [top, bottom] = extent(reach.top, reach.bottom, layout.height, scale);
  const [width, height] = [right - left, bottom - top];
  const info = {
    width,
    height,
    colorType: kit.ColorType.RGBA_8888,
    alphaType: kit.AlphaType.Premul,
    colorSpace: kit.ColorSpace.SRGB,
  };
  const memory = kit.Malloc(Uint8Array, width * height * 4);
  if (memory.byteOffset === 0) throw new Error('CanvasKit has no more memory');
  try {
    const surface = kit.MakeRasterDirectSurface(info, memory, width * 4);
    if (surface === null) throw new Error(`CanvasKit has no surface of ${width} × ${height}`);
    try {
      const canvas = surface.getCanvas();
      canvas.clear(kit.TRANSPARENT);
      canvas.translate(-left, -top);
      canvas.scale(scale, scale);
      paint(canvas, (paintInk) => {
        paintInk();
        surface.flush();
        const inked = inkBounds(memory.toTypedArray() as Uint8Array, width, height);
        canvas.clear(kit.TRANSPARENT);
        if (inked === null) return null;
        const [x, y] = [left + inked.left, top + inked.top];
        return kit.LTRBRect(x / scale, y / scale, (x + inked.width) / scale, (y + inked.height) / scale);
      });
      surface.flush();
    } finally {
      surface.delete();
    }
    // Read the memory here, because painting can move CanvasKit's memory.
    const drawn = withoutEmptyEdges(memory.toTypedArray() as Uint8Array, width, height);
    return {
      width: drawn.width,
      height: drawn.height,
      originX: 0 - left - drawn.left,
      originY: 0 - top - drawn.top,
      scaleX: scale,
      scaleY: scale,
      layout,
      rgba: drawn.rgba,
    };
  } finally {
    kit.Free(memory);
  }
}

/**
 * Returns the first pixel (inclusive) and the last pixel (exclusive) along one axis. Limits the margins around the box.
 */
function extent(from: number, to: number, side: number, scale: number): readonly [number, number] {
  const spare = Math.max(0, Math.floor((drawingLimits.side - Math.ceil(side * scale)) / 2));
  const start = Math.max(Math.floor(from * scale), -spare);
  const end = Math.min(Math.ceil(to * scale), Math.ceil(side * scale) + spare);
  return [start, Math.max(start + 1, Math.min(end, start + drawingLimits.side))];
}

interface Cut extends InkRect {
  readonly rgba: Uint8Array;
}

/** A rectangle of whole pixels of a surface. */
interface InkRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Copies the smallest rectangle that contains all non-empty pixels. Returns a single empty pixel if there are none. */
function withoutEmptyEdges(rgba: Uint8Array, width: number, height: number): Cut {
  const inked = inkBounds(rgba, width, height);
  if (inked === null) return { left: 0, top: 0, width: 1, height: 1, rgba: new Uint8Array(4) };
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const copy = new Uint32Array(inked.width * inked.height);
  for (let y = 0; y < inked.height; y++) {
    const start = (inked.top + y) * width + inked.left;
    copy.set(pixels.subarray(start, start + inked.width), y * inked.width);
  }
  return { ...inked, rgba: new Uint8Array(copy.buffer) };
}

/** Returns the smallest rectangle that contains all non-empty pixels; null if there are none. */
function inkBounds(rgba: Uint8Array, width: number, height: number): InkRect | null {
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, width * height);
  let top = 0;
  while (top < height && isEmptyRow(pixels, top * width, width)) top += 1;
  if (top === height) return null;
  let bottom = height - 1;
  while (isEmptyRow(pixels, bottom * width, width)) bottom -= 1;
  // Read only the pixels outside of the known ink, because most rows between the edges have no new ink.
  let [left, right] = [width, -1];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    for (let x = 0; x < left; x++) if (pixels[row + x] !== 0) left = x;
    for (let x = width - 1; x > right; x--) if (pixels[row + x] !== 0) right = x;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Checks a row eight pixels at a time, because most of the area around a text is empty. */
function isEmptyRow(pixels: Int32Array, start: number, width: number): boolean {
  const end = start + width;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    const first = (pixels[at] ?? 0) | (pixels[at + 1] ?? 0) | (pixels[at + 2] ?? 0) | (pixels[at + 3] ?? 0);
    const second = (pixels[at + 4] ?? 0) | (pixels[at + 5] ?? 0) | (pixels[at + 6] ?? 0) | (pixels[at + 7] ?? 0);
    if ((first | second) !== 0) return false;
  }
  for (; at < end; at++) if (pixels[at] !== 0) return false;
  return true;
}

/** Converts a color for CanvasKit. `opacity` replaces the color's own alpha. */
export function inkOf(kit: CanvasKit, { red, green, blue, alpha }: Ink, opacity = alpha): Float32Array {
  return kit.Color(red, green, blue, opacity);
}

/** Returns the layout of a drawing that is not a text. */
export function layoutOfSize(width: number, height: number): DrawingLayout {
  return { width, height, lines: [], size: null, overflows: false, missing: [] };
}

/** An object in CanvasKit's memory, which the garbage collector does not free. */
export interface Deletable {
  delete(): void;
}

/** Registers an object for deletion at the end of the scope and returns it. */
export type Keep = <Each extends Deletable>(object: Each) => Each;

/** Runs work with objects of CanvasKit. Afterward, deletes the objects in reverse order, even if the work throws. */
export function withScope<Value>(work: (keep: Keep) => Value): Value {
  const objects: Deletable[] = [];
  try {
    return work((object) => {
      objects.push(object);
      return object;
    });
  } finally {
    for (const object of objects.reverse()) object.delete();
  }
}
