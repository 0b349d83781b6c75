import type { Marker } from '#shared/editing/editing-record.ts';

/** What a key does to a marker that has the focus. */
export type MarkerMove =
  | { readonly kind: 'focus'; readonly marker: string }
  | { readonly kind: 'place'; readonly frame: number }
  | { readonly kind: 'go' | 'rename' | 'delete' };

interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Said to assistive technology. */
export const MARKER_KEYS = 'Enter F2 Space Delete Alt+ArrowLeft Alt+ArrowRight';

/**
 * Arrows, Home and End go from marker to marker; with Alt the arrows move the marker by a frame, with Shift too by ten.
 * Null for keys that mean nothing here, or lead nowhere. `markers` are by frame.
 */
export function markerMove(
  markers: readonly Marker[],
  { id, frame }: Marker,
  { key, altKey, shiftKey }: Press,
  total: number,
): MarkerMove | null {
  const at = markers.findIndex((marker) => marker.id === id);
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (direction !== 0 && altKey) {
    const moved = Math.min(total, Math.max(0, frame + direction * (shiftKey ? 10 : 1)));
    return { kind: 'place', frame: moved };
  }
  if (altKey || shiftKey) return null;
  if (direction !== 0) return focusOn(markers[at + direction]);
  switch (key) {
    case 'Home':
      return focusOn(markers[0]);
    case 'End':
      return focusOn(markers.at(-1));
    case ' ':
      return { kind: 'go' };
    case 'Enter':
    case 'F2':
      return { kind: 'rename' };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
    default:
      return null;
  }
}

/** The one that has the focus when one is deleted. */
export function neighbourOf(markers: readonly Marker[], id: string): Marker | null {
  const at = markers.findIndex((marker) => marker.id === id);
  return markers[at + 1] ?? markers[at - 1] ?? null;
}

function focusOn(marker: Marker | undefined): MarkerMove | null {
  return marker === undefined ? null : { kind: 'focus', marker: marker.id };
}
