import { CodeXml, Trash2 } from 'lucide-react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { ElementNode } from '#shared/template/document/document.ts';
import styles from './effect-card.module.css';

export interface UnknownCardProps {
  readonly element: ElementNode;
  readonly label: string;
  readonly onRemove?: (() => void) | undefined;
}

/**
 * A card for an element that this version cannot render. The element stays in the template, and a button shows it in
 * the XML.
 */
export function UnknownCard({ element, label, onRemove }: UnknownCardProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const reason = useEditorValue(
    ({ document }) => document.state.findings.find(({ at }) => at?.node === element.id)?.says,
  );
  return (
    <div className={styles.card} data-unknown title={reason === undefined ? undefined : say(reason, { quoted: true })}>
      <div className={styles.head}>
        <span className={styles.noGrip} />
        <Icon icon={CodeXml} size={14} />
        <span className={`${styles.name} mono`}>{label}</span>
        <IconButton
          icon={CodeXml}
          label={`${inspector.showInXml}: ${label}`}
          size="sm"
          iconSize={14}
          onClick={() => editor.views.screen?.setMode('split')}
        />
        {onRemove !== undefined && (
          <IconButton
            icon={Trash2}
            label={`${inspector.removeEffect}: ${label}`}
            size="sm"
            iconSize={14}
            onClick={onRemove}
          />
        )}
      </div>
      <p className={styles.notRendered}>{inspector.notRendered}</p>
    </div>
  );
}
