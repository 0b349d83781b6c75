import { Kbd } from '../display/kbd.tsx';
import styles from './palette.module.css';

/** Key caps with the description of their function, for the bottom of a palette. */
export function PaletteKey({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <span className={styles.key}>
      {keys.map((key) => (
        <Kbd key={key} keys={key} />
      ))}
      {does}
    </span>
  );
}
