import type { LucideIcon } from 'lucide-react';

/** An entry of a menu. Button menus and context menus use the same entries. */
export type MenuEntry = MenuCommand | MenuSeparator | MenuHeading | MenuNest;

export interface MenuCommand {
  readonly kind: 'command';
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** The keys in the notation of the action table. */
  readonly keys?: string | undefined;
  /** The text at the right end of an entry without keys. */
  readonly end?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly danger?: boolean | undefined;
  /** Whether the entry is on. If it is set, the entry is a toggle. */
  readonly checked?: boolean | undefined;
  /** Whether at most one of the adjacent entries with this flag can be on. */
  readonly exclusive?: boolean | undefined;
  readonly run: () => void;
}

export interface MenuSeparator {
  readonly kind: 'separator';
  readonly id: string;
}

export interface MenuHeading {
  readonly kind: 'heading';
  readonly id: string;
  readonly label: string;
}

export interface MenuNest {
  readonly kind: 'menu';
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly disabled?: boolean | undefined;
  readonly entries: readonly MenuEntry[];
}
