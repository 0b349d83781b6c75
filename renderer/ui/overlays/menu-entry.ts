import type { LucideIcon } from 'lucide-react';

/** A menu as data, for menus at buttons and at the pointer. */
export type MenuEntry = MenuCommand | MenuSeparator | MenuHeading | MenuNest;

export interface MenuCommand {
  readonly kind: 'command';
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** As in the action table. */
  readonly keys?: string | undefined;
  /** Text at the right if there are no keys. */
  readonly end?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly danger?: boolean | undefined;
  /** Makes the entry a toggle. */
  readonly checked?: boolean | undefined;
  /** Whether at most one of the adjacent exclusive entries is on. */
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
