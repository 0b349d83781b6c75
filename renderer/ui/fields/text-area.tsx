import { clsx } from 'clsx';
import { useState } from 'react';
import styles from '../controls/field.module.css';
import { useFieldProps } from '../controls/field.tsx';
import own from './text-area.module.css';

export interface TextAreaProps {
  readonly value: string;
  /** Called with the text at each keystroke. Optional, for callers that need only the committed text. */
  readonly onChange?: ((value: string) => void) | undefined;
  /** Called if the text changed, on blur and on Ctrl+Enter or Cmd+Enter. Esc restores the previous text. */
  readonly onCommit?: ((value: string) => void) | undefined;
  /** Whether Esc commits the text, as it does when the text is edited in the picture. */
  readonly keepsOnEscape?: boolean | undefined;
  /** The accessible name of a field without a `Field`. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number | undefined;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly id?: string | undefined;
}

/** A text field with several lines. */
export function TextArea(props: TextAreaProps) {
  const { value, onChange, onCommit, label, id, rows = 3, invalid, disabled = false } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== value) onCommit?.(draft);
    setDraft(null);
  };
  return (
    <textarea
      {...useFieldProps(label, id)}
      value={onCommit === undefined ? value : (draft ?? value)}
      rows={rows}
      // Each paragraph has the direction of its own script.
      dir="auto"
      disabled={disabled}
      placeholder={props.placeholder}
      aria-invalid={invalid !== undefined || undefined}
      title={invalid}
      spellCheck={false}
      className={clsx(styles.box, own.area, disabled && styles.disabled, invalid !== undefined && styles.invalid)}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange?.(event.target.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit();
        // Stop Enter, because it inserts a line break and must not submit the form of a dialog.
        if (event.key === 'Enter') event.stopPropagation();
        if (event.key !== 'Escape' || draft === null || onCommit === undefined) return;
        event.stopPropagation();
        if (props.keepsOnEscape === true) commit();
        else setDraft(null);
      }}
    />
  );
}
