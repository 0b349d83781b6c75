import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ColourPicker } from '#renderer/ui/fields/colour-picker.tsx';
import { NamedColours } from '#renderer/ui/fields/named-colours.tsx';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { type CellFieldProps, endingOf, moveOfBlur, useCellField } from './cell-field.ts';
import { CellPopup } from './cell-popup.tsx';
import styles from './cells.module.css';

/** Where the picker begins in a cell that holds no colour. */
const GREY = '#808080';

/** A colour: typed, one of the brand, or picked. Alt+Down goes from the text to the picker, Esc back. */
export function ColourCell(props: CellFieldProps) {
  const { kit, batch } = useStrings();
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const popup = useRef<HTMLDivElement>(null);
  const read = parseColor(draft.trim());
  const hex = read.ok ? formatColor(read.value) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = endingOf(event.key, event.shiftKey);
    if (ending !== undefined) end(ending.keeps ? draft : null, ending.move);
    else if (event.key === 'ArrowDown') popup.current?.querySelector<HTMLElement>('button, [tabindex="0"]')?.focus();
    else return;
    event.preventDefault();
  };
  const onPickerKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') field.current?.focus();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) end(draft, 'down');
    else return;
    event.preventDefault();
  };
  /** Ends where the focus goes to neither the text nor the picker. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === field.current) return;
    if (relatedTarget instanceof Node && popup.current?.contains(relatedTarget)) return;
    end(draft, moveOfBlur({ relatedTarget }));
  };
  return (
    <>
      <i className={styles.editedSwatch} style={{ background: hex ?? 'transparent' }} />
      <input
        ref={field}
        className={`${styles.input} ${styles.withSwatch} mono`}
        aria-label={props.label}
        aria-description={batch.colourKeys}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <CellPopup anchor={field} popup={popup} onKeyDown={onPickerKey} onBlur={onBlur}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its frame */}
        <div role="group" aria-label={kit.pickColour} className={styles.colours}>
          <NamedColours value={hex} onChoose={(value) => end(value, 0)} />
          <ColourPicker value={hex ?? GREY} onPreview={setDraft} onCommit={setDraft} />
        </div>
      </CellPopup>
    </>
  );
}
