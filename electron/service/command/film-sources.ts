import { resolve } from 'node:path';
import type { SourceAccess } from '../engine/plan/locate-sources.ts';
import { findMediaTools } from '../ffmpeg/find-tools.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { fontsFolder } from '../fonts/fonts-folder.ts';
import { readInstalledFonts } from '../fonts/installed-fonts.ts';
import { createSourceLocator } from '../sources/locate-source.ts';
import { type CommandDependencies, openCache, openScratchFolder, requireFolder } from './render-command.ts';

/** The sources and tools of a film that a command reads without rendering it. */
export interface FilmSourceAccess extends AsyncDisposable {
  readonly locating: SourceAccess;
  readonly tools: MediaTools;
  /** The folder of temporary files, which disposal removes. */
  readonly scratch: string;
  /** The cache folder; null if it is not writable. */
  readonly cache: string | null;
}

/** The folder of the assets, as the user typed it, and the private hosts that may serve sources. */
interface AssetArguments {
  readonly assetsFolder: string;
  readonly allowedHosts: readonly string[];
}

/** Opens the assets of a folder, and finds the tools. Throws `command/assets-unreadable`. */
export async function openFilmSources(
  { assetsFolder, allowedHosts }: AssetArguments,
  { folder, environment, signal }: Pick<CommandDependencies, 'folder' | 'environment' | 'signal'>,
): Promise<FilmSourceAccess> {
  await requireFolder(resolve(folder, assetsFolder), assetsFolder);
  await using scope = new AsyncDisposableStack();
  const cachePath = cacheFolder(environment, process.platform);
  const cache = scope.use(await openCache(cachePath));
  const tools = await findMediaTools(environment, { signal, cacheFolder: cachePath });
  const scratch = scope.use(await openScratchFolder(cache && cachePath)).folder;
  const sources = scope.use(
    createSourceLocator({
      tools,
      assetsFolder: resolve(folder, assetsFolder),
      cacheFolder: cache === null ? null : cachePath,
      scratchFolder: scratch,
      allowHosts: new Set(allowedHosts.map((host) => host.toLowerCase())),
      allowLoopback: true,
    }),
  );
  const addedFonts = () => readInstalledFonts(fontsFolder(environment, process.platform));
  const opened = scope.move();
  return {
    ...{ locating: { locate: sources.locate, addedFonts }, tools, scratch, cache: cache === null ? null : cachePath },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
