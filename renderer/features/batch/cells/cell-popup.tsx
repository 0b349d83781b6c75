import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './cells.module.css';

export interface CellPopupProps {
  /** The input in the cell, below which the popup is placed. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent) => void) | undefined;
  /** Whether the focus stays in the input. A press inside the popup or on its edge then does not close the cell. */
  readonly keepsFocus?: boolean | undefined;
}

const GAP = 2;
/** The minimum space below a cell in pixels. With less space, the popup is above the cell. */
const MIN_HEIGHT = 240;

interface Place {
  readonly left: number;
  readonly top: number | undefined;
  readonly bottom: number | undefined;
  readonly minWidth: number;
  readonly maxHeight: number;
}

/** The popup of a cell. It is rendered outside the table, which would clip it. */
export function CellPopup({ anchor, popup, children, onKeyDown, onBlur, keepsFocus }: CellPopupProps) {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const updatePlace = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (box === undefined) return;
      const spaceBelow = window.innerHeight - box.bottom - 2 * GAP;
      const isAbove = spaceBelow < MIN_HEIGHT && box.top > spaceBelow;
      setPlace({
        left: Math.max(GAP, Math.min(box.left, window.innerWidth - MIN_HEIGHT)),
        top: isAbove ? undefined : box.bottom + GAP,
        bottom: isAbove ? window.innerHeight - box.top + GAP : undefined,
        minWidth: box.width,
        maxHeight: isAbove ? box.top - 2 * GAP : spaceBelow,
      });
    };
    updatePlace();
    window.addEventListener('resize', updatePlace);
    // The popup follows its cell during scrolling.
    window.addEventListener('scroll', updatePlace, true);
    return () => {
      window.removeEventListener('resize', updatePlace);
      window.removeEventListener('scroll', updatePlace, true);
    };
  }, [anchor]);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the content has the roles
    <div
      ref={popup}
      className={styles.popup}
      style={place === null ? { visibility: 'hidden' } : { ...place }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
    >
      {children}
    </div>,
    document.body,
  );
}
