import { brandAssets, brandWithPresentAssets } from '#shared/brand/brand-assets.ts';
import { type BrandKit, brandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { brandValues } from '#shared/brand/brand-values.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Database } from '../storage/ports.ts';
import { text as textOf } from '../storage/rows.ts';

/** The values of a brand by variable name. */
export type BrandValues = readonly (readonly [name: string, value: string])[];

/** Returns the brand of a project; an empty brand if it has none. */
export function readBrand(database: Pick<Database, 'get'>, project: string): BrandKit {
  const row = database.get('SELECT kit FROM brand WHERE project = ?', project);
  return row === undefined ? EMPTY_BRAND : parseStoredBrand(textOf(row, 'kit'));
}

/** Parses a stored brand. It was checked before it was stored. */
export function parseStoredBrand(text: string): BrandKit {
  return brandKit.parse(JSON.parse(text));
}

/**
 * Returns the current values that a project's brand gives to templates. A missing asset gives no value. A render stores
 * the values when it is accepted, so a later change of the brand affects only later renders.
 */
export function brandValuesOf(database: Pick<Database, 'get'>, project: string): BrandValues {
  return presentBrandValues(readBrand(database, project), (name) => hasAsset(database, project, name));
}

/** Returns the values of a brand, without values for missing assets. `exists` checks whether an asset exists. */
export function presentBrandValues(kit: BrandKit, exists: (asset: string) => boolean): BrandValues {
  return Object.entries(brandValues(brandWithPresentAssets(kit, exists)));
}

/** Returns the names of assets that a brand refers to and its project does not have. */
export function missingBrandAssets(database: Pick<Database, 'get'>, project: string, kit: BrandKit): readonly string[] {
  return brandAssets(kit).filter((name) => !hasAsset(database, project, name));
}

function hasAsset(database: Pick<Database, 'get'>, project: string, name: string): boolean {
  return database.get('SELECT 1 FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name)) !== undefined;
}
