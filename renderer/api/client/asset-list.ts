import type { Client, JsonOf } from '../../../shared/contract/client.ts';
import { nameKey } from '../../../shared/names/asset-name.ts';

export type AssetEntry = JsonOf<'listAssets'>['assets'][number];

const PAGE = 10_000;

/** All assets of a project, page after page, in code-point order of their names. */
export async function readAllAssets(
  client: Client<Response>,
  project: string,
  signal?: AbortSignal,
): Promise<readonly AssetEntry[]> {
  const assets: AssetEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: JsonOf<'listAssets'> = await client.call('listAssets', {
      parameters: { project },
      query,
      ...(signal && { signal }),
    });
    assets.push(...page.assets);
    cursor = page.cursor;
  } while (cursor !== null);
  return assets;
}

/** Finds the asset of a name; null where there is none. Quick in a project of thousands. */
export async function readAssetEntry(
  client: Client<Response>,
  project: string,
  name: string,
): Promise<AssetEntry | null> {
  const page = await client.call('listAssets', { parameters: { project }, query: { prefix: name, limit: 1 } });
  const [entry] = page.assets;
  return entry !== undefined && entry.name === name.normalize('NFC') ? entry : null;
}

/** The list with that asset in its place, instead of one whose name differs only in case. */
export function withAsset(assets: readonly AssetEntry[], entry: AssetEntry): readonly AssetEntry[] {
  const others = withoutAsset(assets, entry.name);
  const at = others.findIndex(({ name }) => name > entry.name);
  return at < 0 ? [...others, entry] : [...others.slice(0, at), entry, ...others.slice(at)];
}

export function withoutAsset(assets: readonly AssetEntry[], name: string): readonly AssetEntry[] {
  const key = nameKey(name);
  return assets.filter((asset) => asset.name !== name && nameKey(asset.name) !== key);
}
