import { BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { documentationOf } from '#renderer/xml/documentation.ts';
import { hoverAt, type LanguageDoc, languageDocs } from '#renderer/xml/hover-docs.ts';
import styles from '../../xml/documentation.module.css';
import type { XmlEditor } from './editor/xml-editor.ts';

interface ReferenceProps {
  readonly editor: XmlEditor | null;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** All that the language has, what the cursor is in first. */
export function Reference({ editor, open, onOpen }: ReferenceProps) {
  const { xmlView: words } = useStrings();
  const { keys } = useAction('xml/reference');
  return (
    <Popover
      label={words.reference}
      open={open}
      onOpenChange={onOpen}
      align="end"
      flush
      trigger={<IconButton icon={BookOpen} label={words.reference} keys={keys} size="sm" />}
    >
      <ReferenceList editor={editor} />
    </Popover>
  );
}

function ReferenceList({ editor }: Pick<ReferenceProps, 'editor'>) {
  const { xmlView: words } = useStrings();
  const here = useMemo(() => {
    if (editor === null) return null;
    const { doc, selection } = editor.view.state;
    return hoverAt(doc.toString(), selection.main.head, editor.variable)?.doc ?? null;
  }, [editor]);
  const all = useMemo(languageDocs, []);
  return (
    // What scrolls must be reachable by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={styles.reference} aria-label={words.reference} tabIndex={0}>
      {here !== null && (
        <>
          <h3>{words.atCursor}</h3>
          <Documentation doc={here} />
        </>
      )}
      <h3>{words.allElements}</h3>
      {all.map((doc) => (
        <Documentation key={doc.name} doc={doc} />
      ))}
    </section>
  );
}

function Documentation({ doc }: { readonly doc: LanguageDoc }) {
  const { xmlView: words } = useStrings();
  const fill = (box: HTMLDivElement | null) => box?.replaceChildren(documentationOf(doc, words));
  return <div ref={fill} />;
}
