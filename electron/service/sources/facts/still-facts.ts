import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Captions, type CaptionsFault, captionLimits } from '#shared/captions/cue.ts';
import { decodeCaptions, otherCaptionsFormat, readingCaptions } from '#shared/captions/read-captions.ts';
import { cubeLimits, decodeCube, readingCube } from '#shared/compositor/pixels/read-cube.ts';
import { drawingLimits } from '#shared/drawings/drawing/drawing.ts';
import { type FontFacts, fontFacts, packedTables, weightsIn } from '#shared/drawings/fonts/font-facts.ts';
import {
  type HeifFacts,
  hdrTransfer,
  hdrTransferOf,
  heifFacts,
  heifFormat,
  isHeifSequence,
} from '#shared/drawings/images/heif-facts.ts';
import { frameDelays, type ImageFacts, imageFacts, otherImageFormat } from '#shared/drawings/images/image-facts.ts';
import { pngCodePoints } from '#shared/drawings/images/png-colors.ts';
import { declaredEncoding, isEmptySvg, isUtf16Svg } from '#shared/drawings/images/svg-root.ts';
import { SVG_RENDERER, svgRendererName } from '#shared/drawings/svg-drawer.ts';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import { readFirstBytes } from '../../files/read-at.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';

/** The facts that rendering needs about a source that is neither video nor sound. */
export type StillFacts = NoStreams &
  (
    | {
        readonly still: 'image';
        readonly image: ImageFacts;
        /** The display time of each frame of an animated image, in milliseconds; null for a static image. */
        readonly delays: readonly number[] | null;
        /** The name of the SVG renderer; absent for the default renderer. */
        readonly drawnBy?: string | undefined;
      }
    | {
        readonly still: 'font';
        readonly font: FontFacts;
        readonly bytes: number;
        /**
         * The weights of a WOFF2 font, if it states them. For drawing and for the choice of a font, it counts as a font
         * without stated weights.
         */
        readonly packedWeights?: NonNullable<FontFacts['weights']>;
      }
    | { readonly still: 'table' }
    | { readonly still: 'captions'; readonly captions: Captions }
  );

/** An empty list of streams, so that code that checks for video or audio finds none. */
interface NoStreams {
  readonly video: null;
  readonly audio: null;
  readonly damage: null;
}

/**
 * The reason why a file cannot be used as the requested kind. The message has no subject, because the caller adds the
 * file name.
 */
export interface StillFault {
  readonly code: 'source/kind' | 'source/too-large' | 'source/unreadable';
  readonly reason: MediaMessage;
}

const MEBIBYTE = 2 ** 20;
/** The limits of an image. Drawing a larger image would take gigabytes. */
const IMAGE = {
  bytes: drawingLimits.imageBytes,
  side: drawingLimits.side,
  pixels: drawingLimits.imagePixels,
  frames: drawingLimits.imageFrames,
};
const FONT_BYTES = drawingLimits.fontBytes;
const NO_STREAMS: NoStreams = { video: null, audio: null, damage: null };

/** Returns the facts of an image file from its first bytes and the stated sizes of its frames. */
export async function stillImage(path: string, signal: AbortSignal): Promise<Result<StillFacts, StillFault>> {
  const { bytes, size } = await readFirstBytes(path, IMAGE.bytes);
  const image = imageFacts(bytes);
  if (image === null) return err(otherImage(bytes));
  const [width, height] = [Math.ceil(image.width), Math.ceil(image.height)];
  const limitFault = limitFaultOf(size, width, height);
  if (limitFault !== null) return err(limitFault);
  if (image.format === 'svg' && !isUtf8(bytes))
    return err({
      code: 'source/unreadable',
      reason: message('media/svg-encoding', { encoding: declaredEncoding(bytes) }),
    });
  const transfer = hdrTransferOf(pngCodePoints(bytes));
  if (transfer !== null)
    return err({ code: 'source/kind', reason: message('media/photo-hdr', { format: 'PNG', transfer }) });
  const delays = frameDelays(bytes, image);
  const frames = delays?.length ?? 1;
  const mostPixels = movingPixels(image);
  if (frames > IMAGE.frames || (frames > 1 && frames * width * height > mostPixels))
    return err(
      tooLarge(
        message('media/image-frames', { frames, width, height, mostFrames: IMAGE.frames, mostPixels: mostPixels }),
      ),
    );
  const svgRenderer = image.format === 'svg' ? await svgRendererName(bytes, yieldRegularly(signal)) : SVG_RENDERER.name;
  return ok({
    ...NO_STREAMS,
    still: 'image',
    image,
    delays,
    ...(svgRenderer !== SVG_RENDERER.name && { drawnBy: svgRenderer }),
  });
}

