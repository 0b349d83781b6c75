import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

export interface TooltipProps {
  readonly content: ReactNode;
  /** The keys in the notation of the action table, such as `Mod+S`. */
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly disabled?: boolean | undefined;
  /** The described element. It must accept a ref and pointer events. */
  readonly children: ReactElement;
}

/**
 * Additional information about the element that is hovered or focused. Touch devices show no tooltips, so essential
 * information must also be available elsewhere.
 */
export function Tooltip({ content, keys, side = 'bottom', disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className={styles.layer}>
          <Base.Popup className={styles.tip}>
            {content}
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A note below a field, such as the reason why a typed value is invalid. It appears when the user pauses typing. */
export function FieldNote({ anchor, text }: { readonly anchor: RefObject<HTMLElement | null>; readonly text: string }) {
  return (
    <Base.Root open>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={styles.layer}
        >
          <Base.Popup role="status" className={`${styles.tip} ${styles.note}`}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Provides tooltips to the whole window. Shortly after one tooltip was visible, the next one appears without delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={500} timeout={300}>
      {children}
    </Base.Provider>
  );
}
