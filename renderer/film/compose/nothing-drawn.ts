import type { Drawn } from '#shared/compose/compose-task.ts';

/** In place of what cannot be drawn: one pixel that is not seen. */
export function nothingDrawn(): Drawn {
  const layout = { width: 1, height: 1, lines: [], size: null, overflows: false, missing: [] };
  return {
    layout,
    picture: { width: 1, height: 1, originX: 0, originY: 0, scaleX: 1, scaleY: 1, layout, rgba: new Uint8Array(4) },
  };
}
