import type { LucideIcon } from 'lucide-react';

/** Something in the palette that is not an action: a scene, an asset, a template, a project. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** At the right: what it is, where it is. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

/**
 * A part of the palette that the screen gives; its items are found by name, and not shown before something is typed.
 */
export interface PaletteSource {
  readonly heading: string;
  /** Smaller comes first. */
  readonly order: number;
  readonly items: () => readonly PaletteItem[];
}
