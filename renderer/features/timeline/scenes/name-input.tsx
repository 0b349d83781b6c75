import { useEffect, useRef } from 'react';
import styles from './clip.module.css';

export interface NameInputProps {
  readonly label: string;
  readonly value: string;
  /** Called with the new name when editing ends; null if it is unchanged or canceled. */
  readonly onDone: (name: string | null) => void;
}

/** A field that renames an element in place. Enter or leaving the field commits the name, and Escape cancels. */
export function NameInput({ label, value, onDone }: NameInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = false;
    const before = document.activeElement;
    ref.current?.focus({ preventScroll: true });
    ref.current?.select();
    // After Enter or Escape, return the focus to the previous element, so that the next key is a shortcut again.
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  const finish = (isCommitted: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const name = ref.current?.value.trim() ?? value;
    onDone(isCommitted && name !== value ? name : null);
  };
  return (
    <input
      ref={ref}
      aria-label={label}
      defaultValue={value}
      className={styles.rename}
      spellCheck={false}
      onBlur={() => finish(true)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        finish(event.key === 'Enter');
      }}
    />
  );
}
