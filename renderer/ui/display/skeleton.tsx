import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly aspectRatio?: CSSProperties['aspectRatio'];
  readonly radius?: CSSProperties['borderRadius'];
  readonly className?: string | undefined;
}

/** A placeholder in the size of the content that is loading. */
export function Skeleton({ width, height, aspectRatio, radius, className }: SkeletonProps) {
  return (
    <span
      aria-hidden={true}
      className={clsx(styles.skeleton, className)}
      style={{ width, height, aspectRatio, borderRadius: radius }}
    />
  );
}
