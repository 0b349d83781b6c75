import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { refusedSize } from '#shared/film-check/evidence-checks.ts';
import type { RequiredCheck } from '#shared/film-check/report.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { packageSources } from '#shared/timeline/film-package.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { renderMovie } from '../engine/engine.ts';
import { createEncoderProbes } from '../engine/formats/encoder-probes.ts';
import { formats } from '../engine/formats/formats.ts';
import type { RenderDependencies, RenderOutcome, RenderProgress } from '../engine/make/render-types.ts';
import { createFilmPlanner } from '../engine/plan/film-planner.ts';
import { findMediaTools } from '../ffmpeg/find-tools.ts';
import { recordProcessesIn } from '../ffmpeg/running-tools.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { type OwnedFolder, openOwnedFolder } from '../files/owner-mark.ts';
import { makePrivate, type PermissionChange } from '../files/private-folder.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { limitYoungGeneration } from '../files/young-generation.ts';
import { fontsFolder } from '../fonts/fonts-folder.ts';
import { readInstalledFonts } from '../fonts/installed-fonts.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { createSourceLocator } from '../sources/locate-source.ts';
import { pruneCache } from '../sources/prune-cache.ts';
import { openSourceStore } from '../sources/source-store.ts';
import type { RenderInvocation } from './arguments.ts';
import { systemErrorCode } from './files/file-failure.ts';
import { allProblems } from './files/load-template.ts';
import { checkOutput, openOutputFolder } from './files/output-file.ts';
import { fileRights } from './files/output-permissions.ts';
import { type OutputToPackage, openPackageFolder, packageOutput } from './package-output.ts';
import { passCheck, withBrandChecks } from './required-check.ts';
import { durationText, sizeText } from './shown/progress-text.ts';
import { CommandError, type Failure, problemFailure, type Report } from './shown/report.ts';
import { readFilm } from './template-commands.ts';

export interface CommandDependencies {
  /** The folder to which relative paths refer. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The umask of the user, which determines the permissions of output files. */
  readonly umask: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  /** The media tools, if the caller has already found them. */
  readonly tools?: () => Promise<MediaTools>;
  /** The thread that checks films, if the caller has already opened it. */
  readonly inspector?: MovieInspector;
}

/** The number of scenes up to which planning leaves little memory behind. */
const FEW_SCENES = 20;
/** The size limit of cached parts. */
const CACHE_BYTES = 8 * 2 ** 30;
/** The names that this program uses in the cache folder. The folder can also contain files of other programs. */
const CACHE_ENTRIES = new Set(['kept', 'work', 'sources', 'sources-in-use', 'digests', 'facts', 'tools', 'compiled']);

/**
 * Makes the film. The report contains the problems of the template and its sources. Throws the errors of {@link
 * renderMovie}.
 */
export async function renderCommand(args: RenderInvocation, dependencies: CommandDependencies): Promise<Report> {
  const { folder, environment, umask, signal, onProgress } = dependencies;
  const requiredCheck = args.requiredCheck && (await withBrandChecks(args.requiredCheck, args.brandFile, folder));
  const { template, values, movie, findings, report, failure } = await readFilm(args, folder, 'render');
  if (failure !== null || movie === null) return { ...report, failure };
  if (movie.scenes.length > FEW_SCENES) limitYoungGeneration();

  const assetsFolder = resolve(folder, args.assetsFolder ?? dirname(args.template));
  await requireFolder(assetsFolder, args.assetsFolder ?? dirname(args.template));
  const output = resolve(folder, args.output);
  const inputs = inputFiles(args, movie, folder);
  await checkOutput(output, args.output, inputs);
  const cachePath = cacheFolder(environment, process.platform);
  await using cache = await openCache(cachePath);
  if (cache) await recordProcessesIn(join(cachePath, 'running'));
  const tools = await (dependencies.tools?.() ?? findMediaTools(environment, { signal, cacheFolder: cachePath }));
  if (args.hardware !== null) await createEncoderProbes().require(tools, args.hardware);
  await using outputFolder = await openOutputFolder(output, args.output, umask);
  await using scratch = await openScratchFolder(cache && cachePath);
  const workshop = workshopIn(cache && cachePath, scratch.folder, args.cache);
  await using fetched = workshop.isCacheOn ? null : openSourceStore(join(scratch.folder, 'sources'));
  await using sources = createSourceLocator({
    tools,
    assetsFolder,
    // Stored digests and facts are also valid for a render without cached scenes: the system records each change.
    cacheFolder: cache && cachePath,
    scratchFolder: scratch.folder,
    ...(fetched !== null && { store: fetched }),
    allowHosts: new Set(args.allowedHosts.map((host) => host.toLowerCase())),
    // Allow loopback addresses, because the user of a command line can reach their own machine in any case. For
    // requests from the network, the service decides.
    allowLoopback: true,
  });
  const { format, quality, hardware, maxBytes } = args;
  const engine = {
    tools,
    locate: sources.locate,
    workshop,
    addedFonts: () => readInstalledFonts(fontsFolder(environment, process.platform)),
  };
  const film = { name: args.template, source: template.source, values };
  const checking = { inspector: dependencies.inspector, locating: engine, reading: { tools, workshop } };
  const checked = await passCheck(film, requiredCheck, checking, signal);
  const result = { ...report.result, ...checked.result };
  if (checked.failure !== null) return { ...report, result, failure: checked.failure };
  const file = { movie, output, inputs, umask, parts: args.package };
  const rendered = await renderOutput(file, { format, quality, hardware, maxBytes }, engine, { signal, onProgress });
  if (cache) await pruneCache(cachePath);
  if (!rendered.ok) {
    const all = allProblems(template, [...findings, ...rendered.error]);
    return { ...report, problems: all, failure: problemFailure(all, args.template) };
  }
  outputFolder.keep();
  const { warnings, ...made } = rendered.value;
  return {
    ...report,
    failure: sizeFailure(made.bytes, requiredCheck),
    problems: allProblems(template, [...findings, ...warnings]),
    result: { ...result, film: { ...made, frameRate: formatFrameRate(made.frameRate) } },
    lines: [...checked.lines, filmLine(args.output, rendered.value)],
    ...(made.files !== undefined && { files: made.files }),
  };
}

