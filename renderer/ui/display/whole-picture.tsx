import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './whole-picture.module.css';

/** An uncropped picture, centered in its positioned parent. A checkerboard is visible through transparent parts. */
export function WholePicture({ className, ...rest }: Omit<ComponentProps<'img'>, 'alt'>) {
  return (
    <img alt="" loading="lazy" decoding="async" draggable={false} {...rest} className={clsx(styles.whole, className)} />
  );
}
