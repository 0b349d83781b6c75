import type { Rectangle } from 'electron';
import { z } from 'zod';

export const MIN_WINDOW_SIZE = { width: 1024, height: 640 } as const;
const DEFAULT_WINDOW_SIZE = { width: 1440, height: 900 } as const;
/** The part of the top edge that must be on a screen, so that the user can drag the window. */
const GRIP = { width: 120, height: 32 } as const;

export const windowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  maximized: z.boolean(),
});

/** The last position of the window. */
export type WindowState = z.output<typeof windowState>;

/**
 * Returns the position of the window: the last one if it is visible on one of the screens, limited to the size of that
 * screen. Otherwise returns the middle of the first screen.
 */
export function placeWindow(state: WindowState | null, workAreas: readonly Rectangle[]): WindowState {
  const first = workAreas[0] ?? { x: 0, y: 0, ...DEFAULT_WINDOW_SIZE };
  if (state === null) return { bounds: centered(DEFAULT_WINDOW_SIZE, first), maximized: false };
  const atLeast = {
    ...state.bounds,
    width: Math.max(state.bounds.width, MIN_WINDOW_SIZE.width),
    height: Math.max(state.bounds.height, MIN_WINDOW_SIZE.height),
  };
  const screen = workAreas.find((area) => canBeTaken(atLeast, area));
  if (screen === undefined) return { ...state, bounds: centered(atLeast, first) };
  // The screen may now be smaller than the window.
  const width = clamp(atLeast.width, MIN_WINDOW_SIZE.width, screen.width);
  const height = clamp(atLeast.height, MIN_WINDOW_SIZE.height, screen.height);
  return { ...state, bounds: { ...atLeast, width, height } };
}

function canBeTaken(bounds: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return visibleWidth >= GRIP.width && bounds.y >= area.y && bounds.y + GRIP.height <= area.y + area.height;
}

function centered(size: { readonly width: number; readonly height: number }, area: Rectangle): Rectangle {
  const width = clamp(size.width, MIN_WINDOW_SIZE.width, area.width);
  const height = clamp(size.height, MIN_WINDOW_SIZE.height, area.height);
  return {
    x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  };
}

/** Limits a size to the screen, but never below the minimum usable size of the editor. */
function clamp(value: number, smallest: number, largest: number): number {
  return Math.max(smallest, Math.min(value, largest));
}
