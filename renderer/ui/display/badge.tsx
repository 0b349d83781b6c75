import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon } from './icon.tsx';

export interface BadgeProps {
  readonly tone?:
    | 'plain'
    | 'variable'
    | 'effect'
    | 'audio'
    | 'scene'
    | 'success'
    | 'warning'
    | 'danger'
    | 'accent'
    | 'picture'
    | undefined;
  readonly icon?: LucideIcon | undefined;
  readonly iconClassName?: string | undefined;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A colored word or number. The color only repeats the meaning of the text. */
export function Badge({ tone = 'plain', icon, iconClassName, title, className, children }: BadgeProps) {
  return (
    <span className={clsx(styles.badge, tone !== 'plain' && styles[tone], 'tabular', className)} title={title}>
      {icon !== undefined && <Icon icon={icon} size={12} className={iconClassName} />}
      {children !== undefined && <span className={styles.text}>{children}</span>}
    </span>
  );
}
