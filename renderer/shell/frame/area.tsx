import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { PanelBoundary } from '#renderer/ui/layout/panel-boundary.tsx';
import { areaProps } from '../window/areas.ts';
import styles from './area.module.css';

export interface AreaProps {
  /** The name of the area for F6 navigation, assistive technology, and error messages. */
  readonly label: string;
  /** The name of the area in the action table, for shortcuts that work only in this area. */
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** The splitters of the area. They remain usable if the panel fails. */
  readonly edge?: ReactNode;
  readonly children: ReactNode;
}

/** An area of the editor: a landmark that F6 can focus. An error in its panel does not affect other areas. */
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
