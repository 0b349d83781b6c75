import type { KeyBindings } from '#renderer/actions/keys.ts';
import { isEqual } from '#renderer/interaction/equality.ts';

/** The keys of other editors. Actions that are not listed keep their default keys. */
export const keyPresets = {
  standard: {},
  premiere: {
    'scene/split': ['Mod+Shift+K'],
    'timeline/blade': ['C'],
    'timeline/select': ['V'],
    'timeline/snapping': ['S'],
    'timeline/zoom-fit': ['\\'],
    'scene/trim-start': ['Q'],
    'scene/trim-end': ['W'],
    'edit/deselect': ['Mod+Shift+A', 'Escape'],
    'render/open': ['Mod+M'],
    'batch/open': ['Mod+Shift+M'],
    'marker/add': ['M'],
    'play/mute': ['Shift+S'],
    'preview/safe-areas': ['Alt+Shift+S'],
    'scene/toggle-enabled': ['Mod+Shift+E'],
  },
  capcut: {
    'scene/split': ['Mod+B'],
    'view/library': ['Mod+Alt+B'],
    'scene/trim-start': ['Q'],
    'scene/trim-end': ['W'],
    'timeline/zoom-in': ['Mod+Plus', 'Plus'],
    'timeline/zoom-out': ['Mod+Minus', 'Minus'],
    'scene/toggle-enabled': ['V'],
    'timeline/select': ['A'],
    'layer/insert': ['Alt+A'],
    'timeline/blade': ['B'],
    'marker/add': ['M'],
    'play/mute': ['Shift+S'],
    'preview/safe-areas': ['Alt+Shift+S'],
  },
} as const satisfies Readonly<Record<string, KeyBindings>>;

export type KeyPreset = keyof typeof keyPresets;
export const presetNames = Object.keys(keyPresets).filter((name): name is KeyPreset => name in keyPresets);

/** Returns the active preset; null if the bindings match none. */
export function presetOf(bindings: KeyBindings): KeyPreset | null {
  return presetNames.find((name) => isEqual(keyPresets[name], bindings)) ?? null;
}
