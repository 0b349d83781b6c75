import { hasTextAt } from '../../lib/byte-match.ts';
import type { Size } from '../../template/values/placement.ts';

/**
 * Reads the header of HEIC and AVIF files (ISO/IEC 23008-12 and the AVIF specification). CanvasKit and FFmpeg 5.1
 * cannot decode these files. The service converts each file to a JPEG or PNG for films and previews.
 */

/** Coding-independent code points (ISO/IEC 23091-2). */
export interface CodePoints {
  readonly primaries: number;
  readonly transfer: number;
}

/** A transformation of the decoded picture (ISO/IEC 23008-12, section 6.5). */
export type HeifTransform =
  /** The number of counterclockwise quarter turns. */
  | { readonly of: 'turn'; readonly quarters: number }
  | { readonly of: 'mirror'; readonly exchanges: 'top-bottom' | 'left-right' }
  | ({ readonly of: 'crop'; readonly left: number; readonly top: number } & Size);

export interface HeifFacts {
  readonly format: 'heic' | 'avif';
  /** The size in pixels after all transformations. */
  readonly width: number;
  readonly height: number;
  /** The coded size in pixels, before all transformations. */
  readonly coded: Size;
  readonly transforms: readonly HeifTransform[];
  readonly profile: Uint8Array | null;
  /** The code points of the colors; null if the file has none. */
  readonly colors: CodePoints | null;
}

/** Code points of the transfer functions PQ and HLG. */
const HDR_TRANSFERS: ReadonlyMap<number, 'PQ' | 'HLG'> = new Map([
  [16, 'PQ'],
  [18, 'HLG'],
]);

/** Returns the transfer function of an HDR picture; null for SDR. A profile takes precedence over code points. */
export function hdrTransfer({ profile, colors }: HeifFacts): 'PQ' | 'HLG' | null {
  return profile === null ? hdrTransferOf(colors) : null;
}

/** Returns the transfer function of code points if it is PQ or HLG; otherwise null. */
export function hdrTransferOf(colors: CodePoints | null): 'PQ' | 'HLG' | null {
  return colors === null ? null : (HDR_TRANSFERS.get(colors.transfer) ?? null);
}

const STILL_BRANDS = /^(?:avif|hei[cxms]|mif[12])/;
const SEQUENCE_BRANDS = /^(?:avis|hev[cxms]|msf1)/;

/** Returns `HEIC` or `AVIF` for the brands of a file; null for all other files. */
export function heifFormat(bytes: Uint8Array): 'HEIC' | 'AVIF' | null {
  if (!hasTextAt(bytes, 4, 'ftyp') || bytes.length < 16) return null;
  const brands = brandsOf(bytes);
  if (!brands.some((brand) => STILL_BRANDS.test(brand) || SEQUENCE_BRANDS.test(brand))) return null;
  if (brands.some((brand) => /^avi[fs]/.test(brand))) return 'AVIF';
  return brands.some((brand) => /^he(?:i[cxms]|v[cxms])/.test(brand)) ? 'HEIC' : null;
}

/** Returns whether the major brand of a HEIC or AVIF file identifies a sequence, which may have no still picture. */
export function isHeifSequence(bytes: Uint8Array): boolean {
  return SEQUENCE_BRANDS.test(fourCharacters(bytes, 8));
}

