import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './row-table.module.css';

export interface CellEditorProps {
  readonly text: string;
  readonly label: string;
  /** What completes what is typed: names of assets, or choices. */
  readonly names: readonly string[] | undefined;
  /** Null leaves the cell as it was. */
  readonly onEnd: (text: string | null, move: -1 | 0 | 1 | 'down') => void;
}

/** More are not offered at once. */
const MOST_NAMES = 500;

/** A cell that is open for typing: Enter goes down, Tab to the side, Esc leaves it as it was. */
export function CellEditor({ text, label, names, onEnd }: CellEditorProps) {
  const [prepared, setDraft] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const list = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (value: string | null, move: -1 | 0 | 1 | 'down') => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, move);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(prepared, 'down');
    else if (event.key === 'Escape') end(null, 0);
    else if (event.key === 'Tab') end(prepared, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        className={styles.input}
        aria-label={label}
        value={prepared}
        list={names === undefined ? undefined : list}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(prepared, 0)}
      />
      {names !== undefined && (
        <datalist id={list}>
          {names.slice(0, MOST_NAMES).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
