import { chmod, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  CAPTION_FORMATS,
  type PackageRequest,
  POSTER_FORMATS,
  packageRequest,
  SHEET,
  sheetLimits,
} from '#shared/contract/shapes/package-shapes.ts';
import { readByteSize } from '#shared/lib/byte-size.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { movieWithin } from '#shared/timeline/build-timeline.ts';
import { renderMovie } from '../engine/engine.ts';
import { type FormatName, formatNames, formats, isFormatName, sizedFormats } from '../engine/formats/formats.ts';
import {
  type HardwareName,
  hardwareFormats,
  hardwareNames,
  isHardwareName,
  takesHardware,
} from '../engine/formats/hardware-encoders.ts';
import type { RenderDependencies, RenderOutcome } from '../engine/make/render-types.ts';
import { makePackage } from '../engine/package/make-package.ts';
import { createFilmPlanner } from '../engine/plan/film-planner.ts';
import { locateSources, requestKey } from '../engine/plan/locate-sources.ts';
import { packageOfFilm, sourcesOfPackage } from '../engine/plan/package-facts.ts';
import { type OwnedFolder, openOwnedFolder } from '../files/owner-mark.ts';
import { checkOutput } from './files/output-file.ts';
import { fileRights } from './files/output-permissions.ts';

/**
 * Returns the requested hardware encoder; null for software encoding. A later check finds out whether this machine has
 * it.
 */
export function chooseHardware(name: string, format: FormatName): Result<HardwareName | null, string> {
  if (name === 'software') return ok(null);
  if (!isHardwareName(name))
    return err(`unknown encoder ${name}; choose from ${['software', ...hardwareNames].join(', ')}`);
  if (takesHardware(format)) return ok(name);
  const hardwareNamesOfFormats = hardwareFormats(formatNames).join(', ');
  return err(`--encoder ${name}: ${format} can’t be encoded by hardware; choose from ${hardwareNamesOfFormats}`);
}

/**
 * Parses the values of `--package`, such as `poster=png,sheet=4x4,captions=srt+vtt`. Returns null for an empty list.
 */
export function parsePackage(values: readonly string[]): Result<PackageRequest | null, string> {
  const parts: Record<string, unknown> = {};
  for (const text of values.flatMap((value) => value.split(',')).map((part) => part.trim())) {
    const [, name = '', value = null] = /^([a-z]+)(?:=(.+))?$/.exec(text) ?? [];
    const parse = partParsers[name];
    const parsed = parse === undefined ? undefined : parse(value);
    if (parsed === undefined)
      return err(`--package ${text}: choose from ${Object.keys(partParsers).join(', ')}${valueHint(name)}`);
    parts[name] = parsed;
  }
  return ok(values.length === 0 ? null : packageRequest.parse(parts));
}

const isOn = (value: string | null): true | undefined => (value === null ? true : undefined);

/** The parsers of the parts by name. A parser returns undefined for an invalid value. */
const partParsers: Readonly<Record<string, (value: string | null) => unknown>> = {
  poster: (value) => POSTER_FORMATS.find((each) => each === (value ?? POSTER_FORMATS[0])),
  sheet: (value) => {
    if (value === null) return {};
    const [, columns = 0, rows = 0] = (/^(\d{1,2})x(\d{1,2})$/.exec(value) ?? []).map(Number);
    const isSize = (count: number) => count >= 1 && count <= sheetLimits.most;
    return isSize(columns) && isSize(rows) ? { columns, rows } : undefined;
  },
  captions: (value) => {
    const formatNames = (value ?? CAPTION_FORMATS[0]).split('+');
    const chosen = CAPTION_FORMATS.filter((each) => formatNames.includes(each));
    return chosen.length === formatNames.length ? chosen : undefined;
  },
  subtitles: isOn,
  chapters: isOn,
  metadata: isOn,
  checksums: isOn,
};

function valueHint(name: string): string {
  if (name === 'poster') return `; a poster is ${POSTER_FORMATS.join(', ')}`;
  if (name === 'sheet')
    return `; a sheet is ${SHEET.columns}x${SHEET.rows}, at most ${sheetLimits.most}x${sheetLimits.most}`;
  return name === 'captions' ? `; captions are ${CAPTION_FORMATS.join('+')}` : '';
}

/** The folder in which a film and its package are made. Disposal deletes the files that were not moved. */
export interface PackageFolder extends OwnedFolder {
  /** The path of the film without its package. */
  readonly film: string;
}

/**
 * Creates a hidden folder next to the output, so that moving a file is a rename. Removes the folders of killed commands.
 */
