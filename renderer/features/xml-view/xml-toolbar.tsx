import { openSearchPanel } from '@codemirror/search';
import {
  ChevronsDownUp,
  ChevronsUpDown,
  CornerDownRight,
  Ellipsis,
  GitCompare,
  Search,
  WandSparkles,
  WrapText,
} from 'lucide-react';
import { useEditor } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { XmlEditor } from './xml-editor.ts';
import styles from './xml-panel.module.css';

interface XmlToolbarProps {
  readonly editor: XmlEditor | null;
  readonly values: 'raw' | 'resolved';
  readonly onValues: (values: 'raw' | 'resolved') => void;
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
  readonly onGoToLine: () => void;
}

/** The head of the XML: how it is shown, and what can be done with all of it. */
export function XmlToolbar(props: XmlToolbarProps) {
  const { editor, values, onValues, wrap, onWrap, comparing, onCompare } = props;
  const { xmlView: words } = useStrings();
  const broken = useEditor((state) => state.isTextBroken);
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
      <IconButton
        icon={Search}
        label={words.find}
        keys="Mod+F"
        size="sm"
        disabled={!editable}
        onClick={() => editor !== null && openSearchPanel(editor.view)}
      />
      <IconButton
        icon={WandSparkles}
        label={words.format}
        keys="Shift+Alt+F"
        tooltip={broken ? words.formatBroken : undefined}
        size="sm"
        disabled={broken || !editable}
        onClick={() => editor?.format()}
      />
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
        entries={[
          {
            kind: 'command',
            id: 'wrap',
            label: words.wrap,
            icon: WrapText,
            keys: 'Alt+Z',
            checked: wrap,
            run: () => onWrap(!wrap),
          },
          {
            kind: 'command',
            id: 'line',
            label: `${words.goToLine}…`,
            icon: CornerDownRight,
            keys: 'Mod+G',
            disabled: !editable,
            run: props.onGoToLine,
          },
          { kind: 'separator', id: 'fold' },
          {
            kind: 'command',
            id: 'fold-scenes',
            label: words.foldScenes,
            icon: ChevronsDownUp,
            disabled: !editable || broken,
            run: () => editor?.foldScenes(),
          },
          {
            kind: 'command',
            id: 'unfold',
            label: words.unfold,
            icon: ChevronsUpDown,
            disabled: !editable,
            run: () => editor?.unfold(),
          },
        ]}
      />
    </div>
  );
}
