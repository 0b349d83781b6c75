import { clsx } from 'clsx';
import { Pencil, RotateCcw, TriangleAlert } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { chordOf, keysText } from '#renderer/ui/format/keys.ts';
import type { KeyRow } from './key-list.ts';
import styles from './key-row.module.css';

export interface KeyRowItemProps {
  readonly row: KeyRow;
  /** Whether the row is the tab stop of the list. */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  /** Called with the new keys; null restores the default keys. */
  readonly onBind: (keys: readonly string[] | null) => void;
}

/** A row of the list with an action and its keys. Its pencil button records new keys. */
export function KeyRowItem({ row, isTabStop, onFocus, onBind }: KeyRowItemProps) {
  const { settings: strings } = useStrings();
  const [waiting, setWaiting] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const { label, keys, isChanged, conflicts } = row;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li className={clsx(styles.row, conflicts.length > 0 && styles.conflict)} onFocus={onFocus}>
      <span className={styles.label}>
        {conflicts.length > 0 && <Icon icon={TriangleAlert} size={14} className={styles.warning} />}
        <span className={styles.cut}>{label}</span>
        {conflicts.map((other) => (
          <span key={other} className={styles.also}>
            {strings.conflictWith(other)}
          </span>
        ))}
      </span>
      {waiting ? (
        <KeyCatcher
          label={strings.changeKeys(label)}
          onKeys={(next) => {
            // Move the focus back, because the element that records keys disappears.
            if (next !== 'left') change.current?.focus();
            setWaiting(false);
            if (next !== null && next !== 'left') onBind(next);
          }}
        />
      ) : (
        <span className={styles.caps}>
          {keys.length === 0 && <span className={styles.also}>{strings.noKeys}</span>}
          {keys.map((each, at) => (
            <Fragment key={each}>
              {at > 0 && <span className={styles.also}>{strings.or}</span>}
              <Kbd keys={each} />
            </Fragment>
          ))}
        </span>
      )}
      <span className={styles.buttons}>
        {isChanged && (
          <IconButton
            icon={RotateCcw}
            label={strings.resetKeys(label)}
            size="sm"
            iconSize={14}
            tabIndex={tabIndex}
            onClick={() => {
              // Move the focus, because the reset button disappears after the reset.
              change.current?.focus();
              onBind(null);
            }}
          />
        )}
        <IconButton
          icon={Pencil}
          label={strings.changeKeys(label)}
          size="sm"
          iconSize={14}
          ref={change}
          data-change-keys={true}
          tabIndex={tabIndex}
          onClick={() => setWaiting(true)}
        />
      </span>
    </li>
  );
}

/**
 * An element that records the next key press. It reports null for no change, `left` if the focus moved elsewhere, and
 * an empty list if the keys are removed.
 */
function KeyCatcher({
  label,
  onKeys,
}: {
  readonly label: string;
  readonly onKeys: (keys: readonly string[] | null | 'left') => void;
}) {
  const { settings: strings } = useStrings();
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user opened the element to press a key
      autoFocus
      readOnly
      aria-label={label}
      title={strings.pressHint}
      placeholder={strings.pressKeys}
      className={styles.catcher}
      onBlur={() => onKeys('left')}
      onKeyDown={(event) => {
        if (event.key === 'Tab') return;
        event.preventDefault();
        event.stopPropagation();
        const chord = chordOf(event.nativeEvent, isMac);
        if (chord === null) return;
        const hasNoModifier = !(chord.mod || chord.shift || chord.alt);
        if (hasNoModifier && chord.key === 'Escape') onKeys(null);
        else onKeys(hasNoModifier && chord.key === 'Backspace' ? [] : [keysText(chord)]);
      }}
    />
  );
}
