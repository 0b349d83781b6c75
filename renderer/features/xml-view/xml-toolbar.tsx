import { Ellipsis, GitCompare } from 'lucide-react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { actionEntries } from '#renderer/actions/runtime/action-menu.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { XmlEditor } from './editor/xml-editor.ts';
import { Reference } from './reference.tsx';
import styles from './xml-panel.module.css';

interface XmlToolbarProps {
  readonly editor: XmlEditor | null;
  /** Whether the reference is open. */
  readonly reference: boolean;
  readonly onReference: (open: boolean) => void;
  readonly values: 'raw' | 'resolved';
  readonly onValues: (values: 'raw' | 'resolved') => void;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
}

/** The head of the XML: how it is shown, and what can be done with all of it. */
export function XmlToolbar(props: XmlToolbarProps) {
  const { editor, reference, onReference, values, onValues, comparing, onCompare } = props;
  const runtime = useActions();
  // What the menu offers changes with it.
  useEditor((state) => state.isTextBroken);
  const { xmlView: words } = useStrings();
  const editable = values === 'raw';
  return (
    <div className={styles.toolbar}>
      <Segmented<'raw' | 'resolved'>
        label={words.values}
        size="sm"
        value={values}
        onChange={onValues}
        options={[
          { value: 'raw', label: words.raw },
          { value: 'resolved', label: words.resolved },
        ]}
      />
      <span className={styles.space} />
      <ActionIconButton action="xml/find" size="sm" />
      <ActionIconButton action="xml/format" label={words.format} size="sm" />
      <Reference editor={editor} open={reference} onOpen={onReference} />
      <IconButton
        icon={GitCompare}
        label={words.compare}
        size="sm"
        pressed={comparing}
        disabled={!editable}
        onClick={() => onCompare(!comparing)}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={words.more} size="sm" />}
        entries={actionEntries(runtime, ['xml/wrap', 'xml/go-to-line', null, 'xml/fold-scenes', 'xml/unfold'])}
      />
    </div>
  );
}
