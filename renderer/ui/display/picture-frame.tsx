import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './picture-frame.module.css';

/** Where a small picture of a film or an asset stands; what it holds lies in the middle of it. */
export function PictureFrame({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={clsx(styles.frame, className)} />;
}
