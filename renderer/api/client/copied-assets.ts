import { type Client, ProblemError } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { assetsByKey, readAllAssets } from './asset-list.ts';

/** Returns the given names that exist in the first project and not in the second, spelled as in the first project. */
export async function assetsToCopy(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const here = assetsByKey(await readAllAssets(client, to));
  const there = assetsByKey(await assetsIfThere(client, from));
  const requested = new Set(names.map(nameKey));
  return [...requested].flatMap((key) => (here.has(key) ? [] : (there.get(key)?.name ?? [])));
}

/**
 * Copies assets from another project, one at a time. Fails if the target has got an asset of the same name in the
 * meantime.
 */
export async function copyAssets(
  client: Client<Response>,
  from: string,
  to: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await client.call('copyAsset', { parameters: { project: from, name }, body: { to } });
}

/** Reads the assets; empty if the project was deleted. */
async function assetsIfThere(client: Client<Response>, project: string) {
  try {
    return await readAllAssets(client, project);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'project/not-found') return [];
    throw error;
  }
}
