import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { PlanarPicture } from '../picture/picture.ts';

/** A frame that was composed. */
export interface ComposedFrame {
  readonly picture: PlanarPicture;
  /** Pixels for one of the film, each way. */
  readonly reduced: number;
  /** Whether every video in it is the very frame. */
  readonly isExact: boolean;
  readonly faults: readonly DrawingFault[];
}

/** Composed frames of plans, within a number of bytes; those not used for the longest go first. */
export interface ComposedCache {
  readonly find: (plan: number, frame: number) => ComposedFrame | null;
  /** Of the same plan, the one nearest to a frame. */
  readonly nearest: (plan: number, frame: number) => ComposedFrame | null;
  readonly add: (plan: number, frame: number, composed: ComposedFrame) => void;
}

const MOST_BYTES = 128 * 2 ** 20;

export function createComposedCache(limitBytes = MOST_BYTES): ComposedCache {
  /** In the order of their use. */
  const kept = new Map<string, { readonly plan: number; readonly frame: number; readonly composed: ComposedFrame }>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= kept.get(key)?.composed.picture.bytes ?? 0;
    kept.delete(key);
  };
  const find: ComposedCache['find'] = (plan, frame) => {
    const key = `${plan} ${frame}`;
    const known = kept.get(key);
    if (known === undefined) return null;
    kept.delete(key);
    kept.set(key, known);
    return known.composed;
  };
  return {
    find,
    nearest(plan, frame) {
      let best: ComposedFrame | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const each of kept.values()) {
        const distance = Math.abs(each.frame - frame);
        if (each.plan !== plan || distance >= least) continue;
        best = each.composed;
        least = distance;
      }
      return best;
    },
    add(plan, frame, composed) {
      const key = `${plan} ${frame}`;
      remove(key);
      kept.set(key, { plan, frame, composed });
      bytes += composed.picture.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= limitBytes || oldest === key) break;
        remove(oldest);
      }
    },
  };
}
