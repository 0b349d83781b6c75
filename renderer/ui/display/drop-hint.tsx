import { clsx } from 'clsx';
import { FileDown } from 'lucide-react';
import styles from './drop-hint.module.css';
import { Icon } from './icon.tsx';

/** Over a place while files are held over it; the place says where it lies. */
export function DropHint(props: {
  readonly title: string;
  readonly hint?: string;
  readonly className?: string | undefined;
}) {
  return (
    <div className={clsx(styles.root, props.className)}>
      <Icon icon={FileDown} size={20} />
      <strong>{props.title}</strong>
      {props.hint !== undefined && <span>{props.hint}</span>}
    </div>
  );
}
