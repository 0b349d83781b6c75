import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from './user-folders.ts';

/**
 * Enables the compile cache of this process and of the threads that it starts later, so that later starts are faster.
 * Call it before other modules are loaded. If the user has disabled the cache, it stays disabled. Returns the
 * folder for code of this version of Node, or null if the cache is disabled.
 */
export function cacheCompiledCode(): string | null {
  const folder = join(cacheFolder(process.env, process.platform), 'compiled');
  const { directory } = enableCompileCache(folder);
  if (directory === undefined) return null;
  // A thread does not inherit the cache, but it reads the variable. A compositor thread then starts with 15 ms less
  // processor time.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
  return getCompileCacheDir() ?? null;
}