function brandsOf(bytes: Uint8Array): readonly string[] {
  const data = viewOf(bytes);
  const end = Math.min(MAX_BRAND_BYTES, bytes.length, data.getUint32(0));
  const brands = [fourCharacters(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCharacters(bytes, at));
  return [...brands, ...extendedBrands(bytes, data.getUint32(0))];
}

/** Returns the brands in an extended type box, which can follow `ftyp` (ISO/IEC 14496-12, section 4.4). */
function extendedBrands(bytes: Uint8Array, start: number): readonly string[] {
  if (start < 8 || !hasTextAt(bytes, start + 4, 'etyp')) return [];
  const end = Math.min(start + MAX_BRAND_BYTES, bytes.length);
  const [box] = boxesIn(bytes, { start, end });
  const combinations = box === undefined ? [] : boxesIn(bytes, { start: box.start, end: Math.min(box.end, end) });
  return combinations
    .filter(({ type }) => type === 'tyco')
    .flatMap((combination) => {
      const count = Math.floor((Math.min(combination.end, end) - combination.start) / 4);
      return Array.from({ length: count }, (_, at) => fourCharacters(bytes, combination.start + 4 * at));
    });
}

/** The maximum number of bytes to read from the brands box. */
const MAX_BRAND_BYTES = 256;
/** The maximum number of properties, items, and associations to read. Phones write about a hundred of each. */
const MAX_ENTRIES = 20_000;

/** Reads the facts of a HEIC or AVIF file. Returns null if its header is damaged or ends after `bytes`. */
export function heifFacts(bytes: Uint8Array): HeifFacts | null {
  const format = heifFormat(bytes);
  if (format === null) return null;
  try {
    return factsOf(bytes, format);
  } catch (error) {
    // The header ends inside a field, so the facts are unknown.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function factsOf(bytes: Uint8Array, format: 'HEIC' | 'AVIF'): HeifFacts | null {
  const whole = { start: 0, end: bytes.length };
  const meta = boxesIn(bytes, whole).find(({ type }) => type === 'meta');
  if (meta === undefined || meta.isCut) return null;
  const inside = boxesIn(bytes, { start: meta.start + 4, end: meta.end });
  const find = (type: string, within = inside) => within.find((box) => box.type === type);
  const [primary, iprp] = [find('pitm'), find('iprp')];
  if (primary === undefined || iprp === undefined) return null;
  const data = viewOf(bytes);
  const parts = boxesIn(bytes, iprp);
  const store = find('ipco', parts);
  if (store === undefined) return null;
  const item =
    data.getUint8(primary.start) === 0 ? data.getUint16(primary.start + 4) : data.getUint32(primary.start + 4);
  const properties = boxesIn(bytes, store);
  const itemProperties = parts
    .filter(({ type }) => type === 'ipma')
    .flatMap((box) => propertyIndexes(data, box, item))
    .flatMap((index) => properties[index - 1] ?? []);
  const extents = find('ispe', itemProperties);
  if (extents === undefined) return null;
  const coded = { width: data.getUint32(extents.start + 4), height: data.getUint32(extents.start + 8) };
  const transforms = transformsOf(data, itemProperties, coded);
  if (transforms === null) return null;
  const { width, height } = transforms.reduce(sizeAfter, coded);
  if (width < 1 || height < 1) return null;
  return {
    format: format === 'AVIF' ? 'avif' : 'heic',
    ...{ width, height, coded, transforms },
    ...colorsOf(bytes, itemProperties),
  };
}

interface HeifBox {
  readonly type: string;
  /** The offset of the content after the box header. */
  readonly start: number;
  readonly end: number;
  /** Whether the box extends beyond the available bytes. */
  readonly isCut: boolean;
}

/** Reads the boxes in a byte range (ISO/IEC 14496-12, section 4.2). Stops at invalid bytes. */
function boxesIn(bytes: Uint8Array, { start, end }: Pick<HeifBox, 'start' | 'end'>): readonly HeifBox[] {
  const data = viewOf(bytes);
  const boxes: HeifBox[] = [];
  for (let at = start; at + 8 <= end && boxes.length < MAX_ENTRIES; ) {
    const size = data.getUint32(at);
    const isLong = size === 1;
    const length = isLong ? Number(data.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    const header = isLong ? 16 : 8;
    if (length < header) break;
    boxes.push({
      type: fourCharacters(bytes, at + 4),
      start: at + header,
      end: Math.min(end, at + length),
      isCut: at + length > end,
    });
    at += length;
  }
  return boxes;
}

/** Returns the indexes of an item’s properties, counted from 1, in order (section 9.3.1). */
function propertyIndexes(data: DataView, { start, end }: HeifBox, item: number): readonly number[] {
  const [version, isWide] = [data.getUint8(start), (data.getUint8(start + 3) & 1) === 1];
  let at = start + 8;
  for (let left = Math.min(MAX_ENTRIES, data.getUint32(start + 4)); left > 0 && at < end; left--) {
    const id = version < 1 ? data.getUint16(at) : data.getUint32(at);
    at += version < 1 ? 2 : 4;
    const count = data.getUint8(at);
    at += 1;
    if (id === item)
      return Array.from({ length: count }, (_, index) =>
        isWide ? data.getUint16(at + 2 * index) & 0x7fff : data.getUint8(at + index) & 0x7f,
      );
    at += count * (isWide ? 2 : 1);
  }
  return [];
}

/** Reads the transformations. Returns null if a crop is outside the picture. */
function transformsOf(
  data: DataView,
  itemProperties: readonly HeifBox[],
  coded: Size,
): readonly HeifTransform[] | null {
  const transforms: HeifTransform[] = [];
  let size = coded;
  for (const { type, start } of itemProperties) {
    const transform =
      type === 'irot'
        ? ({ of: 'turn', quarters: data.getUint8(start) & 3 } as const)
        : type === 'imir'
          ? ({ of: 'mirror', exchanges: (data.getUint8(start) & 1) === 0 ? 'top-bottom' : 'left-right' } as const)
          : type === 'clap'
            ? cropOf(data, start, size)
            : undefined;
    if (transform === null) return null;
    if (transform === undefined) continue;
    transforms.push(transform);
    size = sizeAfter(size, transform);
  }
  return transforms;
}

/**
 * Reads the clean aperture in whole pixels; null if it exceeds the picture. The file stores the size of the aperture
 * and the offset of its center as fractions (ISO/IEC 14496-12, 12.1.4).
 */
function cropOf(data: DataView, start: number, size: Size): HeifTransform | null {
  const fraction = (at: number): number => data.getInt32(start + at) / data.getInt32(start + at + 4);
  const [width, height] = [Math.round(fraction(0)), Math.round(fraction(8))];
  const left = Math.round(fraction(16) + (size.width - width) / 2);
  const top = Math.round(fraction(24) + (size.height - height) / 2);
  const isInside =
    left >= 0 && top >= 0 && width >= 1 && height >= 1 && left + width <= size.width && top + height <= size.height;
  return isInside ? { of: 'crop', left, top, width, height } : null;
}

function sizeAfter({ width, height }: Size, transform: HeifTransform): Size {
  if (transform.of === 'crop') return { width: transform.width, height: transform.height };
  return transform.of === 'turn' && transform.quarters % 2 === 1 ? { width: height, height: width } : { width, height };
}

function colorsOf(bytes: Uint8Array, itemProperties: readonly HeifBox[]): Pick<HeifFacts, 'profile' | 'colors'> {
  const data = viewOf(bytes);
  const colorBoxes = itemProperties.filter(({ type }) => type === 'colr');
  const kind = ({ start }: HeifBox) => fourCharacters(bytes, start);
  const profile = colorBoxes.find((box) => ['prof', 'rICC'].includes(kind(box)));
  const points = colorBoxes.find((box) => kind(box) === 'nclx');
  return {
    // Copy the bytes, because a view would keep the whole file in memory.
    profile: profile === undefined ? null : Uint8Array.from(bytes.subarray(profile.start + 4, profile.end)),
    colors:
      points === undefined
        ? null
        : { primaries: data.getUint16(points.start + 4), transfer: data.getUint16(points.start + 6) },
  };
}

function fourCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
