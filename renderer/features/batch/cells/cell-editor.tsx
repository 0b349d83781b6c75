import { type KeyboardEvent, useState } from 'react';
import { clamp, readNumber, roundTo } from '../../../ui/fields/number-input.ts';
import { writeNumber } from '../../../ui/format/written-number.ts';
import type { CellEntry } from './cell-entry.ts';
import { type CellFieldProps, endingOf, useCellField } from './cell-field.ts';
import type { CellOffer } from './cell-offers.ts';
import styles from './cells.module.css';
import { ColourCell } from './colour-cell.tsx';
import { OfferedCell } from './offered-cell.tsx';

export interface CellEditorProps extends CellFieldProps {
  readonly entry: CellEntry;
  /** The values that a list offers; null where there is none. */
  readonly offers: readonly CellOffer[] | null;
}

/** A cell that is open for typing: Enter goes down, Tab to the side, Esc leaves it as it was. */
export function CellEditor({ entry, offers, ...field }: CellEditorProps) {
  if (offers !== null) return <OfferedCell {...field} offers={offers} isStrict={entry.kind === 'choice'} />;
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
      onBlur={() => end(draft, 0)}
    />
  );
}

type Bounds = Omit<Extract<CellEntry, { kind: 'number' }>, 'kind'>;

/** A number: computed (`1920/2`), or stepped with arrows within its limits. What lies outside stays, and is told. */
function NumberCell({ bounds, ...props }: CellFieldProps & { readonly bounds: Bounds }) {
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const read = readNumber(draft, bounds);
  const result = read.ok ? writeNumber(read.value, bounds.precision) : draft;
  const step = (steps: number) => {
    const from = Number.isFinite(Number(draft)) ? Number(draft) : (bounds.min ?? 0);
    setDraft(writeNumber(clamp(roundTo(from + steps * bounds.step, bounds.precision), bounds), bounds.precision));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = endingOf(event.key, event.shiftKey);
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (way !== 0) step(way * (event.shiftKey ? 10 : 1));
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
      onBlur={() => end(result, 0)}
    />
  );
}
