import type { Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { ComposeEngine } from './compose-engine.ts';

/** The layouts of drawings: the size of a text and the position of its lines. */
export interface TextLayouts {
  /** Returns the cached layout or its fault; null while the layout is not ready. The first call requests the layout. */
  readonly layoutOf: (drawing: Drawing) => Result<DrawingLayout, DrawingFault> | null;
  /** Calls the listener when a layout becomes available. */
  readonly subscribe: (listener: () => void) => () => void;
}

const MAX_CACHED = 500;

export function createTextLayouts(engine: Pick<ComposeEngine, 'layOut'>): TextLayouts {
  /** Entries from the least to the most recently used; null while a layout is requested. */
  const layouts = new Map<string, Result<DrawingLayout, DrawingFault> | null>();
  const listeners = new Set<() => void>();

  const requestLayout = async (key: string, drawing: Drawing): Promise<void> => {
    try {
      const layout = await engine.layOut(drawing);
      layouts.set(key, layout);
      for (const listener of listeners) listener();
    } catch {
      // The worker ended before it responded. Remove the entry, so that the next call retries.
      layouts.delete(key);
    }
  };
  return {
    layoutOf(drawing) {
      // The layout does not depend on the scale, so all scales share one entry.
      const unscaled = { ...drawing, scale: 1 };
      const key = JSON.stringify(unscaled);
      const knownLayout = layouts.get(key);
      if (knownLayout === undefined) void requestLayout(key, unscaled);
      layouts.delete(key);
      layouts.set(key, knownLayout ?? null);
      for (const oldest of layouts.keys()) {
        if (layouts.size <= MAX_CACHED) break;
        layouts.delete(oldest);
      }
      return knownLayout ?? null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
