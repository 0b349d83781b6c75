import { clsx } from 'clsx';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { nextInList } from '#renderer/interaction/focus.ts';
import { ListDialog } from '#renderer/project/list-dialog.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { calculate } from '#renderer/ui/fields/arithmetic.ts';
import { ColorPicker } from '#renderer/ui/fields/color-picker.tsx';
import { NamedColors } from '#renderer/ui/fields/named-colors.tsx';
import { clamp, type NumberRange, readNumber, roundTo } from '#renderer/ui/fields/number-input.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { type ItemTexts, textOfItems } from '#shared/template/variables/item-texts.ts';
import type { CellEntry, ListEntry } from './cell-entry.ts';
import { type CellFieldProps, closingKey, moveAfterBlur, useCellField } from './cell-field.ts';
import { type CellOffer, offerNamed, offersAround, offersMatching } from './cell-offers.ts';
import { CellPicture } from './cell-picture.tsx';
import { CellPopup } from './cell-popup.tsx';
import styles from './cells.module.css';

export interface CellEditorProps extends CellFieldProps {
  readonly entry: CellEntry;
  /** The values to offer in a list; null for a cell without a list. */
  readonly offers: readonly CellOffer[] | null;
}

/** The conversion of a typed text to a value, by kind of cell. The conversion `named` is the default. */
const TAKEN_OFFERS: Partial<Record<CellEntry['kind'], TakenOffer>> = { choice: 'offered', text: 'typed' };

/** A cell that is open for editing. Enter moves down, Tab moves sideways, and Esc discards the change. */
export function CellEditor({ entry, offers, ...field }: CellEditorProps) {
  if (offers !== null) return <OfferedCell {...field} offers={offers} takes={TAKEN_OFFERS[entry.kind] ?? 'named'} />;
  switch (entry.kind) {
    case 'colour':
      return <ColorCell {...field} />;
    case 'number':
      return <NumberCell {...field} bounds={entry} />;
    case 'text':
    case 'choice':
    case 'asset':
    case 'font':
    case 'switch':
    case 'list':
      return <TextCell {...field} />;
    default:
      return entry satisfies never;
  }
}

interface ListCellProps extends Pick<CellFieldProps, 'text' | 'onEnd'> {
  readonly title: string;
  readonly declaration: ListEntry['declaration'];
  readonly items: readonly ItemTexts[];
}

/** The dialog for the items of a list cell. The cell keeps the notation of unchanged items. */
export function ListCell({ title, declaration, items, text, onEnd }: ListCellProps) {
  const { list } = declaration;
  return (
    <ListDialog
      title={title}
      declaration={declaration}
      items={items}
      onClose={() => onEnd(null, 0)}
      onSave={({ items: next }) => {
        const written = textOfItems(list, next);
        onEnd(written === textOfItems(list, items) ? text : written, 0);
      }}
    />
  );
}

function TextCell(props: CellFieldProps) {
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const ending = event.nativeEvent.isComposing ? undefined : closingKey(event.key, event.shiftKey);
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
      onBlur={(event) => end(draft, moveAfterBlur(event))}
    />
  );
}

type Bounds = Omit<Extract<CellEntry, { kind: 'number' }>, 'kind'>;

/**
 * A number cell. The user types a number or an expression (`1920/2`), or uses arrow keys to step within the limits. A
 * typed value outside the limits stays and is reported as a problem.
 */
function NumberCell({ bounds, ...props }: CellFieldProps & { readonly bounds: Bounds }) {
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const read = readNumber(draft, bounds);
  // Keep the notation of an unchanged value with all its digits.
  const result = draft === props.text ? draft : typedNumber(draft, bounds);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = closingKey(event.key, event.shiftKey);
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (direction !== 0) setDraft(steppedNumber(draft, direction * (event.shiftKey ? 10 : 1), bounds));
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
      onBlur={(event) => end(result, moveAfterBlur(event))}
    />
  );
}

/**
 * The conversion of a typed text to a value.
 * - `offered`: the offered value with this name, or else the first match.
 * - `named`: the offered value with this name, or else the typed text.
 * - `typed`: always the typed text.
 */
type TakenOffer = 'offered' | 'named' | 'typed';

interface OfferedCellProps extends CellFieldProps {
  readonly offers: readonly CellOffer[];
  readonly takes: TakenOffer;
}

/** The number of values per page: as many as are visible without scrolling. */
const PAGE_OFFERS = 8;

