import { type DecodedFormat, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { type ColorTransform, isIdentity, toWorkingColor } from '../picture/color-matrix.ts';
import type { ColorEncoding, Rotation } from '../picture/composition.ts';
import type { PlanarPicture } from '../picture/picture.ts';

/** The visible region of a decoded picture and the output format. */
export interface VideoPlanes {
  readonly format: DecodedFormat;
  /** The edges of the region as fractions of the upright picture, from 0 to 1. */
  readonly region: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly rotation: Rotation;
  readonly color: ColorEncoding;
}

/**
 * Converts a decoded picture for the compositor. Crops it, rotates it upright, converts it to the color space of the
 * movie, and stores its planes consecutively.
 */
export function planesOf(picture: PlanarPicture, requested: VideoPlanes): ArrayBuffer {
  const { format } = requested;
  const bytes = new Uint8Array(frameBytes(format));
  const shares = format.pixelFormat === 'yuv420p' ? 2 : 1;
  const sides = [1, shares, shares, 1].map((by) => ({
    width: Math.ceil(format.width / by),
    height: Math.ceil(format.height / by),
  }));
  let at = 0;
  const planes = (format.pixelFormat === 'yuva444p' ? sides : sides.slice(0, 3)).map(({ width, height }, index) => {
    const plane = { data: bytes.subarray(at, at + width * height), width, height };
    at += width * height;
    const channel = channelOf(picture, index);
    if (channel === null) plane.data.fill(255);
    else readChannel(picture, channel, requested, plane);
    return plane;
  });
  const isRgb = picture.layout === 'rgba' || picture.layout === 'bgra';
  const transform = toWorkingColor(isRgb ? { matrix: 'rgb', range: 'full' } : requested.color);
  if (!isIdentity(transform)) convert(planes, transform);
  return bytes.buffer;
}

interface TargetPlane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Returns the plane and the component in which a channel is stored; null if the picture has no such channel. */
function channelOf({ layout }: PlanarPicture, index: number): readonly [plane: number, component: number] | null {
  switch (layout) {
    case 'yuv':
      return index < 3 ? [index, 0] : null;
    case 'yuva':
      return [index, 0];
    case 'nv':
      return index === 0 ? [0, 0] : index < 3 ? [1, index - 1] : null;
    case 'rgba':
      return [0, index];
    case 'bgra':
      return [0, index === 3 ? 3 : 2 - index];
  }
}

/**
 * Reads a channel into a plane of the output format. Each output value is the mean of a group of input values. A
 * rotation only changes the reading order.
 */
function readChannel(
  { planes, bitDepth }: PlanarPicture,
  [number, component]: readonly [number, number],
  { region, rotation }: VideoPlanes,
  target: TargetPlane,
): void {
  const plane = planes[number];
  if (plane === undefined) return;
  const { data, stride, components, width, height } = plane;
  const bytesPerSample = bitDepth === 8 ? 1 : 2;
  const pixel = components * bytesPerSample;
  const [right, bottom] = [(width - 1) * pixel, (height - 1) * stride];
  const readOrders = {
    0: { base: 0, across: pixel, down: stride },
    90: { base: bottom, across: -stride, down: pixel },
    180: { base: bottom + right, across: -pixel, down: -stride },
    270: { base: right, across: stride, down: -pixel },
  } as const;
  const { base, across, down } = readOrders[rotation];
  const isRotated = rotation === 90 || rotation === 270;
  const columns = span(isRotated ? height : width, region.left, region.width, target.width);
  const rows = span(isRotated ? width : height, region.top, region.height, target.height);
  const first = base + component * bytesPerSample;
  if (across === 1 && bytesPerSample === 1 && columns.size === 1 && columns.isWhole && rows.size === 1) {
    rows.starts.forEach((y, row) => {
      const from = first + y * down + (columns.starts[0] ?? 0);
      target.data.set(data.subarray(from, from + target.width), row * target.width);
    });
    return;
  }
  const readOrder = { first, across, down, columns, rows };
  if (bytesPerSample !== 1) readWords(data, readOrder, bitDepth - 8, target.data);
  else if (across === 1 && columns.size === 2 && rows.size === 2) readHalved(data, readOrder, target.data);
  else readBytes(data, readOrder, target.data);
}

/** The order in which to read the values of a plane, and the size of the blocks to average. */
interface ReadOrder {
  readonly first: number;
  readonly across: number;
  readonly down: number;
  readonly columns: Span;
  readonly rows: Span;
}

// These loops run for every pixel during playback. For speed, they are written out for each sample format.

function readBytes(data: Uint8Array, { first, across, down, columns, rows }: ReadOrder, target: Uint8Array): void {
  const area = columns.size * rows.size;
  let to = 0;
  for (let row = 0; row < rows.starts.length; row++) {
    const line = first + (rows.starts[row] ?? 0) * down;
    for (let column = 0; column < columns.starts.length; column++) {
      let corner = line + (columns.starts[column] ?? 0) * across;
      let sum = 0;
      for (let j = 0; j < rows.size; j++, corner += down)
        for (let i = 0; i < columns.size; i++) sum += data[corner + i * across] ?? 0;
      target[to++] = Math.round(sum / area);
    }
  }
}

/** Averages blocks of two by two bytes, for half-size pictures. It is three times as fast as the general loop. */
function readHalved(data: Uint8Array, { first, down, columns, rows }: ReadOrder, target: Uint8Array): void {
  let to = 0;
  for (let row = 0; row < rows.starts.length; row++) {
    const line = first + (rows.starts[row] ?? 0) * down;
    for (let column = 0; column < columns.starts.length; column++) {
      const at = line + (columns.starts[column] ?? 0);
      const above = (data[at] ?? 0) + (data[at + 1] ?? 0);
      const below = (data[at + down] ?? 0) + (data[at + down + 1] ?? 0);
      target[to++] = (above + below + 2) >> 2;
    }
  }
}

/** Like {@link readBytes}, for little-endian 16-bit values. `shift` is the number of bits beyond 8. */
function readWords(data: Uint8Array, readOrder: ReadOrder, shift: number, target: Uint8Array): void {
  const { first, across, down, columns, rows } = readOrder;
  const area = columns.size * rows.size;
  let to = 0;
  for (const y of rows.starts)
    for (const x of columns.starts) {
      let sum = 0;
      for (let j = 0; j < rows.size; j++)
        for (let i = 0; i < columns.size; i++) {
          const at = first + (y + j) * down + (x + i) * across;
          sum += ((data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)) >> shift;
        }
      target[to++] = Math.round(sum / area);
    }
}

interface Span {
  /** The index at which each group starts. */
  readonly starts: Int32Array;
  readonly size: number;
}

/**
 * Divides a range of a side into `count` groups. The range starts at `from` and has the length `part`, both as
 * fractions of the side. `size` is the number of input values per group. `isWhole` is whether each group is a single
 * value.
 */
function span(side: number, from: number, part: number, count: number): Span & { readonly isWhole: boolean } {
  const ratio = (side * part) / count;
  const size = Math.max(1, Math.round(ratio));
  const starts = new Int32Array(count);
  const most = Math.max(0, side - size);
  for (let index = 0; index < count; index++)
    starts[index] = Math.min(most, Math.max(0, Math.round(side * from + (index + 0.5) * ratio - size / 2)));
  return { starts, size, isWhole: Math.abs(ratio - 1) < 1 / (2 * count) };
}

/**
 * Converts the planes in place to the color space of the movie. Subsampled chroma uses a single luma sample, because
 * luma has no influence on chroma in conversions between YCbCr matrices.
 */
function convert(planes: readonly TargetPlane[], { matrix, offset }: ColorTransform): void {
  const [luma, blue, red] = planes;
  if (luma === undefined || blue === undefined || red === undefined) return;
  const shift = blue.width === luma.width ? 0 : 1;
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix;
  const [x, y, z] = offset.map((value) => 255 * value);
  const before = luma.data.slice();
  const [cb, cr] = [blue.data.slice(), red.data.slice()];
  for (let row = 0, at = 0; row < luma.height; row++) {
    const rowStart = (row >> shift) * blue.width;
    for (let column = 0; column < luma.width; column++, at++) {
      const position = rowStart + (column >> shift);
      luma.data[at] = clamped(a * (before[at] ?? 0) + b * (cb[position] ?? 0) + c * (cr[position] ?? 0) + (x ?? 0));
    }
  }
  for (let row = 0, at = 0; row < blue.height; row++) {
    for (let column = 0; column < blue.width; column++, at++) {
      const lumaValue = before[Math.min(luma.height - 1, row << shift) * luma.width + (column << shift)] ?? 0;
      blue.data[at] = clamped(d * lumaValue + e * (cb[at] ?? 0) + f * (cr[at] ?? 0) + (y ?? 0));
      red.data[at] = clamped(g * lumaValue + h * (cb[at] ?? 0) + i * (cr[at] ?? 0) + (z ?? 0));
    }
  }
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
