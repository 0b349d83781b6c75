import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { formatFrameRate } from '../../../shared/template/frame-rate.ts';
import { enabledParts, type Movie } from '../../../shared/template/movie.ts';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import { findMediaTools } from '../media/find-tools.ts';
import { createSourceLocator } from '../media/locate-source.ts';
import { pruneCache } from '../media/prune-cache.ts';
import type { MediaTools } from '../media/tools.ts';
import { createEncoderTrials } from '../render/encoder-trials.ts';
import { renderMovie } from '../render/engine.ts';
import { createFilmPlanner } from '../render/film-planner.ts';
import { formats } from '../render/formats.ts';
import type { RenderOutcome, RenderProgress, Workshop } from '../render/render-types.ts';
import type { RenderInvocation } from './arguments.ts';
import { cacheFolder } from './cache-folder.ts';
import { systemErrorCode } from './file-failure.ts';
import { allProblems, loadTemplate } from './load-template.ts';
import { checkOutput, openOutputFolder } from './output-file.ts';
import { durationText, sizeText } from './progress-text.ts';
import { CommandError, problemFailure, type Report } from './report.ts';
import { readVariableValues } from './variable-values.ts';

/** What the command needs of the process it runs in. */
export interface CommandSurroundings {
  /** Where relative paths start. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  /** FFmpeg, where somebody has looked for it already. */
  readonly tools?: () => Promise<MediaTools>;
}

/** What kept parts may take up. */
const CACHE_BYTES = 8 * 2 ** 30;

/** Makes the film. What the template and its sources are faulted for is in the report; see {@link renderMovie} for what is thrown. */
export async function renderCommand(args: RenderInvocation, surroundings: CommandSurroundings): Promise<Report> {
  const { folder, environment, signal, onProgress } = surroundings;
  const values = await readVariableValues(args.variablesFile, folder, args.variables);
  const templateFile = resolve(folder, args.template);
  const template = await loadTemplate(templateFile, args.template);
  const resolved = template.source && resolveTemplate(template.source.document, { values, missing: 'error' });
  const problems = allProblems(template, resolved?.findings ?? []);
  const report = {
    problems,
    source: template.shown,
    result: { command: 'render', template: args.template },
    lines: [],
  };
  const failure = problemFailure(problems, args.template);
  const movie = resolved?.movie ?? null;
  if (failure !== null || movie === null) return { ...report, failure };

  const assetsFolder = resolve(folder, args.assetsFolder ?? dirname(args.template));
  await requireFolder(assetsFolder, args.assetsFolder ?? dirname(args.template));
  const output = resolve(folder, args.output);
  const inputs = [templateFile, ...assetFiles(movie, assetsFolder)];
  if (args.variablesFile !== null) inputs.push(resolve(folder, args.variablesFile));
  await checkOutput(output, args.output, inputs);
  const keptFolder = cacheFolder(environment, process.platform);
  const workshop = await openWorkshop(keptFolder, args.cache);
  const tools = await (surroundings.tools?.() ?? findMediaTools(environment, { signal, cacheFolder: keptFolder }));
  if (args.hardware !== null) await createEncoderTrials().require(tools, args.hardware);
  await using outputFolder = await openOutputFolder(output, args.output);
  await using scratch = await openScratchFolder();
  await using sources = createSourceLocator({
    tools,
    assetsFolder,
    cacheFolder: workshop.keeps ? workshop.folder : null,
    scratchFolder: scratch.path,
    allowHosts: new Set(args.allowedHosts.map((host) => host.toLowerCase())),
    // Whoever types the command may ask their own machine; for what comes over the network the service decides.
    allowLoopback: true,
  });
  const { format, quality, hardware } = args;
  const rendered = await renderMovie(
    { film: createFilmPlanner(movie), format, quality, hardware, output },
    { tools, locate: sources.locate, workshop },
    { signal, onProgress },
  );
  if (workshop.keeps) await pruneCache(workshop.folder);
  if (!rendered.ok) {
    const all = allProblems(template, [...(resolved?.findings ?? []), ...rendered.error]);
    return { ...report, problems: all, failure: problemFailure(all, args.template) };
  }
  outputFolder.keep();
  const { warnings, ...film } = rendered.value;
  return {
    ...report,
    failure: null,
    problems: allProblems(template, [...(resolved?.findings ?? []), ...warnings]),
    result: { ...report.result, film: { ...film, frameRate: formatFrameRate(film.frameRate) } },
    lines: [filmLine(args.output, rendered.value)],
  };
}

/** The files that a movie names, to be compared with the output. */
function assetFiles(movie: Movie, folder: string): readonly string[] {
  const layers = enabledParts(movie).scenes.flatMap((scene) => scene.layers);
  return layers.flatMap(({ source }) => (source.kind === 'asset' ? [join(folder, source.name)] : []));
}

/** The folder of kept parts; where that cannot be written to, one that is forgotten. */
async function openWorkshop(folder: string, keeps: boolean): Promise<Workshop> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return { folder, keeps, limitBytes: CACHE_BYTES };
  } catch (error) {
    systemErrorCode(error);
    return { folder: join(tmpdir(), 'scenewright'), keeps: false, limitBytes: 0 };
  }
}

/** For what is fetched and not kept. */
async function openScratchFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'scenewright-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function requireFolder(folder: string, name: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw new CommandError(
      'command/assets-unreadable',
      `${name}: there is no such folder (${systemErrorCode(error)}).`,
    );
  });
  if (!found.isDirectory()) throw new CommandError('command/assets-unreadable', `${name} is not a folder.`);
}

function filmLine(name: string, film: RenderOutcome): string {
  const picture = `, ${film.width}×${film.height}, ${film.frames} frames at ${formatFrameRate(film.frameRate)} fps`;
  const reused = film.cachedScenes === 0 ? '' : `, ${film.cachedScenes} of ${film.scenes} scenes reused`;
  const took = film.elapsedSeconds < 10 ? `${film.elapsedSeconds.toFixed(1)} s` : durationText(film.elapsedSeconds);
  return `${name}: ${film.durationSeconds.toFixed(2)} s${formats[film.format].picture === null ? '' : picture}, ${sizeText(film.bytes)}, made in ${took}${reused}`;
}
