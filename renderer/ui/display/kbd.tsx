import { isMac } from '../browser/platform.ts';
import { keyNames } from '../format/keys.ts';
import styles from './kbd.module.css';

/** Keys as key caps. `keys` is in the notation of the action table, such as `Mod+Shift+Z`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keyNames(keys, isMac).map((part) => (
        <kbd key={part} className={styles.key}>
          {part}
        </kbd>
      ))}
    </span>
  );
}
