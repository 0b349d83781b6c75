import { Download, TriangleAlert, Upload } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { keyConflicts } from '#renderer/actions/keys/key-bindings.ts';
import { useActions, useKeyBindings } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { listTarget } from '#renderer/ui/keyboard/list-keys.ts';
import styles from '../page/settings.module.css';
import { SettingsGroup } from '../page/settings-group.tsx';
import { keyRows } from './key-list.ts';
import { keyPresets, presetNames, presetOf } from './key-presets.ts';
import { KeyRowItem } from './key-row.tsx';
import { useKeyFiles, useReplaceBindings } from './use-key-files.ts';

/** The keys of every action: seen, changed, taken from another editor, taken along. */
export function KeysSection() {
  const strings = useStrings();
  const { settings: words } = strings;
  const { actions, context, bind } = useActions();
  const bindings = useKeyBindings();
  const replace = useReplaceBindings();
  const files = useKeyFiles();
  const [query, setQuery] = useState('');
  const conflicts = keyConflicts(actions, bindings);
  const worded = actions.map((action) => ({
    ...action,
    words: action.shortLabel?.(strings) ?? action.label(strings, context()),
  }));
  const rows = keyRows(worded, bindings, conflicts, { query, mac: isMac });
  const preset = presetOf(bindings);
  const [stop, setStop] = useState<string | null>(null);
  const stopId = rows.some(({ id }) => id === stop) ? stop : rows[0]?.id;
  return (
    <SettingsGroup
      name="keys"
      title={words.keys}
      mark={
        conflicts.length > 0 && (
          <Badge tone="warning" icon={TriangleAlert}>
            {words.conflicts(conflicts.length)}
          </Badge>
        )
      }
      end={
        <Button variant="quiet" size="sm" disabled={preset === 'standard'} onClick={() => replace({})}>
          {words.resetAll}
        </Button>
      }
    >
      <div className={styles.tools}>
        <SearchField size="sm" label={words.searchKeys} value={query} onChange={setQuery} className={styles.grow} />
        <Select
          size="sm"
          label={words.preset}
          className={styles.preset}
          value={preset ?? 'own'}
          onChange={(chosen) => {
            if (chosen !== 'own') replace(keyPresets[chosen]);
          }}
          options={[
            ...presetNames.map((value) => ({ value, label: words.presets[value] })),
            // Always listed: a select whose chosen option goes away falls back to the one it began with.
            { value: 'own' as const, label: words.presets.own, disabled: preset !== null },
          ]}
        />
        {/* Words of every language would not fit beside the field that finds a key. */}
        <IconButton size="sm" icon={Download} label={words.exportKeys} onClick={files.save} />
        <IconButton size="sm" icon={Upload} label={words.importKeys} onClick={files.open} />
      </div>
      {rows.length === 0 && <p className={styles.hint}>{words.noKeysFound(query)}</p>}
      <ul aria-label={words.keys} className={styles.keys} onKeyDown={moveToRow}>
        {rows.map((row) => (
          <KeyRowItem
            key={row.id}
            row={row}
            isTabStop={row.id === stopId}
            onFocus={() => setStop(row.id)}
            onBind={(keys) => bind(row.id, keys)}
          />
        ))}
      </ul>
    </SettingsGroup>
  );
}

/** So many rows PageUp and PageDown pass. */
const PAGE = 10;

/** One stop for Tab: arrows go from row to row. */
function moveToRow(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return;
  const changes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-change-keys]')];
  const row = event.target.closest('li');
  const current = changes.findIndex((change) => row?.contains(change) === true);
  const target = listTarget(event.key, current, { count: changes.length, page: PAGE, axis: 'vertical' });
  if (target === null) return;
  event.preventDefault();
  changes[target]?.focus();
}
