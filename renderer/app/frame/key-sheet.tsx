import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import type { Action, ActionGroup } from '#renderer/actions/action.ts';
import { keysOf } from '#renderer/actions/keys.ts';
import { useActions, useKeyBindings } from '#renderer/actions/use-actions.tsx';
import { matchesShortcut } from '#renderer/interaction/word-search.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './key-sheet.module.css';

const groups: readonly ActionGroup[] = ['play', 'edit', 'insert', 'timeline', 'view', 'file', 'go', 'help'];

/** The shortcuts in lists of movies, templates, files, and designs. */
const listKeyRows = [
  { id: 'rows', keys: ['ArrowUp', 'ArrowDown'] },
  { id: 'inRow', keys: ['ArrowLeft', 'ArrowRight'] },
  { id: 'ends', keys: ['Home', 'End'] },
  { id: 'open', keys: ['Enter'] },
  { id: 'menu', keys: ['Shift+F10'] },
  { id: 'rename', keys: ['F2'] },
  { id: 'remove', keys: ['Delete'] },
] as const;

/** The dialog with all shortcuts, from the action table and the user's key bindings. */
export function KeySheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { app } = useStrings();
  const navigation = useNavigation();
  const [query, setQuery] = useState('');
  const change = () => {
    onClose();
    navigation.go({ screen: 'settings' });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={app.allKeys}
      className={styles.dialog}
      flush
      headEnd={
        <SearchField size="sm" label={app.searchKeys} value={query} onChange={setQuery} className={styles.search} />
      }
      footer={
        <>
          <span className={styles.rest}>{app.keysRest}</span>
          <Button size="sm" icon={Keyboard} onClick={change}>
            {app.changeKeys}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the content must be scrollable by keyboard */}
      <section className={styles.sheet} aria-label={app.allKeys} tabIndex={0}>
        {groups.map((group) => (
          <KeyGroup key={group} group={group} query={query} />
        ))}
        <ListKeys query={query} />
      </section>
    </Dialog>
  );
}

/** The shortcuts of lists. They are not actions, because they depend on the focus. */
function ListKeys({ query }: { readonly query: string }) {
  const { listKeys } = useStrings().app;
  const rows = listKeyRows.filter(({ id, keys }) => matchesShortcut(query, { label: listKeys[id], keys }));
  if (rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{listKeys.title}</h3>
      <dl>
        {rows.map(({ id, keys }) => (
          <KeyRow key={id} label={listKeys[id]} keys={keys} />
        ))}
      </dl>
    </section>
  );
}

function KeyRow({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        {keys.slice(0, 2).map((each) => (
          <Kbd key={each} keys={each} />
        ))}
      </dd>
    </div>
  );
}

function KeyGroup({ group, query }: { readonly group: ActionGroup; readonly query: string }) {
  const strings = useStrings();
  const { actions, context } = useActions();
  const bindings = useKeyBindings();
  const labelOf = (action: Action) => action.shortLabel?.(strings) ?? action.label(strings, context());
  const rows = actions
    .filter((action) => action.group === group && keysOf(action, bindings).length > 0)
    .map((action) => ({ id: action.id, label: labelOf(action), keys: keysOf(action, bindings) }))
    .filter((row) => matchesShortcut(query, row));
  if (rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{strings.actions.groups[group]}</h3>
      <dl>
        {rows.map((row) => (
          <KeyRow key={row.id} label={row.label} keys={row.keys} />
        ))}
      </dl>
    </section>
  );
}
