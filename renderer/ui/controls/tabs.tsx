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
  /** At the right of the row. */
  readonly end?: ReactNode;
  /** A {@link TabPanel} for each. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A row of tabs, and a panel below. */
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
        if (!isGivenBack(event)) onChange(next);
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
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      {children}
    </Base.Root>
  );
}

/**
 * Whether a tab has the focus again without anybody having gone to it from a tab beside it: as what took it closes, which
 * may have chosen another tab.
 */
function isGivenBack(event: Event): boolean {
  if (!(event instanceof FocusEvent) || !(event.target instanceof Element)) return false;
  const list = event.target.closest('[role=tablist]');
  return !(event.relatedTarget instanceof Node && list?.contains(event.relatedTarget) === true);
}

export interface TabPanelProps {
  readonly value: string;
  /** Kept while another tab is shown, with its scroll place and its search. */
  readonly keepMounted?: boolean | undefined;
  readonly children: ReactNode;
}

/** What a tab shows. */
export function TabPanel({ value, keepMounted, children }: TabPanelProps) {
  return (
    <Base.Panel value={value} keepMounted={keepMounted} className={styles.panel}>
      {children}
    </Base.Panel>
  );
}
