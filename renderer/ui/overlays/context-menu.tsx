import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { type ReactElement, useState } from 'react';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';
import { MenuItems } from './menu-items.tsx';

export interface ContextMenuProps {
  /**
   * Returns the entries for the element under the pointer. Called before the menu opens. If the list is empty, no menu
   * opens.
   */
  readonly entries: () => readonly MenuEntry[];
  /**
   * The element with the menu. It must accept a ref and events. Right-click, Shift+F10, and the menu key open the menu.
   */
  readonly children: ReactElement;
}

/** A context menu at the pointer. */
export function ContextMenu({ entries, children }: ContextMenuProps) {
  const [shown, setShown] = useState<readonly MenuEntry[] | null>(null);
  return (
    <Base.Root
      open={shown !== null}
      onOpenChange={(open) => {
        const next = open ? entries() : [];
        setShown(next.length > 0 ? next : null);
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner collisionPadding={8} className={styles.layer}>
          <Base.Popup className={styles.popup}>{shown !== null && <MenuItems entries={shown} />}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