function limitFaultOf(size: number, width: number, height: number): StillFault | null {
  if (size > IMAGE.bytes)
    return tooLarge(message('media/image-bytes', { mebibytes: mebibytes(size), most: mebibytes(IMAGE.bytes) }));
  return width > IMAGE.side || height > IMAGE.side || width * height > IMAGE.pixels
    ? tooLarge(message('media/image-pixels', { width, height, mostSide: IMAGE.side, mostPixels: IMAGE.pixels }))
    : null;
}

/** The maximum size of the boxes that contain the brands of a file. */
const BRAND_BYTES = 512;

/** The names of the photo formats that are converted. */
export const photoNames = { heic: 'HEIC', avif: 'AVIF' } as const satisfies Record<HeifFacts['format'], string>;

/**
 * Returns the facts of a HEIC or AVIF photo from its header, or the reason why the photo cannot be used. Returns null
 * for all other files.
 */
export async function heifIn(path: string): Promise<Result<HeifFacts, StillFault> | null> {
  const format = heifFormat((await readFirstBytes(path, BRAND_BYTES)).bytes);
  if (format === null) return null;
  const { bytes, size } = await readFirstBytes(path, IMAGE.bytes);
  if (isHeifSequence(bytes)) return err({ code: 'source/kind', reason: message('media/photo-sequence', { format }) });
  const facts = heifFacts(bytes);
  if (facts === null) return err({ code: 'source/unreadable', reason: message('media/photo-damaged', { format }) });
  const transfer = hdrTransfer(facts);
  if (transfer !== null) return err({ code: 'source/kind', reason: message('media/photo-hdr', { format, transfer }) });
  // Check the size of the coded picture, because the decoder works on it. It includes the area that is cropped.
  const limitFault = limitFaultOf(size, facts.coded.width, facts.coded.height);
  return limitFault === null ? ok(facts) : err(limitFault);
}

/** Returns the maximum number of pixels in all frames of an image together. */
function movingPixels({ format, width, height }: ImageFacts): number {
  if (width * height > drawingLimits.largeFrame) return drawingLimits.largeMovingPixels;
  return format === 'webp' ? drawingLimits.webpMovingPixels : drawingLimits.movingPixels;
}

/** Returns the facts of a font file from its first bytes. */
export async function stillFont(path: string): Promise<Result<StillFacts, StillFault>> {
  const { bytes, size } = await readFirstBytes(path, FONT_BYTES);
  if (size > FONT_BYTES)
    return err(tooLarge(message('media/font-bytes', { mebibytes: mebibytes(size), most: mebibytes(FONT_BYTES) })));
  const font = isCutFont(bytes) ? null : fontFacts(bytes);
  if (font !== null) {
    const packedWeights = await weightsInPacked(bytes);
    const ofPacked = packedWeights !== null && { packedWeights };
    return ok({ ...NO_STREAMS, still: 'font', font, bytes: size, ...ofPacked });
  }
  return err(size === 0 ? EMPTY : { code: 'source/unreadable', reason: otherFontReason(bytes) });
}

