import { ChevronLeft } from 'lucide-react';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import styles from './batch-screen.module.css';

/** The way back to the editor, and whose films these are. */
export function BatchCrumb({ project, name }: { readonly project: string; readonly name: string }) {
  const { batch } = useStrings();
  const { go } = useNavigation();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={batch.toEditor}
        onClick={() => go({ screen: 'project', project, template: name })}
      />
      <Mark />
      <span className={styles.crumb}>{name} /</span>
      <span className={styles.title}>{batch.title}</span>
    </>
  );
}
