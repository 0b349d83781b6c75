import { type FileHandle, open, readFile } from 'node:fs/promises';
import { required } from '#shared/lib/assert.ts';
import { bodyAt, box, boxesIn, type FoundBox, fullBox, u32, zeros } from '../../sources/containers/iso-boxes.ts';
import { findBoxes } from '../mp4/mp4-segment.ts';
import { trackLanguage } from './container-parts.ts';
import type { MuxedParts } from './mux-package.ts';

/**
 * Adds to a QuickTime file what FFmpeg writes only into MP4: the language of the subtitle track, the description, and
 * the cover. FFmpeg writes the `moov` box last, so no other offset changes.
 */
export async function finishQuickTime(path: string, parts: MuxedParts): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const boxes = required(await findBoxes(size, (start, bytes) => readAt(file, start, bytes)), 'a QuickTime film');
  const { start, bytes } = boxes.movie;
  const movie = await readAt(file, start, bytes);
  const children = boxesIn(movie);
  if (children === null || start + bytes !== size) throw new Error('the index is not at the end of the QuickTime film');
  const { description } = parts.texts;
  const cover = parts.cover === null ? null : { ...parts.cover, bytes: await readFile(parts.cover.path) };
  const items = [
    ...(description === undefined ? [] : [item('desc', 1, Buffer.from(description))]),
    ...(cover === null ? [] : [item('covr', cover.type === 'jpg' ? 13 : 14, cover.bytes)]),
  ];
  const subtitles = parts.subtitles === null ? undefined : children.find(isTextTrack);
  if (subtitles !== undefined && parts.subtitles !== null) setLanguage(subtitles.body, parts.subtitles.language);
  const others = children.filter(({ type }) => type !== 'udta');
  const userData = children.find(({ type }) => type === 'udta')?.body ?? Buffer.alloc(0);
  const added = items.length === 0 ? userData : Buffer.concat([userData, metadataBox(items)]);
  const moov = box('moov', ...others.map(({ type, body }) => box(type, body)), box('udta', added));
  const head = start - HEAD_BYTES;
  await file.truncate(head);
  await file.write(moov, 0, moov.length, head);
}

/** The size of the head of `moov`, which is never larger than 4 GB. */
const HEAD_BYTES = 8;

/** Returns whether a child of `moov` is a track of texts. The subtitles come before the chapters. */
function isTextTrack({ type, body }: FoundBox): boolean {
  const handler = type === 'trak' ? bodyAt(body, 'mdia', 'hdlr') : null;
  return handler !== null && ['text', 'sbtl'].includes(handler.toString('latin1', 8, 12));
}

function setLanguage(track: Buffer, language: string): void {
  const header = required(bodyAt(track, 'mdia', 'mdhd'), 'the header of a track');
  // The language is behind the times and the length, whose size the version determines.
  header.writeUInt16BE(packedLanguage(language), header[0] === 1 ? 32 : 20);
}

/** Returns three letters in 5 bits each (QuickTime File Format, Language code values). */
function packedLanguage(tag: string): number {
  return [...trackLanguage(tag)].reduce((packed, letter) => packed * 32 + (letter.charCodeAt(0) - 0x60), 0);
}

function item(type: string, dataType: number, data: Uint8Array): Uint8Array {
  return box(type, box('data', u32(dataType), u32(0), data));
}

/** Returns a metadata box with items as iTunes writes them. */
function metadataBox(items: readonly Uint8Array[]): Uint8Array {
  return fullBox('meta', fullBox('hdlr', u32(0), 'mdirappl', zeros(9)), box('ilst', ...items));
}

async function readAt(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  await file.read(buffer, 0, bytes, start);
  return buffer;
}
