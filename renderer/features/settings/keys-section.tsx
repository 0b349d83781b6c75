import { Download, TriangleAlert, Upload } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type KeyBindings, keyConflicts, readBindings } from '#renderer/actions/keys.ts';
import { useActions, useKeyBindings } from '#renderer/actions/use-actions.tsx';
import { nextInList } from '#renderer/interaction/focus.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { decodeText } from '#shared/lib/decode-text.ts';
import { keyRows } from './key-list.ts';
import { keyPresets, presetNames, presetOf } from './key-presets.ts';
import { KeyRowItem } from './key-row.tsx';
import styles from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';

/** The list of all actions with their keys. The user can change, export, and import keys, and choose a preset. */
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
            // Keep the option in the list, because a select shows its first option if the selected one disappears.
            { value: 'own' as const, label: words.presets.own, disabled: preset !== null },
          ]}
        />
        {/* Show only icons, because the labels do not fit beside the search field in all languages. */}
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

/** The number of rows that PageUp and PageDown skip. */
const ROWS_PER_PAGE = 10;

/** Moves the focus between rows with arrow keys, because the list is one tab stop. */
function moveToRow(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return;
  const changes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-change-keys]')];
  const row = event.target.closest('li');
  const current = changes.findIndex((change) => row?.contains(change) === true);
  const target = nextInList(event.key, current, changes.length, { page: ROWS_PER_PAGE });
  if (target === null) return;
  event.preventDefault();
  changes[target]?.focus();
}

/** Returns a function that replaces all user-defined bindings. */
function useReplaceBindings(): (next: KeyBindings) => void {
  const { bindings, bind } = useActions();
  return (next) => {
    for (const id of Object.keys(bindings.getState())) if (!Object.hasOwn(next, id)) bind(id, null);
    for (const [id, keys] of Object.entries(next)) bind(id, keys);
  };
}

/** Returns functions that export the keys to a file and import them, for example on another machine. */
function useKeyFiles(): { readonly save: () => void; readonly open: () => void } {
  const { settings: words } = useStrings();
  const { actions, bindings } = useActions();
  const replace = useReplaceBindings();
  const toasts = useToast();
  const importFile = async (file: File) => {
    const read = readBindings(parse(await textOf(file)), actions);
    const count = Object.keys(read).length;
    if (count === 0) {
      toasts.show({ message: words.importFailed, tone: 'warning' });
      return;
    }
    replace(read);
    toasts.show({ message: words.imported(count) });
  };
  return {
    save: () => {
      const json = JSON.stringify(bindings.getState(), null, 2);
      const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = words.keysFile;
      link.click();
      URL.revokeObjectURL(url);
    },
    open: () => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.json,application/json';
      input.addEventListener('change', () => {
        const file = input.files?.[0];
        if (file !== undefined) void importFile(file);
      });
      input.click();
    },
  };
}

/** The maximum size of a key file in bytes, far above the size of real files. */
const MAX_BYTES = 1024 * 1024;

/** Returns the text of a file; an empty text if the file is too large or not UTF-8. */
async function textOf(file: File): Promise<string> {
  return file.size > MAX_BYTES ? '' : (decodeText(new Uint8Array(await file.arrayBuffer())) ?? '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON counts as a file without keys.
    return null;
  }
}
