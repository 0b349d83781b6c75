import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStrings } from '../../../strings/use-strings.tsx';
import { FileName } from '../../../ui/display/file-name.tsx';
import { type CellFieldProps, endingOf, useCellField } from './cell-field.ts';
import { type CellOffer, offersWith, valueNamed } from './cell-offers.ts';
import { CellPicture } from './cell-picture.tsx';
import { CellPopup } from './cell-popup.tsx';
import styles from './cells.module.css';

interface OfferedCellProps extends CellFieldProps {
  readonly offers: readonly CellOffer[];
  /** Whether only these can be given: then the first that is found is taken. */
  readonly isStrict: boolean;
}

/** A cell that is filled from a list: typing narrows it, arrows choose, Enter takes. */
export function OfferedCell({ offers, isStrict, ...props }: OfferedCellProps) {
  const { batch } = useStrings();
  const { text, isTyped, label } = props;
  const [draft, setDraft] = useState(() => (isTyped ? text : labelOf(offers, text)));
  const [hasTyped, setHasTyped] = useState(isTyped);
  const shown = hasTyped ? offersWith(offers, draft) : offers;
  // By its value: which offers there are may change while the cell is open, as files are looked into.
  const [chosen, setChosen] = useState(() => (isTyped ? null : text.trim()));
  const at = shown.findIndex(({ value }) => value === chosen);
  const active = at < 0 && isStrict && hasTyped && draft.trim() !== '' ? Math.min(0, shown.length - 1) : at;
  const { field, end } = useCellField(props);
  const popup = useRef<HTMLDivElement>(null);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;
  useEffect(() => {
    popup.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const result = shown[active]?.value ?? (hasTyped ? valueNamed(offers, draft) : text);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = endingOf(event.key, event.shiftKey);
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (way !== 0) setChosen(shown[Math.max(0, Math.min(shown.length - 1, active + way))]?.value ?? null);
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
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? idOf(active) : undefined}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setDraft(event.target.value);
          setHasTyped(true);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => end(result, 0)}
      />
      <CellPopup anchor={field} popup={popup}>
        <div id={list} role="listbox" aria-label={batch.offers(label)} className={styles.list}>
          {shown.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the one that is chosen
            <div
              key={offer.value}
              id={idOf(index)}
              role="option"
              aria-selected={index === active}
              className={clsx(styles.offer, index === active && styles.active)}
              // The focus stays in the cell, which would end without it.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => end(offer.value, 0)}
            >
              {offer.picture !== undefined && <CellPicture url={offer.picture} />}
              <FileName name={offer.label} className={styles.offerName} />
            </div>
          ))}
        </div>
        {shown.length === 0 && (
          <p className={styles.nothing}>{offers.length === 0 ? batch.nothingOffered : batch.noOffer}</p>
        )}
      </CellPopup>
    </>
  );
}

function labelOf(offers: readonly CellOffer[], text: string): string {
  return offers.find(({ value }) => value === text.trim())?.label ?? text;
}
