import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { ServiceError } from '../errors/service-error.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { type Conditions, mayChange } from '../movies/preconditions.ts';
import type { StoreFoundation } from '../movies/store-foundation.ts';
import { brandValuesOf, missingOf, readBrand } from './brand-rows.ts';

/** A brand, and what follows of it for the project's templates. */
export interface StoredBrand {
  readonly brand: BrandKit;
  /** What it gives to variables now. */
  readonly values: Readonly<Record<string, string>>;
  /** Assets that it names and that are not there; they give no value. */
  readonly missing: readonly string[];
  /** Strong, with its quotes, of the brand alone. */
  readonly etag: string;
}

/** Both methods throw `project/not-found`. */
export interface BrandStore {
  get(project: string): StoredBrand;
  /** Replaces the whole brand. Throws `brand/precondition`, and what the database's transactions throw. */
  save(project: string, brand: BrandKit, conditions?: Conditions): StoredBrand;
}

export function createBrandStore({ database, events, projects, clock }: StoreFoundation): BrandStore {
  const get: BrandStore['get'] = (project) => {
    const uid = projects.require(project);
    const brand = readBrand(database, uid);
    return {
      brand,
      values: Object.fromEntries(brandValuesOf(database, uid)),
      missing: missingOf(database, uid, brand),
      etag: entityTag(JSON.stringify(brand)),
    };
  };
  return {
    get,
    save: (project, brand, conditions = {}) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const before = get(uid);
        if (!mayChange(before.etag, conditions)) throw new ServiceError('brand/precondition');
        const text = JSON.stringify(brand);
        const etag = entityTag(text);
        // Clients that save what is there already would make each other read it again and again.
        if (etag === before.etag) return before;
        const now = clock();
        database.run(
          `INSERT INTO brand (project, kit, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (project) DO UPDATE SET kit = excluded.kit, updated_at = excluded.updated_at`,
          ...[uid, text, now],
        );
        // Pictures of its films are others now.
        database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, uid);
        events.record({ type: 'brand.changed', project: uid, data: { etag } });
        return get(uid);
      }),
  };
}
