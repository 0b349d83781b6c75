import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePart, PackageRequest } from '#shared/contract/shapes/package-shapes.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { LackingPart, PackagePart } from '#shared/messages/sources.en.ts';
import type { Finding, ProblemCode } from '#shared/template/document/problem.ts';
import type { FilmPackage } from '#shared/timeline/film-package.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { digestFile } from '../../files/digest-file.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import type { RenderOutcome } from '../make/render-types.ts';
import { type ContainerParts, containerParts } from './container-parts.ts';
import { type CoverFile, type MuxedParts, muxPackage } from './mux-package.ts';
import { interestingFrame, type PicturedFilm, readCover, writePoster, writeSheet } from './package-pictures.ts';
import { captionsText, checksumText, ffMetadata, metadataJson } from './package-texts.ts';

/** A finished film and the content of its package. */
export interface FilmToPackage extends Pick<RenderOutcome, 'durationSeconds' | 'sha256' | 'bytes'> {
  readonly path: string;
  readonly format: FormatName;
  readonly content: FilmPackage;
  /** The path of the cover file; null if the poster is the cover or the film has none. */
  readonly coverPath: string | null;
  /** The file name of the film. The names of the package's files begin with it. */
  readonly name: string;
  readonly makeFrame: PicturedFilm['makeFrame'];
}

