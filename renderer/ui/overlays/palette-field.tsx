import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Icon } from '../display/icon.tsx';
import { Kbd } from '../display/kbd.tsx';
import styles from './palette.module.css';
import { takeKeys } from './typed-ahead.ts';

export interface PaletteFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The accessible name and the placeholder. */
  readonly label: string;
  /** The id of the list below the field. */
  readonly listId: string;
  readonly activeId: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string | undefined;
  /** Content before the close button. */
  readonly children?: ReactNode;
}

function pressEnter(field: HTMLElement): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

/** The text field of a palette. It keeps the focus while arrow keys move through the list. */
export function PaletteField(props: PaletteFieldProps) {
  const { inputRef, label, listId, activeId, value, onChange, onKeyDown, className, children } = props;
  return (
    <div className={clsx(styles.head, className)}>
      <Icon icon={Search} />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={true}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId ?? undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          const { text, isEntered } = takeKeys();
          if (text !== '') onChange(value + text);
          // Enter chooses a result of the text, so press it after the text is in the field.
          if (isEntered) setTimeout(() => pressEnter(currentTarget));
        }}
      />
      {children}
      <Kbd keys="Escape" />
    </div>
  );
}
