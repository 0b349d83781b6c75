import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutOverlaps } from '#shared/captions/write-captions.ts';
import { required } from '#shared/lib/assert.ts';
import type { FilmMetadata } from '#shared/template/movie/movie.ts';
import type { Chapter, LanguageCaptions } from '#shared/timeline/film-package.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { readerOf } from '../../files/read-at.ts';
import { bodyAt, box, boxesIn, type FoundBox, fullBox, u32, zeros } from '../../sources/containers/iso-boxes.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import { copyDelay } from '../formats/sound-formats.ts';
import { findBoxes } from '../mp4/mp4-segment.ts';
import { copyTimeLimits } from '../plan/limits.ts';
import { type ContainerParts, containerParts, trackLanguage } from './container-parts.ts';
import { captionsText, ffMetadata } from './package-texts.ts';

/** A cover as a JPEG or PNG file. */
export interface CoverFile {
  readonly path: string;
  readonly type: 'jpg' | 'png';
}

/** The parts that are added to a film file. The container must support them. */
export interface MuxedParts {
  readonly subtitles: LanguageCaptions | null;
  readonly chapters: readonly Chapter[];
  readonly texts: FilmMetadata['texts'];
  readonly cover: CoverFile | null;
}

export interface MuxRun {
  readonly film: string;
  readonly format: FormatName;
  readonly durationSeconds: number;
  readonly tools: Pick<MediaTools, 'ffmpeg' | 'version'>;
  /** A folder for the files that FFmpeg reads. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a film with the parts of its package to `output`. Copies the packets of picture and sound. Throws the errors
 * of {@link runTool}.
 */
export async function muxPackage(parts: MuxedParts, run: MuxRun, output: string): Promise<void> {
  const { film, format, folder, tools, signal, durationSeconds } = run;
  const container = containerParts(format);
  const subtitles = join(folder, `subtitles.${container.subtitles === 'webvtt' ? 'vtt' : 'srt'}`);
  const metadata = join(folder, 'metadata.txt');
  if (parts.subtitles !== null) await writeFile(subtitles, subtitleText(parts.subtitles, container));
  await writeFile(metadata, ffMetadata(parts.texts, parts.chapters));
  const { size } = await stat(film);
  const coverBytes = parts.cover === null ? 0 : (await stat(parts.cover.path)).size;
  await runTool({
    program: tools.ffmpeg,
    arguments: muxArguments(parts, { film, subtitles, metadata, output }, format, tools.version),
    limits: copyTimeLimits(size + coverBytes, durationSeconds),
    outputLimitBytes: 2 * size + coverBytes + MARGIN_BYTES,
    signal,
    cwd: folder,
  });
  if (format === 'mov') await finishQuickTime(output, parts);
}

const MARGIN_BYTES = 64 * 2 ** 20;

function subtitleText({ cues }: LanguageCaptions, { subtitles }: ContainerParts): string {
  // Text tracks of MP4 have one sample at a time (3GPP TS 26.245).
  const shown = subtitles === 'mov_text' ? withoutOverlaps(cues) : cues;
  return captionsText(shown, subtitles === 'webvtt' ? 'vtt' : 'srt');
}

interface MuxFiles {
  readonly film: string;
  readonly subtitles: string;
  readonly metadata: string;
  readonly output: string;
}

function muxArguments(
  { subtitles, cover, chapters }: MuxedParts,
  files: MuxFiles,
  name: FormatName,
  toolsVersion: string,
): readonly string[] {
  const { muxer, muxerArguments, picture, sound } = formatOf(name);
  const container = containerParts(name);
  const inputs = ['-i', `file:${files.film}`, '-f', 'ffmetadata', '-i', `file:${files.metadata}`];
  const maps = [...(picture === null ? [] : ['-map', '0:v:0']), ...(sound === null ? [] : ['-map', '0:a:0'])];
  const codecs = ['-c:v', 'copy', '-c:a', 'copy'];
  let streams = 2;
  if (subtitles !== null && container.subtitles !== null) {
    inputs.push('-f', container.subtitles === 'webvtt' ? 'webvtt' : 'srt', '-i', `file:${files.subtitles}`);
    maps.push('-map', `${streams}:s:0`);
    codecs.push('-c:s', container.subtitles, '-metadata:s:s:0', `language=${trackLanguage(subtitles.language)}`);
    streams += 1;
  }
  if (cover !== null && container.cover === 'stream') {
    inputs.push('-i', `file:${cover.path}`);
    maps.push('-map', `${streams}:v:0`);
    codecs.push(`-disposition:v:${picture === null ? 0 : 1}`, 'attached_pic');
  }
  if (cover !== null && container.cover === 'attachment')
    codecs.push(
      ...[
        '-attach',
        `file:${cover.path}`,
        '-metadata:s:t:0',
        `mimetype=image/${cover.type === 'jpg' ? 'jpeg' : 'png'}`,
      ],
      ...['-metadata:s:t:0', `filename=cover.${cover.type}`],
    );
  // Copy the times of a film whose sound begins before its picture. Otherwise, FFmpeg would delay the picture.
  const times = name === 'webm' ? ['-copyts', '-avoid_negative_ts', 'disabled'] : [];
  const delay = sound === null ? 0 : Math.round(1000 * copyDelay(sound.priming, toolsVersion)) / 1000;
  if (delay > 0) times.push('-bsf:a', `setts=ts=TS+${delay}/TB`);
  const ids = name === 'mp3' ? ['-id3v2_version', '3'] : [];
  return [
    ...inputs,
    ...maps,
    ...codecs,
    ...times,
    ...['-map_metadata', '1', '-map_chapters', chapters.length === 0 ? '-1' : '1'],
    ...[
      '-fflags',
      '+bitexact',
      ...muxerArguments.map(ofFirstPicture),
      ...ids,
      '-f',
      muxer,
      '-y',
      `file:${files.output}`,
    ],
  ];
}

/** Returns the option that sets the codec tag of the film's picture only, because a cover has another codec. */
function ofFirstPicture(argument: string): string {
  return argument === '-tag:v' ? '-tag:v:0' : argument;
}

/**
 * Adds data to a QuickTime file that FFmpeg writes only into MP4 files: the language of the subtitle track, the
 * description, and the cover. FFmpeg writes the `moov` box last, so no other offset changes.
 */
async function finishQuickTime(path: string, parts: MuxedParts): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const read = readerOf(file);
  const boxes = required(await findBoxes(size, read), 'a QuickTime film');
  const { start, bytes } = boxes.movie;
  const movie = await read(start, bytes);
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

/** The size of the head of `moov`, which is never larger than 4 GiB. */
const HEAD_BYTES = 8;

/** Returns whether a child of `moov` is a track of texts. The subtitles come before the chapters. */
function isTextTrack({ type, body }: FoundBox): boolean {
  const handler = type === 'trak' ? bodyAt(body, 'mdia', 'hdlr') : null;
  return handler !== null && ['text', 'sbtl'].includes(handler.toString('latin1', 8, 12));
}

function setLanguage(track: Buffer, language: string): void {
  const header = required(bodyAt(track, 'mdia', 'mdhd'), 'the header of a track');
  // The language follows the times and the length, whose size depends on the version.
  header.writeUInt16BE(packedLanguage(language), header[0] === 1 ? 32 : 20);
}

/** Returns three letters in 5 bits each (QuickTime File Format, Language code values). */
function packedLanguage(tag: string): number {
  return [...trackLanguage(tag)].reduce((packed, letter) => packed * 32 + (letter.charCodeAt(0) - 0x60), 0);
}

function item(type: string, dataType: number, data: Uint8Array): Uint8Array {
  return box(type, box('data', u32(dataType), u32(0), data));
}

/** Returns a metadata box with items in the format of iTunes. */
function metadataBox(items: readonly Uint8Array[]): Uint8Array {
  return fullBox('meta', fullBox('hdlr', u32(0), 'mdirappl', zeros(9)), box('ilst', ...items));
}
