import { FileDown } from 'lucide-react';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './asset-panel.module.css';

/** Over the panel while files are held over it. */
export function DropOverlay() {
  const { assets } = useStrings();
  return (
    <div className={styles.drop}>
      <Icon icon={FileDown} size={20} />
      <strong>{assets.dropHere}</strong>
      <span>{assets.dropHint}</span>
    </div>
  );
}
