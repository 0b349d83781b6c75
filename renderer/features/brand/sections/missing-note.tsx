import { TriangleAlert } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './brand.module.css';

/** A note that the brand names a missing asset. */
export function MissingNote({ name }: { readonly name: string }) {
  const { brand: strings } = useStrings();
  return (
    <p className={styles.note}>
      <Icon icon={TriangleAlert} size={14} className={styles.warning} />
      {strings.missing(name)}
    </p>
  );
}
