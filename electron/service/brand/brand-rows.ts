import { brandAssets, presentBrand } from '#shared/brand/brand-assets.ts';
import { type BrandKit, brandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { brandValues } from '#shared/brand/brand-values.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Database } from '../storage/ports.ts';
import { text as textOf } from '../storage/rows.ts';

/** Values of a brand by the names of variables. */
export type BrandValues = readonly (readonly [name: string, value: string])[];

/** The brand of a project; that of one which has none is empty. */
export function readBrand(database: Pick<Database, 'get'>, project: string): BrandKit {
  const row = database.get('SELECT kit FROM brand WHERE project = ?', project);
  return row === undefined ? EMPTY_BRAND : storedBrand(textOf(row, 'kit'));
}

/** A brand as it was stored, which was checked then. */
export function storedBrand(text: string): BrandKit {
  return brandKit.parse(JSON.parse(text));
}

/** The values that a project's brand gives to templates now; none for what names an asset that is not there. */
export function brandValuesOf(database: Pick<Database, 'get'>, project: string): BrandValues {
  return valuesOf(readBrand(database, project), (name) => hasAsset(database, project, name));
}

/** The same of any brand, where assets are looked for elsewhere. */
export function valuesOf(kit: BrandKit, isThere: (asset: string) => boolean): BrandValues {
  return Object.entries(brandValues(presentBrand(kit, isThere)));
}

/** The assets that a brand names and its project lacks. */
export function missingOf(database: Pick<Database, 'get'>, project: string, kit: BrandKit): readonly string[] {
  return brandAssets(kit).filter((name) => !hasAsset(database, project, name));
}

function hasAsset(database: Pick<Database, 'get'>, project: string, name: string): boolean {
  return database.get('SELECT 1 FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name)) !== undefined;
}
