import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { ServiceError } from '../errors/service-error.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { type Conditions, meetsPreconditions } from '../movies/preconditions.ts';
import type { StoreFoundation } from '../movies/store-foundation.ts';
import { brandValuesOf, missingBrandAssets, readBrand } from './brand-rows.ts';

/** A brand with its values for the project's templates. */
export interface StoredBrand {
  readonly brand: BrandKit;
  /** The current values by variable name. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of assets that the brand refers to but that do not exist. Their variables have no value. */
  readonly missing: readonly string[];
  /** The strong entity tag of the brand, with its quotes. It does not depend on the values. */
  readonly etag: string;
}

/** The brands of projects. Both methods throw `project/not-found`. */
export interface BrandStore {
  get(project: string): StoredBrand;
  /** Replaces the whole brand. Throws `brand/precondition` and the errors of the database's transactions. */
  save(project: string, brand: BrandKit, conditions?: Conditions): StoredBrand;
}

export function createBrandStore({ database, events, projects, clock }: StoreFoundation): BrandStore {
  const get: BrandStore['get'] = (project) => {
    const uid = projects.require(project);
    const brand = readBrand(database, uid);
    return {
      brand,
      values: Object.fromEntries(brandValuesOf(database, uid)),
      missing: missingBrandAssets(database, uid, brand),
      etag: entityTag(JSON.stringify(brand)),
    };
  };
  return {
    get,
    save: (project, brand, conditions = {}) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const existing = get(uid);
        if (!meetsPreconditions(existing.etag, conditions)) throw new ServiceError('brand/precondition');
        const text = JSON.stringify(brand);
        const etag = entityTag(text);
        // Ignore a save without a change. Otherwise, two clients that save the brand after each read would trigger each
        // other in a loop.
        if (etag === existing.etag) return existing;
        const now = clock();
        database.run(
          `INSERT INTO brand (project, kit, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (project) DO UPDATE SET kit = excluded.kit, updated_at = excluded.updated_at`,
          ...[uid, text, now],
        );
        // Update the project's time of change, because the brand changes the pictures of its films.
        database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, uid);
        events.record({ type: 'brand.changed', project: uid, data: { etag } });
        return get(uid);
      }),
  };
}
