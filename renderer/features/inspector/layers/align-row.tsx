import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import styles from './layer-form.module.css';

const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
const GAPS = ['across', 'down'] as const;

/** Puts the layers in line with each other, or one with the frame. */
export function AlignRow() {
  const { inspector } = useStrings();
  return (
    <fieldset aria-label={inspector.align} className={styles.align}>
      {ALIGNMENTS.map((name) => (
        <ActionIconButton key={name} action={`layer/align-${name}`} size="sm" />
      ))}
      <span className={styles.alignGap} />
      {GAPS.map((name) => (
        <ActionIconButton key={name} action={`layer/align-${name}`} size="sm" />
      ))}
    </fieldset>
  );
}
