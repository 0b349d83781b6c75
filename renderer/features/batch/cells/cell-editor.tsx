import { type KeyboardEvent, useState } from 'react';
import { readNumber } from '#renderer/ui/fields/number-input.ts';
import type { CellEntry } from './cell-entry.ts';
import { type CellFieldProps, endingOf, moveOfBlur, useCellField } from './cell-field.ts';
import { steppedNumber, typedNumber } from './cell-number.ts';
import type { CellOffer } from './cell-offers.ts';
import styles from './cells.module.css';
import { ColourCell } from './colour-cell.tsx';
import { OfferedCell, type TakenOffer } from './offered-cell.tsx';

export interface CellEditorProps extends CellFieldProps {
  readonly entry: CellEntry;
  /** The values that a list offers; null where there is none. */
  readonly offers: readonly CellOffer[] | null;
}

/** What typing gives a cell that has a list; where nothing is said, what it names. */
const TAKES: Partial<Record<CellEntry['kind'], TakenOffer>> = { choice: 'offered', text: 'typed' };

/** A cell that is open for typing: Enter goes down, Tab to the side, Esc leaves it as it was. */
export function CellEditor({ entry, offers, ...field }: CellEditorProps) {
  if (offers !== null) return <OfferedCell {...field} offers={offers} takes={TAKES[entry.kind] ?? 'named'} />;
  switch (entry.kind) {
    case 'colour':
      return <ColourCell {...field} />;
    case 'number':
      return <NumberCell {...field} bounds={entry} />;
    case 'text':
    case 'choice':
    case 'asset':
    case 'font':
    case 'switch':
      return <TextCell {...field} />;
    default:
      return entry satisfies never;
  }
}

function TextCell(props: CellFieldProps) {
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const ending = event.nativeEvent.isComposing ? undefined : endingOf(event.key, event.shiftKey);
    if (ending === undefined) return;
    event.preventDefault();
    end(ending.keeps ? draft : null, ending.move);
  };
  return (
    <input
      ref={field}
      className={styles.input}
      aria-label={props.label}
      value={draft}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(draft, moveOfBlur(event))}
    />
  );
}

type Bounds = Omit<Extract<CellEntry, { kind: 'number' }>, 'kind'>;

/** A number: computed (`1920/2`), or stepped with arrows within its limits. What lies outside stays, and is told. */
function NumberCell({ bounds, ...props }: CellFieldProps & { readonly bounds: Bounds }) {
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const read = readNumber(draft, bounds);
  // What was only looked at stays as it is written, with all its figures.
  const result = draft === props.text ? draft : typedNumber(draft, bounds);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = endingOf(event.key, event.shiftKey);
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (way !== 0) setDraft(steppedNumber(draft, way * (event.shiftKey ? 10 : 1), bounds));
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      className={styles.input}
      data-right
      role="spinbutton"
      inputMode="decimal"
      aria-label={props.label}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={read.ok ? read.value : undefined}
      aria-invalid={(draft.trim() !== '' && !read.ok) || undefined}
      value={draft}
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(result, moveOfBlur(event))}
    />
  );
}