/** Returns the failure of a finished film that is too large for a platform of its check; null if it passes. */
function sizeFailure(bytes: number, requiredCheck: RequiredCheck | null): Failure | null {
  const says = requiredCheck === null ? null : refusedSize(bytes, requiredCheck);
  return says && { code: 'command/check-failed', message: inEnglish(says), log: [] };
}

interface OutputFile extends Omit<OutputToPackage, 'rendered'> {
  /** The parts of the package; null for a film without a package. */
  readonly parts: RenderInvocation['package'];
}

/** Renders the film to its output. With a package, first makes it in a hidden folder. */
async function renderOutput(
  { parts, ...file }: OutputFile,
  settings: Pick<RenderInvocation, 'format' | 'quality' | 'hardware' | 'maxBytes'>,
  engine: RenderDependencies,
  options: Pick<CommandDependencies, 'signal' | 'onProgress'>,
): Promise<Result<RenderOutcome & { readonly files?: readonly string[] }, readonly Finding[]>> {
  const { movie, output, umask } = file;
  await using folder = parts === null ? null : await openPackageFolder(output);
  const path = folder?.film ?? output;
  const request = { film: createFilmPlanner(movie), ...settings, output: path, outputMode: fileRights(umask) };
  const rendered = await renderMovie(request, engine, options);
  if (folder === null || parts === null || !rendered.ok) return rendered;
  const packed = await packageOutput(parts, { ...file, rendered: rendered.value }, folder, engine, options.signal);
  return packed.ok ? ok({ ...rendered.value, path: output, ...packed.value }) : packed;
}

/** Returns the files that a movie refers to. The output must be a different file. */
export function inputFiles(args: FilmInputs, movie: Movie, folder: string): string[] {
  const assetsFolder = resolve(folder, args.assetsFolder ?? dirname(args.template));
  const assets = [...playedSources(movie), ...packageSources(movie)].flatMap(({ source }) =>
    source.kind === 'asset' ? [join(assetsFolder, source.name)] : [],
  );
  const named = [args.template, args.variablesFile, args.brandFile].flatMap((file) =>
    file === null ? [] : [resolve(folder, file)],
  );
  return [...named, ...assets];
}

type FilmInputs = Pick<RenderInvocation, 'template' | 'assetsFolder' | 'variablesFile' | 'brandFile'>;

/** Makes the cache folder private and returns it; null if it is not writable. */
export async function openCache(folder: string): Promise<(PermissionChange & AsyncDisposable) | null> {
  try {
    const tightening = makePrivate({ folder, isOurs: (name) => CACHE_ENTRIES.has(name), onOpen: () => undefined });
    await access(folder, constants.W_OK);
    return { ...tightening, [Symbol.asyncDispose]: tightening.stop };
  } catch (error) {
    systemErrorCode(error);
    return null;
  }
}

/**
 * Returns the folder for intermediate parts in the cache folder. Without a writable cache, it is in the temporary
 * folder.
 */
export function workshopIn(cachePath: string | null, temporary: string, isCacheOn = true): Workshop {
  return cachePath === null
    ? { folder: join(temporary, 'workshop'), isCacheOn: false, limitBytes: 0 }
    : { folder: cachePath, isCacheOn, limitBytes: CACHE_BYTES };
}

/**
 * Creates a folder for fetched files: in the cache folder, or in the temporary folder if the cache is not writable.
 * Removes the folders of killed commands.
 */
export async function openScratchFolder(cachePath: string | null): Promise<OwnedFolder> {
  if (cachePath !== null) return await openScratch(cachePath);
  const parent = tmpdir();
  return await openOwnedFolder(parent, 'scenewright-').catch((error: unknown) => {
    throw new CommandError(
      'command/no-temporary-folder',
      `${parent}: can’t create a temporary folder (${systemErrorCode(error)}). Set TMPDIR to a writable folder.`,
      { cause: error },
    );
  });
}

export async function requireFolder(folder: string, name: string): Promise<void> {
  const folderStats = await stat(folder).catch((error: unknown) => {
    throw new CommandError(
      'command/assets-unreadable',
      `${name}: the folder doesn’t exist (${systemErrorCode(error)}).`,
    );
  });
  if (!folderStats.isDirectory()) throw new CommandError('command/assets-unreadable', `${name} isn’t a folder.`);
}

function filmLine(name: string, film: RenderOutcome): string {
  const picture = `, ${film.width}×${film.height}, ${film.frames} frames at ${formatFrameRate(film.frameRate)} fps`;
  const reused = film.cachedScenes === 0 ? '' : `, ${film.cachedScenes} of ${film.scenes} scenes reused`;
  const elapsed = film.elapsedSeconds < 10 ? `${film.elapsedSeconds.toFixed(1)} s` : durationText(film.elapsedSeconds);
  return `${name}: ${film.durationSeconds.toFixed(2)} s${formats[film.format].picture === null ? '' : picture}, ${sizeText(film.bytes)}, rendered in ${elapsed}${reused}`;
}
