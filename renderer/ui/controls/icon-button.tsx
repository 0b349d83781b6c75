import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { Tooltip } from '../display/tooltip.tsx';
import styles from './button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'title' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown in the tooltip. */
  readonly label: string;
  /** The keys to show in the tooltip, in the notation of the action table, such as `Mod+S`. */
  readonly keys?: string | undefined;
  /** A longer text to show in the tooltip. */
  readonly tooltip?: ReactNode;
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly iconSize?: 12 | 14 | 16 | 20 | undefined;
  readonly filled?: boolean | undefined;
  readonly variant?: 'quiet' | 'plain' | undefined;
  readonly pressed?: boolean | undefined;
}

export function IconButton({
  icon,
  label,
  keys,
  tooltip,
  tooltipSide,
  size = 'md',
  iconSize = 16,
  filled,
  variant = 'quiet',
  pressed,
  disabled = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={tooltip ?? label} keys={keys} side={tooltipSide}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onClick}
        className={clsx(styles.button, styles.square, styles[variant], styles[size], className)}
      >
        <Icon icon={icon} size={iconSize} filled={filled} />
      </button>
    </Tooltip>
  );
}