export async function openPackageFolder(output: string): Promise<PackageFolder> {
  const owned = await openOwnedFolder(dirname(output), '.scenewright-package-');
  return { ...owned, film: join(owned.folder, 'made') };
}

export interface OutputToPackage {
  readonly movie: Movie;
  readonly rendered: RenderOutcome;
  readonly output: string;
  /** The absolute paths of the inputs, which no file may replace. */
  readonly inputs: readonly string[];
  readonly umask: number;
}

/** The film with its package at the output. */
export interface PackagedOutput extends Pick<RenderOutcome, 'bytes' | 'sha256' | 'warnings'> {
  /** The names of the files next to the film. */
  readonly files: readonly string[];
}

/**
 * Makes the package of a film and moves all files to the output. The error lists the problems of captions and cover.
 * Throws `command/output-refused` if a file would replace an input.
 */
export async function packageOutput(
  request: PackageRequest,
  { movie, rendered, output, inputs, umask }: OutputToPackage,
  { folder, film: filmPath }: PackageFolder,
  dependencies: RenderDependencies,
  signal: AbortSignal,
): Promise<Result<PackagedOutput, readonly Finding[]>> {
  const located = await locateSources(sourcesOfPackage(movie), dependencies, signal);
  const content = packageOfFilm(movie, located);
  if (!content.ok) return content;
  const cover = content.value.metadata?.cover ?? null;
  const found = cover === null || cover === 'poster' ? null : located.get(requestKey({ source: cover, kind: 'image' }));
  // APNG is lossless and preserves opacity; MP4 shows the film over its matte.
  const opaque = content.value.isTransparent ? 'mp4' : 'apng';
  const makeFrame = async (frame: number): Promise<string> => {
    const film = createFilmPlanner(movieWithin(movie, { from: frame, to: frame + 1 }));
    const still = {
      film,
      format: opaque,
      quality: 'high',
      output: join(folder, `frame-${frame}.${opaque}`),
    } as const;
    const made = await renderMovie(still, dependencies, { signal });
    if (!made.ok) throw new Error('a frame of a rendered film has errors');
    return still.output;
  };
  const { format, durationSeconds, bytes, sha256 } = rendered;
  const film = { path: filmPath, name: basename(output), format, durationSeconds, bytes, sha256 };
  const coverPath = found?.ok === true ? found.value.path : null;
  const run = { tools: dependencies.tools, folder, signal };
  const made = await makePackage(request, { ...film, content: content.value, coverPath, makeFrame }, run);
  const target = dirname(output);
  for (const { name } of made.files) await checkOutput(join(target, name), name, inputs);
  for (const { name, path } of made.files) await place(path, join(target, name), umask);
  await place(made.film?.path ?? filmPath, output, umask);
  const warnings = [...rendered.warnings, ...made.warnings];
  const finished = made.film ?? rendered;
  return ok({ bytes: finished.bytes, sha256: finished.sha256, warnings, files: made.files.map(({ name }) => name) });
}

async function place(path: string, target: string, umask: number): Promise<void> {
  await chmod(path, fileRights(umask));
  await rename(path, target);
}

/** Returns the maximum size of a film in bytes; null for any size. */
export function chooseMaxBytes(
  size: string | undefined,
  format: FormatName,
  hardware: HardwareName | null,
): Result<number | null, string> {
  if (size === undefined) return ok(null);
  const bytes = readByteSize(size);
  if (bytes === null) return err(`--max-bytes ${size}: use a size such as 8MB, 8MiB, or 8000000`);
  if (!sizedFormats.includes(format))
    return err(`--max-bytes ${size}: ${format} can’t be held to a size; choose from ${sizedFormats.join(', ')}`);
  return hardware === null ? ok(bytes) : err(`--max-bytes ${size}: a hardware encoder can’t hold a film to a size`);
}

const extensionList = [...new Set(formatNames.map((name) => `.${formats[name].extension}`))];

/** Returns the requested format, or the format of the output's extension. */
export function chooseFormat(name: string | undefined, output: string): Result<FormatName, string> {
  if (name !== undefined) {
    const format = name.toLowerCase();
    return isFormatName(format) ? ok(format) : err(`unknown format ${name}; choose from ${formatNames.join(', ')}`);
  }
  const extension = extname(output).slice(1).toLowerCase();
  const format = formatNames.find((candidate) => formats[candidate].extension === extension);
  if (format !== undefined) return ok(format);
  const problem = extension === '' ? `${output} has no extension` : `no format has the extension .${extension}`;
  return err(`${problem}; use --format, or a name that ends in ${extensionList.join(', ')}`);
}