export interface PackageRun {
  readonly tools: Pick<MediaTools, 'ffmpeg' | 'version'>;
  /** An empty folder in which the package is made. The caller moves the files and deletes the folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** A file of a package in the folder of its run. */
export interface PackagedFile {
  readonly name: string;
  readonly part: FilePart;
  readonly mimeType: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface MadePackage {
  /** The film with its parts; null if the film is unchanged. */
  readonly film: { readonly path: string; readonly bytes: number; readonly sha256: string } | null;
  readonly files: readonly PackagedFile[];
  readonly warnings: readonly Finding[];
}

/**
 * Makes the requested parts of a film's package. A part that the container cannot contain becomes a file. Throws the
 * errors of FFmpeg and of the disk, or the signal's reason.
 */
export async function makePackage(request: PackageRequest, film: FilmToPackage, run: PackageRun): Promise<MadePackage> {
  const making: Making = { film, run, base: baseName(film.name), files: [], warnings: [] };
  const { content, format } = film;
  const container = containerParts(format);
  const poster = await addPictures(request, making);
  if (request.captions !== undefined || request.subtitles !== undefined) await addCaptions(request, making);
  const chapters = request.chapters ? await chaptersOf(container, making) : [];
  const { texts, cover } = request.metadata ? await metadataOf(poster, container, making) : NO_METADATA;
  const [subtitles = null] = content.captions;
  const packaged = await packagedFilm(making, {
    subtitles: request.subtitles && container.subtitles !== null ? subtitles : null,
    chapters,
    texts,
    cover,
  });
  if (request.checksums) {
    const { sha256 } = packaged ?? film;
    const text = checksumText([{ name: film.name, sha256 }, ...making.files]);
    await addFile(making, 'checksums', `${making.base}.sha256`, text);
  }
  return { film: packaged, files: making.files, warnings: making.warnings };
}

/** A package in progress. */
interface Making {
  readonly film: FilmToPackage;
  readonly run: PackageRun;
  /** The file name of the film without its extension. */
  readonly base: string;
  readonly files: PackagedFile[];
  readonly warnings: Finding[];
}

/** Returns the name of a file without its extension. */
function baseName(name: string): string {
  return name.replace(/(?<=[^/])\.[^./]*$/, '');
}

/** Adds the poster and the sheet. Returns the path of the poster as a JPEG if the cover needs it. */
async function addPictures(request: PackageRequest, making: Making): Promise<string | null> {
  const { film, run, base } = making;
  const isCover = request.metadata === true && film.content.metadata?.cover === 'poster';
  const { content, path, format, makeFrame } = film;
  const { width, height, frameRate, length, isTransparent } = content;
  const size = { width, height };
  const pictured: PicturedFilm = { path, format, makeFrame, frameRate, length, size, isTransparent };
  const { poster, sheet } = request;
  let cover: string | null = null;
  if (poster !== undefined || isCover) {
    const frame = content.poster ?? (await interestingFrame(pictured, run));
    if (poster !== undefined) {
      const file = join(run.folder, `poster.${poster}`);
      await writePoster(pictured, frame, poster, file, run);
      await addPath(making, 'poster', `${base}.${poster}`, file);
      cover = poster === 'jpg' ? file : null;
    }
    if (isCover && cover === null) {
      cover = join(run.folder, 'cover.jpg');
      await writePoster(pictured, frame, 'jpg', cover, run);
    }
  }
  if (sheet !== undefined) {
    const file = join(run.folder, 'sheet.jpg');
    await writeSheet(pictured, sheet, file, run);
    await addPath(making, 'sheet', `${base}-sheet.jpg`, file);
  }
  return cover;
}

type Metadata = Pick<MuxedParts, 'texts' | 'cover'>;

const NO_METADATA: Metadata = { texts: {}, cover: null };

/** Returns the chapters for the container. Adds a file if the container cannot contain chapters. */
async function chaptersOf(container: ContainerParts, making: Making): Promise<MuxedParts['chapters']> {
  const { chapters } = making.film.content;
  if (chapters.length === 0) warn(making, 'package/empty', none('chapters'));
  else if (!container.chapters)
    await addSideFile(making, 'chapters', 'chapters', `${making.base}.chapters.txt`, ffMetadata({}, chapters));
  return container.chapters ? chapters : [];
}

/** Returns the metadata for the container. Adds a file for each part that the container cannot contain. */
async function metadataOf(poster: string | null, container: ContainerParts, making: Making): Promise<Metadata> {
  const { metadata } = making.film.content;
  if (metadata === null) {
    warn(making, 'package/empty', none('metadata'));
    return NO_METADATA;
  }
  const cover = await coverOf(poster, making);
  const { texts } = metadata;
  if (!container.metadata && Object.keys(texts).length > 0)
    await addSideFile(making, 'metadata', 'metadata', `${making.base}.json`, metadataJson({ texts }));
  if (cover !== null && container.cover === null)
    await addSideFile(making, 'cover', 'cover', `${making.base}-cover.${cover.type}`, cover);
  return { texts: container.metadata ? texts : {}, cover: container.cover === null ? null : cover };
}

/** Adds the requested caption files, and files in place of a subtitle track that the container cannot contain. */
async function addCaptions({ captions = [], subtitles }: PackageRequest, making: Making): Promise<void> {
  const { content, format } = making.film;
  const nameOf = (language: string, each: (typeof captions)[number]) => `${making.base}.${language}.${each}`;
  if (captions.length > 0 && content.captionFiles.length === 0) warn(making, 'package/empty', none('captions'));
  else if (subtitles === true && content.captions.length === 0) warn(making, 'package/empty', none('subtitles'));
  for (const { language, cues } of content.captionFiles)
    for (const each of captions) await addFile(making, 'captions', nameOf(language, each), captionsText(cues, each));
  if (subtitles !== true) return;
  const hasTrack = containerParts(format).subtitles !== null;
  for (const [index, { language, cues }] of content.captions.entries()) {
    if (hasTrack && index === 0) continue;
    const file = nameOf(language, captions[0] ?? 'srt');
    if (captions.length === 0) await addFile(making, 'captions', file, captionsText(cues, 'srt'));
    const { label } = formatOf(format);
    const says = hasTrack
      ? message('package/second-language', { language, file })
      : message('package/side-file', { format: label, part: 'captions', file });
    warn(making, 'package/side-file', says);
  }
}

/** Returns the cover as a JPEG or PNG file; null if there is none. */
async function coverOf(poster: string | null, { film, run }: Making): Promise<CoverFile | null> {
  if (film.coverPath !== null) return await readCover(film.coverPath, run);
  return film.content.metadata?.cover === 'poster' && poster !== null ? { path: poster, type: 'jpg' } : null;
}

/**
 * Muxes subtitles, chapters, texts, and cover into a copy of the film. Returns the copy; null if the film has none of
 * these.
 */
async function packagedFilm({ film, run }: Making, parts: MuxedParts): Promise<MadePackage['film']> {
  const { subtitles, chapters, texts, cover } = parts;
  const isEmpty = subtitles === null && chapters.length === 0 && Object.keys(texts).length === 0 && cover === null;
  if (isEmpty) return null;
  const path = join(run.folder, `film.${formatOf(film.format).extension}`);
  const { tools, folder, signal } = run;
  const { format, durationSeconds } = film;
  await muxPackage(parts, { film: film.path, format, durationSeconds, tools, folder, signal }, path);
  return { path, bytes: (await stat(path)).size, sha256: await digestFile(path, signal) };
}

function none(part: LackingPart): Message {
  return message('package/empty', { part });
}

function warn({ warnings }: Making, code: ProblemCode, says: Message): void {
  warnings.push({ code, says, at: null });
}

/** Adds a file for a part that the container cannot contain, and a warning about it. */
async function addSideFile(
  making: Making,
  part: FilePart,
  missing: PackagePart,
  name: string,
  content: string | CoverFile,
): Promise<void> {
  if (typeof content === 'string') await addFile(making, part, name, content);
  else await addPath(making, part, name, content.path);
  const { label } = formatOf(making.film.format);
  warn(making, 'package/side-file', message('package/side-file', { format: label, part: missing, file: name }));
}

async function addFile(making: Making, part: FilePart, name: string, text: string): Promise<void> {
  const path = join(making.run.folder, `file-${making.files.length}`);
  await writeFile(path, text);
  await addPath(making, part, name, path);
}

async function addPath({ files, run }: Making, part: FilePart, name: string, path: string): Promise<void> {
  const { size } = await stat(path);
  const [, extension = ''] = /\.([^.]*)$/.exec(name) ?? [];
  const mimeType = MIME_TYPES[extension] ?? 'application/octet-stream';
  files.push({ name, part, mimeType, path, bytes: size, sha256: await digestFile(path, run.signal) });
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain',
  json: 'application/json',
  sha256: 'text/plain',
};
