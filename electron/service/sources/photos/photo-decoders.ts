import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { withBoundedMemory } from '#shared/drawings/bounded-memory.ts';
import type { HeifFacts, HeifTransform } from '#shared/drawings/images/heif-facts.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Pixels } from './encode-jpeg.ts';

/**
 * The memory limit of a decoder, in bytes. The largest picture takes about 500 MB: its planes and its interleaved
 * samples.
 */
const MAX_BYTES = 2 ** 30;

// Load the libraries from their packages at run time instead of bundling them, because users must be able to replace
// libheif (LGPL-3.0, section 4).
const load = createRequire(import.meta.url);

/** The error for a file that is damaged, or has a form that the decoder cannot read. */
export class PhotoFault extends Error {
  override readonly name = 'PhotoFault';
  readonly fault: 'damaged' | 'coding';

  constructor(fault: 'damaged' | 'coding', message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Decodes a picture and applies its transformations. Throws {@link PhotoFault} and the errors of a decoder. */
export async function decodeHeif(bytes: Uint8Array, facts: HeifFacts): Promise<Pixels> {
  if (facts.format === 'avif') return await decodeAvif(bytes, facts);
  const isCropped = facts.transforms.some(({ of }) => of === 'crop');
  return isCropped ? await decodeCropped(bytes, facts) : await decodeHevc(bytes, facts);
}

/** The functions of libheif's C interface that are used here. They return structures through the first argument. */
interface LibHeif {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_set_maximum_image_size_limit(context: number, side: number): void;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    bytes: number,
    length: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_decoding_options_alloc(): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_decoding_warnings(image: number, first: number, warnings: number, most: number): number;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
}

/** Codes of `heif_error.h`, for an unsupported file type, an unsupported feature, and a missing decoder. */
const UNSUPPORTED = [3, 4, 11];
/** Values of `heif_image.h`: RGB, its interleaved forms, and their channel. */
const RGB = 1;
const INTERLEAVED = { rgb: 10, rgba: 11, channel: 10 };
/**
 * The warnings that parts of the picture are missing, which libheif fills with gray: a decoder failed (code 7), or data
 * ends early, is invalid, or is missing (details 100, 117, 119, 150).
 */
const FAILED_DECODER = 7;
const MISSING_PARTS = [100, 117, 119, 150];
const MAX_WARNINGS = 64;
const WARNING_BYTES = 12;

/**
 * Decodes a picture without its crop, and then applies all transformations here. libheif 1.23 refuses a coded picture
 * with more pixels than the cropped picture plus 64 on each side.
 */
async function decodeCropped(bytes: Uint8Array, facts: HeifFacts): Promise<Pixels> {
  const { coded, transforms } = facts;
  const pixels = await decodeHevc(withoutCrops(bytes, coded), { ...facts, ...coded, transforms: [] });
  if (pixels.channels === 4) return transforms.reduce(transformed, pixels);
  return withoutAlpha(transforms.reduce(transformed, withAlpha(pixels)));
}

/** Returns a copy of the file with crops that cover the whole picture (ISO/IEC 14496-12, section 12.1.4). */
function withoutCrops(bytes: Uint8Array, { width, height }: Size): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(CROP_BOX); at >= 0; at = copy.indexOf(CROP_BOX, at + 1))
    for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
      copy.writeUInt32BE(value, at + CROP_BOX.length + 4 * index);
  return copy;
}

/** The header of `clap`, which has 32 bytes of content. */
const CROP_BOX = Buffer.from('\0\0\0\x28clap', 'latin1');

/** Decodes a HEIC. Frees no memory, because a thread decodes only one picture. */
async function decodeHevc(bytes: Uint8Array, { width, height, transforms }: HeifFacts): Promise<Pixels> {
  const program = await readFile(load.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  const open = load('libheif-js/libheif-wasm/libheif.js') as (options: object) => LibHeif;
  const lib = open({
    wasmBinary: withBoundedMemory(program, MAX_BYTES),
    print: () => undefined,
    printErr: () => undefined,
  });
  const file = allocated(lib, bytes.length);
  lib.HEAPU8.set(bytes, file);
  const [error, result] = [allocated(lib, 16), allocated(lib, 4)];
  const word = (at: number): number =>
    new DataView(lib.HEAPU8.buffer, lib.HEAPU8.byteOffset, lib.HEAPU8.byteLength).getUint32(at, true);
  const check = (): void => {
    const [code, detail] = [word(error), word(error + 4)];
    if (code !== 0)
      throw new PhotoFault(UNSUPPORTED.includes(code) ? 'coding' : 'damaged', `libheif ${code}/${detail}`);
  };
  const context = lib._heif_context_alloc();
  lib._heif_context_set_maximum_image_size_limit(context, Math.max(width, height));
  lib._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0);
  check();
  lib._heif_context_get_primary_image_handle(error, context, result);
  check();
  const handle = word(result);
  const hasAlpha = lib._heif_image_handle_has_alpha_channel(handle) !== 0;
  const isPremultiplied = hasAlpha && lib._heif_image_handle_is_premultiplied_alpha(handle) !== 0;
  const options = lib._heif_decoding_options_alloc();
  // `ignore_transformations` is the field after the version of the structure.
  lib.HEAPU8[options + 1] = transforms.length === 0 ? 1 : 0;
  lib._heif_decode_image(error, handle, result, RGB, hasAlpha ? INTERLEAVED.rgba : INTERLEAVED.rgb, options);
  check();
  const image = word(result);
  const warnings = allocated(lib, MAX_WARNINGS * WARNING_BYTES);
  const count = lib._heif_image_get_decoding_warnings(image, 0, warnings, MAX_WARNINGS);
  for (let at = warnings; at < warnings + count * WARNING_BYTES; at += WARNING_BYTES)
    if (word(at) === FAILED_DECODER || MISSING_PARTS.includes(word(at + 4)))
      throw new PhotoFault('damaged', `libheif warns: ${word(at)}/${word(at + 4)}`);
  const size = {
    width: lib._heif_image_get_width(image, INTERLEAVED.channel),
    height: lib._heif_image_get_height(image, INTERLEAVED.channel),
  };
  if (size.width !== width || size.height !== height)
    throw new PhotoFault('damaged', `${size.width}×${size.height} instead of ${width}×${height}`);
  const plane = lib._heif_image_get_plane_readonly(image, INTERLEAVED.channel, result);
  const stride = word(result);
  const channels = hasAlpha ? 4 : 3;
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const start = plane + y * stride;
    samples.set(lib.HEAPU8.subarray(start, start + width * channels), y * width * channels);
  }
  if (isPremultiplied) unpremultiply(samples);
  return { width, height, samples, channels };
}

