import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Kbd } from '../display/kbd.tsx';
import styles from './search-field.module.css';
import { TextField } from './text-field.tsx';

export interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The accessible name and the placeholder, such as `Search assets`. */
  readonly label: string;
  readonly size?: 'sm' | 'md' | undefined;
  /** The keys that focus the field. They are shown on the right while the field is empty. */
  readonly keys?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Called on Enter. The caller chooses the first match. */
  readonly onEnter?: (() => void) | undefined;
  /** Called on Arrow down. The caller moves the focus to the matches. */
  readonly onArrowDown?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A search field. The search runs while the user types. Esc clears the field. */
export function SearchField({
  value,
  onChange,
  label,
  size,
  keys,
  autoFocus,
  onEnter,
  onArrowDown,
  className,
  ref,
}: SearchFieldProps) {
  const { kit } = useStrings();
  return (
    <TextField
      ref={ref}
      value={value}
      onChange={onChange}
      label={label}
      placeholder={label}
      size={size}
      icon={Search}
      boxClassName={className}
      className={styles.input}
      type="search"
      autoFocus={autoFocus}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter !== undefined && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onEnter();
          return;
        }
        if (event.key === 'ArrowDown' && onArrowDown !== undefined && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onArrowDown();
          return;
        }
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        event.stopPropagation();
        onChange('');
      }}
      end={
        value !== '' ? (
          <IconButton
            icon={X}
            label={kit.clear}
            size="sm"
            iconSize={12}
            className={styles.clear}
            onClick={() => onChange('')}
          />
        ) : (
          keys !== undefined && <Kbd keys={keys} />
        )
      }
    />
  );
}
