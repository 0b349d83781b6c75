import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Icon } from '../display/icon.tsx';
import { Kbd } from '../display/kbd.tsx';
import styles from './palette.module.css';

export interface PaletteFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Its name, and what stands in it while it is empty. */
  readonly label: string;
  /** The list that it chooses from, and the line of it that Enter takes. */
  readonly listId: string;
  readonly activeId: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string | undefined;
  /** Before the key that closes it. */
  readonly children?: ReactNode;
}

/** Where one types in a palette: the focus stays here while the arrows go through the list. */
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
      />
      {children}
      <Kbd keys="Escape" />
    </div>
  );
}
