import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { keysOf } from '../../actions/keys/key-bindings.ts';
import type { Action, ActionGroup } from '../../actions/model/action.ts';
import { useActions, useKeyBindings } from '../../actions/runtime/use-actions.tsx';
import { useNavigation } from '../../shell/window/window-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './key-sheet.module.css';

const groups: readonly ActionGroup[] = ['play', 'edit', 'insert', 'timeline', 'view', 'file', 'go', 'help'];

/** All keys at a glance, made of the action table and of what somebody chose instead. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and it has to be scrolled by keys */}
      <section className={styles.sheet} aria-label={app.allKeys} tabIndex={0}>
        {groups.map((group) => (
          <KeyGroup key={group} group={group} query={query} />
        ))}
      </section>
    </Dialog>
  );
}

function KeyGroup({ group, query }: { readonly group: ActionGroup; readonly query: string }) {
  const strings = useStrings();
  const { actions, context } = useActions();
  const bindings = useKeyBindings();
  const wanted = query.trim().toLowerCase();
  const labelOf = (action: Action) => action.shortLabel?.(strings) ?? action.label(strings, context());
  const rows = actions
    .filter((action) => action.group === group && keysOf(action, bindings).length > 0)
    .map((action) => ({ id: action.id, label: labelOf(action), keys: keysOf(action, bindings) }))
    .filter(
      (row) => row.label.toLowerCase().includes(wanted) || row.keys.some((keys) => keys.toLowerCase() === wanted),
    );
  if (rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{strings.actions.groups[group]}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.id} className={styles.row}>
            <dt>{row.label}</dt>
            <dd>
              {row.keys.slice(0, 2).map((keys) => (
                <Kbd key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