function allocated(lib: LibHeif, bytes: number): number {
  const at = lib._malloc(bytes);
  if (at === 0) throw new Error('the decoder has no memory left');
  return at;
}

/** Converts premultiplied colors to straight alpha. */
function unpremultiply(samples: Uint8Array): void {
  for (let at = 0; at < samples.length; at += 4) {
    const alpha = samples[at + 3] ?? 255;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++)
      samples[channel] = Math.min(255, Math.round(((samples[channel] ?? 0) * 255) / alpha));
  }
}

/** The WebAssembly declarations that TypeScript contains only in its library for browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

interface AvifDecoder {
  decode(
    bytes: Uint8Array,
    bits: 8,
  ): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
}

async function decodeAvif(bytes: Uint8Array, { coded, transforms }: HeifFacts): Promise<Pixels> {
  const program = await readFile(load.resolve('@jsquash/avif/codec/dec/avif_dec.wasm'));
  const module = await WebAssembly.compile(withBoundedMemory(program, MAX_BYTES));
  const script = pathToFileURL(load.resolve('@jsquash/avif/codec/dec/avif_dec.js')).href;
  const { default: open } = (await import(script)) as { default: (options: object) => Promise<AvifDecoder> };
  const decoder = await open({
    noInitialRun: true,
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: object, done: (instance: object) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  });
  const decoded = decoder.decode(bytes, 8);
  if (decoded === null) throw new PhotoFault('damaged', 'libavif');
  if (decoded.width !== coded.width || decoded.height !== coded.height)
    throw new PhotoFault('damaged', `${decoded.width}×${decoded.height} instead of ${coded.width}×${coded.height}`);
  const samples = new Uint8Array(decoded.data.buffer, decoded.data.byteOffset, decoded.data.byteLength);
  const pixels = transforms.reduce(transformed, { ...coded, samples, channels: 4 });
  return isOpaque(pixels.samples) ? withoutAlpha(pixels) : pixels;
}

/** Applies a transformation. libavif does not apply transformations itself. */
function transformed(pixels: Pixels, transform: HeifTransform): Pixels {
  const { width, height } = pixels;
  if (transform.of === 'crop')
    return remapped(pixels, transform, (x, y) => (y + transform.top) * width + x + transform.left);
  if (transform.of === 'mirror')
    return remapped(
      pixels,
      pixels,
      transform.exchanges === 'left-right'
        ? (x, y) => y * width + width - 1 - x
        : (x, y) => (height - 1 - y) * width + x,
    );
  switch (transform.quarters) {
    case 1:
      return remapped(pixels, { width: height, height: width }, (x, y) => x * width + width - 1 - y);
    case 2:
      return remapped(pixels, pixels, (x, y) => (height - 1 - y) * width + width - 1 - x);
    case 3:
      return remapped(pixels, { width: height, height: width }, (x, y) => (height - 1 - x) * width + y);
    default:
      return pixels;
  }
}

/**
 * Returns the pixels at new positions.
 * @param from Returns the index of the source pixel for a position.
 */
function remapped(
  { samples }: Pixels,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  from: (x: number, y: number) => number,
): Pixels {
  const source = new Uint32Array(samples.buffer, samples.byteOffset, samples.byteLength / 4);
  const target = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) target[y * width + x] = source[from(x, y)] ?? 0;
  return { width, height, samples: new Uint8Array(target.buffer), channels: 4 };
}

function isOpaque(samples: Uint8Array): boolean {
  for (let at = 3; at < samples.length; at += 4) if (samples[at] !== 255) return false;
  return true;
}

function withAlpha({ width, height, samples }: Pixels): Pixels {
  const four = new Uint8Array(width * height * 4).fill(255);
  for (let [from, to] = [0, 0]; from < samples.length; from += 3, to += 4) {
    four[to] = samples[from] ?? 0;
    four[to + 1] = samples[from + 1] ?? 0;
    four[to + 2] = samples[from + 2] ?? 0;
  }
  return { width, height, samples: four, channels: 4 };
}

function withoutAlpha({ width, height, samples }: Pixels): Pixels {
  const opaque = new Uint8Array(width * height * 3);
  for (let [from, to] = [0, 0]; from < samples.length; from += 4, to += 3) {
    opaque[to] = samples[from] ?? 0;
    opaque[to + 1] = samples[from + 1] ?? 0;
    opaque[to + 2] = samples[from + 2] ?? 0;
  }
  return { width, height, samples: opaque, channels: 3 };
}