/** The first bytes of fonts, and the names of formats that films cannot use. */
const FONT_STARTS = ['\0\x01\0\0', 'OTTO', 'true', 'ttcf', 'wOF2'];
const OTHER_FONTS: readonly (readonly [start: string, format: string])[] = [
  ['wOFF', 'WOFF'],
  ['%!PS-AdobeFont', 'PostScript Type 1'],
  ['%!FontType', 'PostScript Type 1'],
  ['\x80\x01', 'PostScript Type 1 (PFB)'],
  ['typ1', 'PostScript Type 1'],
  ['STARTFONT', 'BDF'],
  ['\x01fcp', 'PCF'],
  ['SplineFontDB', 'FontForge (SFD)'],
];

/** Returns the reason for refusing a file whose font facts are unreadable. */
function otherFontReason(bytes: Uint8Array): MediaMessage {
  if (FONT_STARTS.some((start) => hasTextAt(bytes, 0, start))) return message('media/font-damaged');
  const format = OTHER_FONTS.find(([start]) => hasTextAt(bytes, 0, start))?.[1];
  if (format !== undefined) return message('media/other-font', { format });
  const is = otherFileIn(bytes);
  return is === null ? message('media/no-font') : message('media/other-file', { is, of: 'font' });
}

/** Returns whether the tables of a font end after the end of the file (OpenType, "Table Directory"; WOFF2, 4.1). */
function isCutFont(bytes: Uint8Array): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) return false;
  if (hasTextAt(bytes, 0, 'wOF2')) return data.getUint32(8) > bytes.length;
  if (!FONT_STARTS.slice(0, 3).some((start) => hasTextAt(bytes, 0, start))) return false;
  const tables = data.getUint16(4);
  if (bytes.length < 12 + 16 * tables) return true;
  return Array.from({ length: tables }, (_, table) => 12 + 16 * table).some(
    (at) => data.getUint32(at + 8) + data.getUint32(at + 12) > bytes.length,
  );
}

/** Returns the kind of a file that people mistake for an image or a font; null for other files. */
function otherFileIn(bytes: Uint8Array): 'page' | 'pdf' | 'archive' | null {
  if (hasTextAt(bytes, 0, '%PDF')) return 'pdf';
  if (hasTextAt(bytes, 0, 'PK\x03\x04')) return 'archive';
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i.test(start)
    ? 'page'
    : null;
}

/**
 * Returns the weights of a WOFF2 font; null for other files. Also returns null for tables that cannot be unpacked,
 * because drawing the font reports them.
 */
async function weightsInPacked(bytes: Uint8Array): Promise<FontFacts['weights']> {
  const packed = packedTables(bytes);
  if (packed === null) return null;
  const { start, length, size, offsets } = packed;
  try {
    const stream = bytes.subarray(start, start + length);
    return weightsIn(await promisify(brotliDecompress)(stream, { maxOutputLength: size }), offsets);
  } catch {
    return null;
  }
}

/** Returns the facts of a color table. Reads the whole file. */
export async function stillTable(path: string, signal: AbortSignal): Promise<Result<StillFacts, StillFault>> {
  const { bytes, size } = await readFirstBytes(path, cubeLimits.bytes);
  if (size > cubeLimits.bytes)
    return err(
      tooLarge(message('media/table-bytes', { mebibytes: mebibytes(size), most: mebibytes(cubeLimits.bytes) })),
    );
  if (size === 0) return err(EMPTY);
  const reading = readingCube(decodeCube(bytes));
  const pause = yieldRegularly(signal);
  for (;;) {
    const step = reading.next();
    if (step.done !== true) await pause();
    else if (step.value.ok) return ok({ ...NO_STREAMS, still: 'table' });
    else return err({ code: 'source/unreadable', reason: message('media/no-table', { ...step.value.error }) });
  }
}

