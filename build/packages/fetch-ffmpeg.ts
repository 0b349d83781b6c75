import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { platformNames } from './platforms.ts';
import { PackagingError, root, runScript, stagingFolder } from './script.ts';
import { stageFfmpeg } from './stage-ffmpeg.ts';

const RECIPE = join(root, 'build', 'ffmpeg');
/** The folder of a build: the sources, the compiled codecs, and the result. A later run continues there. */
const WORK = join(root, 'out', 'ffmpeg-build');
/** The programs and license texts of the build. `npm start` uses them. */
const BUILT = join(root, 'out', 'ffmpeg');
/** The archive of the sources, which a release offers beside its packages. */
const SOURCES = join(root, 'release', 'ffmpeg-sources.tar');
const BESIDE = 'the file ffmpeg-sources.tar, which is offered next to this package';

// `npm run package:ffmpeg`: provides FFmpeg for the packages, from a build, from pinned downloads, or from a folder.
await runScript(async () => {
  const { values } = parseArgs({
    options: {
      build: { type: 'boolean', default: false },
      platform: { type: 'string', multiple: true, default: [] },
      folder: { type: 'string' },
      licence: { type: 'string', multiple: true, default: [] },
      source: { type: 'string' },
    },
  });
  const own = platformNames(process.platform, [process.arch]);
  const chosen = values.platform.length > 0 ? values.platform : own;
  if (values.build) {
    if (values.folder !== undefined || chosen.join() !== own.join())
      throw new PackagingError(
        `--build builds FFmpeg for this system (${own.join()}) and cannot be combined with another folder.`,
      );
    await buildFfmpeg();
  }
  for (const platform of chosen) {
    const files = await stageFfmpeg({
      platform,
      folder: values.build ? BUILT : (values.folder ?? env['SCENEWRIGHT_FFMPEG_FOLDER'] ?? null),
      licences: values.licence,
      source: values.source ?? env['SCENEWRIGHT_FFMPEG_SOURCE'] ?? (values.build ? BESIDE : null),
      target: join(stagingFolder, 'ffmpeg', platform),
    });
    console.log(`FFmpeg for ${platform}: ${files.join(', ')}`);
  }
});

/** Builds FFmpeg with the recipe of build/ffmpeg, and packs its sources. Throws {@link PackagingError}. */
async function buildFfmpeg(): Promise<void> {
  const system = { linux: 'linux', darwin: 'mac', win32: 'win' }[process.platform as string];
  if (system === undefined) throw new PackagingError(`The recipe of FFmpeg has no part for ${process.platform}.`);
  await mkdir(WORK, { recursive: true });
  await mkdir(join(root, 'release'), { recursive: true });
  if (system === 'linux') await runRecipe('build.sh', WORK);
  else {
    await runRecipe('fetch.sh', join(WORK, 'sources'));
    await runRecipe('compile.sh', WORK, system);
  }
  await rm(BUILT, { recursive: true, force: true });
  await cp(join(WORK, 'result'), BUILT, { recursive: true });
  // The recipe is a part of the corresponding source: it has the scripts that control the compilation.
  await rm(join(WORK, 'sources', 'recipe'), { recursive: true, force: true });
  await cp(RECIPE, join(WORK, 'sources', 'recipe'), { recursive: true });
  // Relative paths, because GNU tar takes the part before the colon of `D:/` for the name of a host.
  await runProgram('tar', ['-cf', slashed(relative(root, SOURCES)), '-C', slashed(relative(root, WORK)), 'sources']);
  console.log(`The sources for the release: ${SOURCES}`);
}

/** Runs a script of the recipe. On Windows, MSYS2 provides bash. */
async function runRecipe(script: string, ...args: readonly string[]): Promise<void> {
  await runProgram('bash', [slashed(join(RECIPE, script)), ...args.map(slashed)]);
}

async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
  const [code]: readonly unknown[] = await once(child, 'close').catch((error: unknown) => {
    throw new PackagingError(`${program} cannot be started: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (code !== 0) throw new PackagingError(`${program} ${args[0] ?? ''} failed with exit code ${String(code)}.`);
}

/** MSYS2 takes paths with slashes. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
