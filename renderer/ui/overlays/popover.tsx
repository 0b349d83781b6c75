import { Popover as Base } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { focusFirst } from './first-focus.ts';
import styles from './popover.module.css';

export interface PopoverProps {
  /** The trigger: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement;
  /** The name of the popover. */
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the popover is open, for a controlled popover. Set it together with `onOpenChange`. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly flush?: boolean | undefined;
  /**
   * Returns whether the trigger gets the focus when the popover closes. A caller that moves the focus itself returns
   * false.
   */
  readonly returnsFocus?: (() => boolean) | undefined;
  /** Called after the closing transition. If a caller moved the focus earlier, the popover would take it back. */
  readonly onClosed?: (() => void) | undefined;
  readonly className?: string | undefined;
}

/** A small popover at a button, for a picker or a short form. */
export function Popover(props: PopoverProps) {
  const { trigger, label, side = 'bottom', align = 'start', open, onOpenChange } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange?.(next)}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) props.onClosed?.();
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className={styles.layer}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={() => focusFirst(popup.current, firstField(popup.current), { preventScroll: true })}
            finalFocus={props.returnsFocus}
            className={clsx(styles.popup, props.flush === true && styles.flush, props.className)}
          >
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns the first tab stop if the user can type into it; otherwise null. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  const stops = popup?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]') ?? [];
  const first = [...stops].find((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility());
  return first?.matches('input, textarea') === true ? first : null;
}