/** Returns the facts of a caption file. Reads the whole file. */
export async function stillCaptions(path: string, signal: AbortSignal): Promise<Result<StillFacts, StillFault>> {
  const most = captionLimits.bytes;
  const { bytes, size } = await readFirstBytes(path, most);
  if (size > most)
    return err(tooLarge(message('media/captions-bytes', { mebibytes: mebibytes(size), most: mebibytes(most) })));
  if (size === 0) return err(EMPTY);
  const text = decodeCaptions(bytes);
  const otherFormat = otherCaptionsFormat(startOf(text.ok ? text.value : Buffer.from(bytes).toString('latin1')));
  const other: StillFault | null =
    otherFormat === null
      ? null
      : { code: 'source/unreadable', reason: message('media/other-captions', { format: otherFormat }) };
  if (!text.ok)
    return err(
      text.error.kind === 'too-large'
        ? NO_CAPTIONS['too-large']
        : (other ?? { code: 'source/unreadable', reason: message('media/captions-no-text', { ...text.error.bad }) }),
    );
  const reading = readingCaptions(text.value);
  const pause = yieldRegularly(signal);
  for (;;) {
    const step = reading.next();
    if (step.done !== true) await pause();
    else if (step.value.ok) return ok({ ...NO_STREAMS, still: 'captions', captions: step.value.value });
    else return err((/^no-/.test(step.value.error) ? other : null) ?? NO_CAPTIONS[step.value.error]);
  }
}

/** Returns the part of a text in which the formats of captions differ. */
function startOf(text: string): string {
  return text.slice(0, 8192);
}

const NO_CAPTIONS: Readonly<Record<CaptionsFault, StillFault>> = {
  'no-captions': { code: 'source/unreadable', reason: message('media/no-captions') },
  'no-list': { code: 'source/unreadable', reason: message('media/no-caption-list') },
  'too-large': tooLarge(
    message('media/captions-bytes', {
      mebibytes: mebibytes(captionLimits.bytes),
      most: mebibytes(captionLimits.bytes),
    }),
  ),
  'too-many': tooLarge(message('media/captions-cues', { most: captionLimits.cues })),
};

/** Checks whether a file is an image. */
export async function isImage(path: string): Promise<boolean> {
  const { bytes } = await readFirstBytes(path, IMAGE.bytes);
  return imageFacts(bytes) !== null || heifFormat(bytes) !== null;
}

/** Returns the fault of a file that is not a drawable image. Its message states the kind of the file. */
function otherImage(bytes: Uint8Array): StillFault {
  if (bytes.length === 0) return EMPTY;
  const format = otherImageFormat(bytes);
  if (format !== null) return { code: 'source/kind', reason: message('media/other-image', { format }) };
  if (isCutImage(bytes)) return { code: 'source/unreadable', reason: message('media/image-damaged') };
  if (hasTextAt(bytes, 0, '\x1f\x8b')) return PACKED;
  if (fontFacts(bytes) !== null) return { code: 'source/kind', reason: message('media/font') };
  if (isUtf16Svg(bytes))
    return { code: 'source/unreadable', reason: message('media/svg-encoding', { encoding: 'UTF-16' }) };
  if (isEmptySvg(bytes)) return { code: 'source/unreadable', reason: message('media/svg-size') };
  const is = otherFileIn(bytes);
  return is === null ? NO_IMAGE : { code: 'source/kind', reason: message('media/other-file', { is, of: 'image' }) };
}

/** The first bytes of images. */
const IMAGE_STARTS = ['\x89PNG', '\xff\xd8\xff', 'GIF87a', 'GIF89a'];

/** Checks whether a file is an image with an incomplete or damaged header, so that its size is unknown. */
export function isCutImage(bytes: Uint8Array): boolean {
  const isWebp = hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP');
  return (isWebp || IMAGE_STARTS.some((start) => hasTextAt(bytes, 0, start))) && imageFacts(bytes) === null;
}

const EMPTY: StillFault = { code: 'source/unreadable', reason: message('media/empty') };
const PACKED: StillFault = { code: 'source/kind', reason: message('media/packed') };
const NO_IMAGE: StillFault = {
  code: 'source/unreadable',
  reason: message('media/no-image'),
};

function tooLarge(reason: StillFault['reason']): StillFault {
  return { code: 'source/too-large', reason };
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / MEBIBYTE);
}
