import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '#shared/lib/assert.ts';
import { Icon } from '../display/icon.tsx';
import { Kbd } from '../display/kbd.tsx';
import styles from './menu.module.css';
import type { MenuCommand, MenuEntry, MenuNest } from './menu-entry.ts';

export function MenuItems({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const withIcons = entries.some(
    (entry) => (entry.kind === 'command' && (entry.icon ?? entry.checked) !== undefined) || entry.kind === 'menu',
  );
  return runsOf(entries).map((run) =>
    run.exclusive ? (
      <Base.RadioGroup key={run.key} value={run.entries.find(isChecked)?.id ?? null}>
        {run.entries.map((entry) => show(entry, withIcons))}
      </Base.RadioGroup>
    ) : (
      run.entries.map((entry) => show(entry, withIcons))
    ),
  );
}

function show(entry: MenuEntry, withIcons: boolean): ReactNode {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator key={entry.id} className={styles.separator} />;
    case 'heading':
      return (
        <div key={entry.id} role="presentation" className={styles.group}>
          {entry.label}
        </div>
      );
    case 'menu':
      return <Nest key={entry.id} entry={entry} />;
    case 'command':
      return <Command key={entry.id} entry={entry} withIcons={withIcons} />;
    default:
      return assertNever(entry);
  }
}

interface Run {
  readonly key: string;
  readonly exclusive: boolean;
  readonly entries: readonly MenuEntry[];
}

/** Splits entries into runs. Each run contains only exclusive entries, or only other entries. */
function runsOf(entries: readonly MenuEntry[]): readonly Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const exclusive = entry.kind === 'command' && entry.exclusive === true;
    const last = runs.at(-1);
    if (last === undefined || last.exclusive !== exclusive) runs.push({ key: entry.id, exclusive, entries: [entry] });
    else runs[runs.length - 1] = { ...last, entries: [...last.entries, entry] };
  }
  return runs;
}

function isChecked(entry: MenuEntry): boolean {
  return entry.kind === 'command' && entry.checked === true;
}

function Command({ entry, withIcons }: { readonly entry: MenuCommand; readonly withIcons: boolean }) {
  const className = clsx(styles.item, !withIcons && styles.bare, entry.danger === true && styles.danger);
  const content = (
    <>
      {withIcons && <Lead icon={entry.checked === true ? Check : entry.icon} marked={entry.checked === true} />}
      <span className={styles.text}>{entry.label}</span>
      {entry.keys === undefined ? (
        <span className={styles.end}>{entry.end}</span>
      ) : (
        <span className={styles.end}>
          <Kbd keys={entry.keys} />
        </span>
      )}
    </>
  );
  if (entry.checked === undefined) {
    return (
      <Base.Item className={className} disabled={entry.disabled} onClick={entry.run} label={entry.label}>
        {content}
      </Base.Item>
    );
  }
  if (entry.exclusive === true) {
    return (
      <Base.RadioItem
        className={className}
        disabled={entry.disabled}
        value={entry.id}
        onClick={entry.run}
        closeOnClick
        label={entry.label}
      >
        {content}
      </Base.RadioItem>
    );
  }
  return (
    <Base.CheckboxItem
      className={className}
      disabled={entry.disabled}
      checked={entry.checked}
      onCheckedChange={entry.run}
      closeOnClick
      label={entry.label}
    >
      {content}
    </Base.CheckboxItem>
  );
}

function Lead({ icon, marked }: { readonly icon: LucideIcon | undefined; readonly marked: boolean }): ReactNode {
  return <span className={clsx(marked && styles.check)}>{icon !== undefined && <Icon icon={icon} />}</span>;
}

function Nest({ entry }: { readonly entry: MenuNest }) {
  return (
    <Base.SubmenuRoot disabled={entry.disabled}>
      <Base.SubmenuTrigger className={styles.item} label={entry.label}>
        <Lead icon={entry.icon} marked={false} />
        <span className={styles.text}>{entry.label}</span>
        <Icon icon={ChevronRight} size={14} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-4} collisionPadding={8} className={styles.layer}>
          <Base.Popup className={styles.popup}>
            <MenuItems entries={entry.entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}
