import type { Client, JsonOf } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';

export type AssetEntry = JsonOf<'listAssets'>['assets'][number];

const PAGE = 10_000;

/** Reads all assets of a project, page by page, in code point order of their names. */
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
    assets.push(...page.assets.map(withoutLutReason));
    cursor = page.cursor;
  } while (cursor !== null);
  return assets;
}

/** Returns the asset with exactly this name, without reading the whole list; null if there is none. */
export async function readAssetEntry(
  client: Client<Response>,
  project: string,
  name: string,
): Promise<AssetEntry | null> {
  const page = await client.call('listAssets', { parameters: { project }, query: { prefix: name, limit: 1 } });
  const [entry] = page.assets;
  return entry !== undefined && entry.name === name.normalize('NFC') ? withoutLutReason(entry) : null;
}

/** Returns whether a file name has the extension of a LUT (a color table for effects). */
export function isLutName(name: string): boolean {
  return name.toLowerCase().endsWith('.cube');
}

/** Removes the `reason` of a LUT: the service reports it as an unusable text file, because it only inspects media. */
function withoutLutReason(entry: AssetEntry): AssetEntry {
  const { name, media } = entry;
  return media?.why?.reason === 'media/text' && isLutName(name)
    ? { ...entry, media: { ...media, reason: null } }
    : entry;
}

/** Returns the list with an asset inserted in order. An asset whose name differs only in case is replaced. */
export function withAsset(assets: readonly AssetEntry[], entry: AssetEntry): readonly AssetEntry[] {
  const others = withoutAsset(assets, entry.name);
  const at = others.findIndex(({ name }) => name > entry.name);
  return at < 0 ? [...others, entry] : [...others.slice(0, at), entry, ...others.slice(at)];
}

interface Named {
  readonly name: string;
}

const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, Named>>();

/** Returns the assets by name key. Memoized per list, which can have ten thousand assets. */
export function assetsByKey<Asset extends Named>(assets: readonly Asset[]): ReadonlyMap<string, Asset> {
  // The cast is safe, because the index of a list contains only the assets of that list.
  const cachedIndex = indexes.get(assets) as ReadonlyMap<string, Asset> | undefined;
  if (cachedIndex !== undefined) return cachedIndex;
  const index = new Map(assets.map((asset) => [nameKey(asset.name), asset]));
  indexes.set(assets, index);
  return index;
}

/** Returns the asset with this name, ignoring case; undefined if there is none. */
export function assetNamed<Asset extends Named>(
  assets: readonly Asset[] | null | undefined,
  name: string,
): Asset | undefined {
  return assets == null ? undefined : assetsByKey(assets).get(nameKey(name));
}

export function withoutAsset(assets: readonly AssetEntry[], name: string): readonly AssetEntry[] {
  const key = nameKey(name);
  return assets.filter((asset) => asset.name !== name && nameKey(asset.name) !== key);
}
