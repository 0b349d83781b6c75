import type { LucideIcon } from 'lucide-react';

/** A menu as data: the same list fills a menu at a button and one at the pointer. */
export type MenuEntry = MenuCommand | MenuSeparator | MenuHeading | MenuNest;

export interface MenuCommand {
  readonly kind: 'command';
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** As in the action table. */
  readonly keys?: string | undefined;
  /** At the right, where there are no keys. */
  readonly end?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly danger?: boolean | undefined;
  /** Makes of it one that is on or off. */
  readonly checked?: boolean | undefined;
  /** Of those beside it that say so too, at most one is on. */
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
