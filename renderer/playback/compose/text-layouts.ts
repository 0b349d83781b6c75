import type { Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { ComposeEngine } from './compose-engine.ts';

/** Where things lie in drawings: how large a text is, where its lines are. */
export interface TextLayouts {
  /** Null until it is known; the fault of what cannot be laid out. Asked often: it is kept. */
  readonly layoutOf: (drawing: Drawing) => Result<DrawingLayout, DrawingFault> | null;
  /** Told when a layout came. */
  readonly subscribe: (listener: () => void) => () => void;
}

const MAX_CACHED = 500;

export function createTextLayouts(engine: Pick<ComposeEngine, 'layOut'>): TextLayouts {
  /** In the order of their use; null while it is asked for. */
  const kept = new Map<string, Result<DrawingLayout, DrawingFault> | null>();
  const listeners = new Set<() => void>();

  const ask = async (key: string, drawing: Drawing): Promise<void> => {
    try {
      const layout = await engine.layOut(drawing);
      kept.set(key, layout);
      for (const listener of listeners) listener();
    } catch {
      // The worker ended; whoever looks again asks another one.
      kept.delete(key);
    }
  };
  return {
    layoutOf(drawing) {
      // A layout does not depend on how many pixels are drawn.
      const whole = { ...drawing, scale: 1 };
      const key = JSON.stringify(whole);
      const known = kept.get(key);
      if (known === undefined) void ask(key, whole);
      kept.delete(key);
      kept.set(key, known ?? null);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_CACHED) break;
        kept.delete(oldest);
      }
      return known ?? null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
