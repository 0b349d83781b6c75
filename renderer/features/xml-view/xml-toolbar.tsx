import { BookOpen, Ellipsis, GitCompare } from 'lucide-react';
import { useMemo } from 'react';
import { ActionIconButton, actionEntries, useAction, useActions } from '#renderer/actions/use-actions.tsx';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import documentationStyles from '#renderer/xml/documentation.module.css';
import { documentationOf } from '#renderer/xml/documentation.ts';
import { hoverAt, type LanguageDoc, languageDocs } from '#renderer/xml/hover-docs.ts';
import type { XmlEditor } from './editor/xml-editor.ts';
import styles from './xml-panel.module.css';

interface XmlToolbarProps {
  readonly editor: XmlEditor | null;
  /** Whether the language reference is open. */
  readonly reference: boolean;
  readonly onReference: (open: boolean) => void;
  readonly values: 'raw' | 'resolved';
  readonly onValues: (values: 'raw' | 'resolved') => void;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
}

/** The toolbar of the XML view: display options and actions on the text. */
export function XmlToolbar(props: XmlToolbarProps) {
  const { editor, reference, onReference, values, onValues, comparing, onCompare } = props;
  const runtime = useActions();
  // Subscribe to this state, because the menu entries depend on it.
  useEditorValue(({ document }) => document.state.isTextBroken);
  const { xmlView: strings } = useStrings();
  const editable = values === 'raw';
  return (
    <div className={styles.toolbar}>
      <Segmented<'raw' | 'resolved'>
        label={strings.values}
        size="sm"
        value={values}
        onChange={onValues}
        options={[
          { value: 'raw', label: strings.raw },
          { value: 'resolved', label: strings.resolved },
        ]}
      />
      <span className={styles.space} />
      <ActionIconButton action="xml/find" size="sm" />
      <ActionIconButton action="xml/format" label={strings.format} size="sm" />
      <Reference editor={editor} open={reference} onOpen={onReference} />
      <IconButton
        icon={GitCompare}
        label={strings.compare}
        size="sm"
        pressed={comparing}
        disabled={!editable}
        onClick={() => onCompare(!comparing)}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={strings.more} size="sm" />}
        entries={actionEntries(runtime, ['xml/wrap', 'xml/go-to-line', null, 'xml/fold-scenes', 'xml/unfold'])}
      />
    </div>
  );
}

interface ReferenceProps {
  readonly editor: XmlEditor | null;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The language reference. It starts with the element at the cursor. */
function Reference({ editor, open, onOpen }: ReferenceProps) {
  const { xmlView: strings } = useStrings();
  const { keys } = useAction('xml/reference');
  return (
    <Popover
      label={strings.reference}
      open={open}
      onOpenChange={onOpen}
      align="end"
      flush
      trigger={<IconButton icon={BookOpen} label={strings.reference} keys={keys} size="sm" />}
    >
      <ReferenceList editor={editor} />
    </Popover>
  );
}

function ReferenceList({ editor }: Pick<ReferenceProps, 'editor'>) {
  const { xmlView: strings } = useStrings();
  const here = useMemo(() => {
    if (editor === null) return null;
    const { doc, selection } = editor.view.state;
    return hoverAt(doc.toString(), selection.main.head, editor.variable)?.doc ?? null;
  }, [editor]);
  const all = useMemo(languageDocs, []);
  return (
    // A scrollable region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={documentationStyles.reference} aria-label={strings.reference} tabIndex={0}>
      {here !== null && (
        <>
          <h3>{strings.atCursor}</h3>
          <Documentation doc={here} />
        </>
      )}
      <h3>{strings.allElements}</h3>
      {all.map((doc) => (
        <Documentation key={doc.name} doc={doc} />
      ))}
    </section>
  );
}

function Documentation({ doc }: { readonly doc: LanguageDoc }) {
  const { xmlView: strings } = useStrings();
  const fill = (box: HTMLDivElement | null) => box?.replaceChildren(documentationOf(doc, strings));
  return <div ref={fill} />;
}
