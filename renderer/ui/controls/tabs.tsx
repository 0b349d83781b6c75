import { Tabs as Base } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface TabsProps<Value extends string> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly Tab<Value>[];
  readonly label: string;
  /** Content at the right end of the row. */
  readonly end?: ReactNode;
  /** The panels, one {@link TabPanel} per tab. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A row of tabs with the panel of the selected tab. */
export function Tabs<Value extends string>({
  value,
  onChange,
  tabs,
  label,
  end,
  children,
  className,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value, { event }) => {
        if (!isReturnedFocus(event)) onChange(next);
      }}
      className={clsx(styles.root, className)}
    >
      <div className={styles.head}>
        <Base.List aria-label={label} className={styles.list} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={clsx(styles.count, 'tabular')}>{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {end !== undefined && end !== false && <div className={styles.end}>{end}</div>}
      </div>
      {children}
    </Base.Root>
  );
}

/**
 * Returns whether the focus returned to a tab from outside the row of tabs, for example from a closed dialog. This must
 * not select the tab, because the dialog may have selected another one.
 */
function isReturnedFocus(event: Event): boolean {
  if (!(event instanceof FocusEvent) || !(event.target instanceof Element)) return false;
  const list = event.target.closest('[role=tablist]');
  return !(event.relatedTarget instanceof Node && list?.contains(event.relatedTarget) === true);
}

export interface TabPanelProps {
  readonly value: string;
  /**
   * Whether the panel stays mounted while another tab is selected. It then keeps its scroll position and its search.
   */
  readonly keepMounted?: boolean | undefined;
  readonly children: ReactNode;
}

/** The content of a tab. */
export function TabPanel({ value, keepMounted, children }: TabPanelProps) {
  return (
    <Base.Panel value={value} keepMounted={keepMounted} className={styles.panel}>
      {children}
    </Base.Panel>
  );
}