/** A cell with a list. Typing filters the list, arrow keys move through it, and Enter selects the value. */
function OfferedCell({ offers, takes, ...props }: OfferedCellProps) {
  const { batch } = useStrings();
  const { text, isTyped, label } = props;
  const [draft, setDraft] = useState(() => (isTyped ? text : labelOf(offers, text)));
  const [hasTyped, setHasTyped] = useState(isTyped);
  // Identify the highlighted entry by its value, because the list can change while the cell is open: assets are still
  // being inspected.
  const [pointedValue, setPointedValue] = useState(() => (isTyped ? null : text.trim()));
  const matching = hasTyped ? offersMatching(offers, draft) : offers;
  const namedOffer = hasTyped && takes !== 'typed' ? offerNamed(offers, draft) : undefined;
  const bestMatch = hasTyped && draft.trim() !== '' && takes === 'offered' ? (namedOffer ?? matching[0]) : undefined;
  const chosen = matching.find(({ value }) => value === pointedValue) ?? bestMatch;
  const listed = offersAround(matching, chosen);
  const activeIndex = chosen === undefined ? -1 : listed.indexOf(chosen);
  const { field, end } = useCellField(props);
  const popup = useRef<HTMLDivElement>(null);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;
  useEffect(() => {
    popup.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const isChanged = hasTyped || pointedValue !== text.trim();
  const typedText = hasTyped ? draft : text;
  const result = isChanged ? ((chosen ?? namedOffer)?.value ?? typedText) : text;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = closingKey(event.key, event.shiftKey);
    const next = nextInList(event.key, activeIndex, listed.length, { page: PAGE_OFFERS, isTyping: true });
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (next !== null) setPointedValue(listed[next]?.value ?? null);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded={listed.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeIndex >= 0 ? idOf(activeIndex) : undefined}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setDraft(event.target.value);
          setHasTyped(true);
          setPointedValue(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => end(result, moveAfterBlur(event))}
      />
      <CellPopup anchor={field} popup={popup} keepsFocus>
        <div id={list} role="listbox" aria-label={batch.offers(label)} className={styles.list}>
          {listed.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and refers to the active option
            <div
              key={offer.value}
              id={idOf(index)}
              role="option"
              aria-selected={index === activeIndex}
              className={clsx(styles.offer, index === activeIndex && styles.active)}
              onClick={() => end(offer.value, 0)}
            >
              {offer.picture !== undefined && <CellPicture url={offer.picture} />}
              <FileName name={offer.label} className={styles.offerName} />
            </div>
          ))}
        </div>
        {listed.length === 0 && (
          <p className={styles.nothing}>{offers.length === 0 ? batch.nothingOffered : batch.noOffer}</p>
        )}
      </CellPopup>
    </>
  );
}

function labelOf(offers: readonly CellOffer[], text: string): string {
  return offers.find(({ value }) => value === text.trim())?.label ?? text;
}

/** The initial color of the picker if the cell has no valid color. */
const GRAY = '#808080';

/**
 * A color cell. The user types a color, selects a brand color, or uses the picker. Alt+Down moves the focus from the
 * text to the picker; Esc returns it.
 */
function ColorCell(props: CellFieldProps) {
  const { kit, batch } = useStrings();
  const [draft, setDraft] = useState(props.text);
  const { field, end } = useCellField(props);
  const popup = useRef<HTMLDivElement>(null);
  const read = parseColor(draft.trim());
  const hex = read.ok ? formatColor(read.value) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = closingKey(event.key, event.shiftKey);
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
  /** Ends editing if the focus leaves both the text field and the picker. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === field.current) return;
    if (relatedTarget instanceof Node && popup.current?.contains(relatedTarget)) return;
    end(draft, moveAfterBlur({ relatedTarget }));
  };
  return (
    <>
      <i className={styles.editedSwatch} style={{ background: hex ?? 'transparent' }} />
      <input
        ref={field}
        className={`${styles.input} ${styles.withSwatch} mono`}
        aria-label={props.label}
        aria-description={batch.colorKeys}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <CellPopup anchor={field} popup={popup} onKeyDown={onPickerKey} onBlur={onBlur}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a border */}
        <div role="group" aria-label={kit.pickColor} className={styles.colours}>
          <NamedColors value={hex} onChoose={(value) => end(value, 0)} />
          <ColorPicker value={hex ?? GRAY} onPreview={setDraft} onCommit={setDraft} onCancel={() => setDraft(draft)} />
        </div>
      </CellPopup>
    </>
  );
}

/** Returns the value of a typed number or expression. An invalid text stays as typed, so that the check reports it. */
export function typedNumber(draft: string, range: NumberRange): string {
  const read = readNumber(draft, range);
  return read.ok ? writeNumber(read.value, range.precision) : draft;
}

/**
 * Returns the typed number plus a number of steps, clamped to the range. If the text is not a number, the steps start
 * from the minimum, or from 0.
 */
export function steppedNumber(draft: string, steps: number, range: NumberRange & { readonly step: number }): string {
  const read = calculate(draft);
  const from = read.ok ? read.value : (range.min ?? 0);
  return writeNumber(clamp(roundTo(from + steps * range.step, range.precision), range), range.precision);
}
