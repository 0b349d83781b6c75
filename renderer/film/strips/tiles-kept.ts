import type { Scene } from '#shared/template/movie/movie.ts';

/** What a picture is of. */
export interface TileOf {
  readonly scene: Scene;
  /** Of the scene. */
  readonly frame: number;
  readonly height: number;
}

/** Pictures of tiles within a bound; those not used for the longest go first. */
export interface TilesKept<Picture> {
  /**
   * The picture of a tile; where it is not there, the one that its scene had there before it was edited, else any of the
   * scene. A picture may be known to be none: null.
   */
  readonly find: (tile: TileOf) => { readonly picture: Picture | null; readonly isItself: boolean };
  readonly add: (tile: TileOf, picture: Picture | null) => void;
  /** From now on each only stands in for the one that comes. */
  readonly makeStale: () => void;
}

const MOST = 800;

export function createTilesKept<Picture>(most = MOST): TilesKept<Picture> {
  /** By the place in the film, in the order of their use. A scene that was edited is another object. */
  const kept = new Map<string, { readonly scene: Scene; readonly age: number; readonly picture: Picture | null }>();
  /** The picture that came last, by scene. */
  const latest = new Map<string, Picture>();
  let age = 0;
  const keyOf = ({ scene, frame, height }: TileOf) => `${scene.id} ${frame} ${height}`;
  return {
    find(tile) {
      const key = keyOf(tile);
      const known = kept.get(key);
      if (known === undefined) return { picture: latest.get(tile.scene.id) ?? null, isItself: false };
      kept.delete(key);
      kept.set(key, known);
      return { picture: known.picture, isItself: known.scene === tile.scene && known.age === age };
    },
    add(tile, picture) {
      const key = keyOf(tile);
      kept.delete(key);
      kept.set(key, { scene: tile.scene, age, picture });
      latest.delete(tile.scene.id);
      if (picture !== null) latest.set(tile.scene.id, picture);
      for (const bounded of [kept, latest])
        for (const oldest of bounded.keys()) {
          if (bounded.size <= most) break;
          bounded.delete(oldest);
        }
    },
    makeStale() {
      age += 1;
    },
  };
}
