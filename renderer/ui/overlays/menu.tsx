import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';
import { MenuItems } from './menu-items.tsx';

export interface MenuProps {
  /** The trigger: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /**
   * Whether the menu is open, for a controlled menu. Set it together with `onOpenChange`. Without both, the menu is
   * uncontrolled.
   */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A menu at a button. */
export function Menu({ trigger, entries, side = 'bottom', align = 'start', open, onOpenChange }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className={styles.layer}>
          <Base.Popup className={styles.popup}>
            <MenuItems entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
