import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './picture-frame.module.css';

/** A frame around a thumbnail of a movie or an asset. The content is centered. */
export function PictureFrame({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={clsx(styles.frame, className)} />;
}
