import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { placesOf } from '#shared/agents/places.ts';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { rasterOf } from '#shared/golden/planes.ts';
import { frameOfTime, sheetFrames } from '#shared/golden/spread-frames.ts';
import { type FrameRate, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { openUnfinishedFilm } from '../engine/cache/unfinished-film.ts';
import { makeSheet, type SheetCell, sheetGrid, sheetLabel } from '../golden/contact-sheet.ts';
import { type FilmPictures, openFilmPictures, UndrawableFilmError } from '../golden/film-pictures.ts';
import { allProblems, type LoadedTemplate } from './files/load-template.ts';
import { checkOutput, openOutputFolder } from './files/output-file.ts';
import { fileRights } from './files/output-permissions.ts';
import { openFilmSources } from './film-sources.ts';
import type { FrameInvocation, PictureArguments, SheetInvocation } from './picture-arguments.ts';
import { type CommandDependencies, inputFiles } from './render-command.ts';
import { CommandError, problemFailure, type Report } from './shown/report.ts';
import { readFilm } from './template-commands.ts';

/** The dependencies of the commands that make pictures. */
export type PictureDependencies = Pick<CommandDependencies, 'folder' | 'environment' | 'umask' | 'signal'>;

/** A frame with its time and its scene. */
interface ShownFrame {
  readonly frame: number;
  readonly seconds: number;
  readonly scene: string;
}

/** Writes one frame of a film, byte for byte as the HTTP interface returns it. */
export async function frameCommand(args: FrameInvocation, dependencies: PictureDependencies): Promise<Report> {
  return await withPictures(args, dependencies, async ({ pictures, source, path }) => {
    const frame =
      args.at === null ? Math.floor(pictures.length / 2) : frameIn(args.at, '--at', pictures, pictures.length - 1);
    const width = args.width === null ? null : Math.min(args.width, pictures.size.width);
    await pictures.write(frame, { width, picture: args.format }, path);
    const shown = shownFrame(frame, pictures, source);
    const size =
      width === null
        ? pictures.size
        : { width, height: Math.round((pictures.size.height * width) / pictures.size.width) };
    return {
      result: { frame: { ...shown, ...size, format: args.format } },
      line: `${args.output}: frame ${frame} at ${shown.seconds.toFixed(2)} s, ${shown.scene}.`,
    };
  });
}

/** Writes a contact sheet of a film. */
export async function sheetCommand(args: SheetInvocation, dependencies: PictureDependencies): Promise<Report> {
  return await withPictures(args, dependencies, async ({ pictures, source, path, tools }) => {
    const from = args.from === null ? 0 : frameIn(args.from, '--from', pictures, pictures.length - 1);
    const to = args.to === null ? pictures.length : frameIn(args.to, '--to', pictures, pictures.length);
    if (to <= from) throw new CommandError('command/usage', `--to ${args.to}: the range has no frames.`);
    const chosen = sheetFrames({ length: pictures.length, scenes: playedScenes(pictures) }, args.pictures, {
      from,
      to,
    });
    const { cell, columns } = sheetGrid(chosen.length);
    const scale = Math.min(1, cell / pictures.size.width);
    const size = composedSize(pictures.size, scale);
    const shown = chosen.map((frame) => shownFrame(frame, pictures, source));
    const cells: SheetCell[] = [];
    for await (const { frame, planes } of pictures.planes(chosen, scale))
      cells.push({ picture: rasterOf(planes, size), label: sheetLabel(shownFrame(frame, pictures, source)) });
    const run = { tools, signal: dependencies.signal };
    await writeFile(path, await makeSheet(cells, { columns, format: args.format }, run));
    const listed = shown.map((each, index) => ({
      ...each,
      row: Math.floor(index / columns) + 1,
      column: (index % columns) + 1,
    }));
    return {
      result: { sheet: { columns, rows: Math.ceil(cells.length / columns), exact: scale === 1, pictures: listed } },
      line: `${args.output}: ${cells.length} pictures.`,
    };
  });
}

interface OpenedPictures {
  readonly pictures: FilmPictures;
  readonly source: NonNullable<LoadedTemplate['source']>;
  /** The path of the output. */
  readonly path: string;
  readonly tools: Parameters<typeof makeSheet>[2]['tools'];
}

interface Made {
  readonly result: Readonly<Record<string, unknown>>;
  readonly line: string;
}

/** Opens the film of a template, and makes its output. The report contains the problems of the film. */
async function withPictures(
  args: PictureArguments & { readonly command: 'frame' | 'sheet' },
  dependencies: PictureDependencies,
  make: (opened: OpenedPictures) => Promise<Made>,
): Promise<Report> {
  const { folder, umask, signal } = dependencies;
  const { template, movie, findings, report, failure } = await readFilm(args, folder, args.command);
  const { source } = template;
  if (failure !== null || movie === null || source === null) return { ...report, failure };
  const output = resolve(folder, args.output);
  await checkOutput(output, args.output, inputFiles(args, movie, folder));
  const assetsFolder = args.assetsFolder ?? dirname(args.template);
  await using sources = await openFilmSources({ assetsFolder, allowedHosts: args.allowedHosts }, dependencies);
  await using outputFolder = await openOutputFolder(output, args.output, umask);
  const refused = (more: Parameters<typeof allProblems>[1]): Report => {
    const all = allProblems(template, [...findings, ...more]);
    return { ...report, problems: all, failure: problemFailure(all, args.template) };
  };
  const { locating, tools, scratch } = sources;
  const opened = await openFilmPictures(movie, { locating, tools, folder: scratch, signal });
  if (!opened.ok) return refused(opened.error);
  await using unfinished = await openUnfinishedFilm(output, fileRights(umask));
  try {
    const { result, line } = await make({ pictures: opened.value, source, path: unfinished.path, tools });
    await unfinished.finish();
    outputFolder.keep();
    return {
      ...report,
      failure: null,
      problems: allProblems(template, [...findings, ...opened.value.warnings]),
      result: { ...report.result, file: args.output, ...result },
      lines: [line],
    };
  } catch (error) {
    if (error instanceof UndrawableFilmError) return refused(error.findings);
    throw error;
  }
}

function frameIn(time: string, option: string, { movie }: FilmPictures, most: number): number {
  const frame = frameOfTime(time, movie.frameRate);
  if (!frame.ok) throw new CommandError('command/usage', `${option}: ${frame.error}`);
  if (frame.value > most)
    throw new CommandError(
      'command/usage',
      `${option} ${time}: the film ends at ${secondsOf(most, movie.frameRate)} s.`,
    );
  return frame.value;
}

function playedScenes({ movie }: FilmPictures) {
  return buildTimeline(movie).scenes.filter(({ start, end }) => end > start);
}

function shownFrame(frame: number, pictures: FilmPictures, { document }: OpenedPictures['source']): ShownFrame {
  const scene = playedScenes(pictures).findLast(({ start, end }) => frame >= start && frame < end)?.scene;
  const place = scene === undefined ? '' : (placesOf(document).get(originalId(scene.id)) ?? 'scene');
  return { frame, seconds: secondsOf(frame, pictures.movie.frameRate), scene: place };
}

function secondsOf(frame: number, rate: FrameRate): number {
  return Math.round(framesToSeconds(frames(frame), rate) * 1000) / 1000;
}
