import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { Tooltip } from '../display/tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'title'> {
  /** The style. At most one button per view is `primary`: the button for the next step. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  readonly icon?: LucideIcon | undefined;
  readonly iconEnd?: LucideIcon | undefined;
  /** Whether an operation is running. If so, the button hides its label, keeps its width, and ignores presses. */
  readonly busy?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly tooltip?: ReactNode;
  /** The keys to show in the tooltip, in the notation of the action table. */
  readonly keys?: string | undefined;
  readonly type?: 'button' | 'submit' | undefined;
}

/** A button with a text. A `disabled` button still receives pointer events, so that its tooltip can show the reason. */
export function Button(props: ButtonProps) {
  const {
    variant = 'plain',
    size = 'md',
    icon,
    iconEnd,
    busy = false,
    pressed,
    tooltip,
    keys,
    type = 'button',
    disabled = false,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const iconSize = size === 'sm' ? 14 : 16;
  const asleep = disabled || busy;
  const button = (
    <button
      {...rest}
      type={type}
      aria-pressed={pressed}
      aria-disabled={asleep || undefined}
      aria-busy={busy || undefined}
      onClick={asleep ? preventDefault : onClick}
      className={clsx(styles.button, styles[variant], styles[size], busy && styles.busy, className)}
    >
      {icon !== undefined && <Icon icon={icon} size={iconSize} />}
      <span className={styles.label}>{children}</span>
      {iconEnd !== undefined && <Icon icon={iconEnd} size={14} />}
      {busy && (
        <span className={styles.dots}>
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
  // Render the same element with and without a tooltip, so that the button keeps the focus when the tooltip changes.
  if (!('tooltip' in props) && keys === undefined) return button;
  return (
    <Tooltip content={tooltip} keys={keys} disabled={tooltip === undefined && keys === undefined}>
      {button}
    </Tooltip>
  );
}

function preventDefault(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
