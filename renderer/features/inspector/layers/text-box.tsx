import { Braces } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { writeFieldCommand } from '#renderer/common/edits/field-command.ts';
import { type AttributeField, fieldText } from '#renderer/common/edits/field-model.ts';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectVariables } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { inserted, withPlaceholders } from '../model/written-text.ts';
import styles from './layer-form.module.css';

export interface TextBoxProps {
  readonly field: AttributeField;
  /** As it is written, placeholders and all. */
  readonly written: string;
}

/** What a text says: its variables as chips, as it is written while somebody writes, and below it what comes out. */
export function TextBox({ field, written }: TextBoxProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const [isWriting, setWriting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const variables = useEditor(selectVariables);
  const now = fieldText(field);
  const write = (text: string) => {
    const isKnown = (name: string) => variables.some((variable) => variable.name === name);
    void dispatch(writeFieldCommand(field, withPlaceholders(text, isKnown)));
  };
  useEffect(() => {
    if (!isWriting) return;
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [isWriting]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only sees that the focus leaves what is in it
    <div
      ref={box}
      className={styles.content}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setWriting(false);
      }}
    >
      {isWriting ? (
        <TextArea value={written} label={inspector.writtenText} rows={3} onCommit={write} />
      ) : (
        <button type="button" className={styles.words} aria-label={inspector.editText} onClick={() => setWriting(true)}>
          {written === '' ? <span className={styles.empty}>{inspector.notSet}</span> : <Pieces written={written} />}
        </button>
      )}
      <div className={styles.contentFoot}>
        <span className={styles.resolved} title={now ?? undefined}>
          {written.includes('${') && (now === null ? inspector.noValue : inspector.resolvesTo(now))}
        </span>
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="quiet" icon={Braces}>
              {inspector.insertVariable}
            </Button>
          }
          entries={
            variables.length === 0
              ? [{ kind: 'heading', id: 'none', label: inspector.noVariables }]
              : variables.map(({ name }) => ({
                  kind: 'command',
                  id: name,
                  label: name,
                  run: () => {
                    const area = box.current?.querySelector('textarea') ?? null;
                    // What has been typed and not been left yet counts.
                    write(inserted(area?.value ?? written, name, area?.selectionStart ?? null));
                  },
                }))
          }
        />
      </div>
    </div>
  );
}

function Pieces({ written }: { readonly written: string }) {
  const { pieces, faults } = parseValue(written);
  if (faults.length > 0) return written;
  let at = 0;
  return pieces.map((piece) => {
    at += 1;
    return piece.kind === 'text' ? <span key={at}>{piece.text}</span> : <VariableChip key={at} name={piece.name} />;
  });
}
