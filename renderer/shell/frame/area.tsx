import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { PanelBoundary } from '#renderer/ui/layout/panel-boundary.tsx';
import { areaProps } from '../window/areas.ts';
import styles from './area.module.css';

export interface AreaProps {
  /** Its name: for F6, for assistive technology, for when it fails. */
  readonly label: string;
  /** For keys that mean something only here, as actions name it. */
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Splitters, which a failed panel must not take away. */
  readonly edge?: ReactNode;
  readonly children: ReactNode;
}

/** An area of the editor: a named landmark that F6 goes to, and that holds its own crashes. */
export function Area({ label, name = '', className, style, edge, children }: AreaProps) {
  return (
    <section {...areaProps} data-area={name} aria-label={label} className={clsx(styles.area, className)} style={style}>
      <PanelBoundary name={label}>
        <Suspense fallback={null}>{children}</Suspense>
      </PanelBoundary>
      {edge}
    </section>
  );
}
