import { clsx } from 'clsx';
import { FileDown } from 'lucide-react';
import styles from './drop-hint.module.css';
import { Icon } from './icon.tsx';

/** An overlay on a drop target while files are dragged over it. The parent positions the overlay. */
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
