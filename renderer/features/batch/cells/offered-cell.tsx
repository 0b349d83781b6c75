import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { type CellFieldProps, endingOf, moveOfBlur, useCellField } from './cell-field.ts';
import { type CellOffer, offerNamed, offersAround, offersWith } from './cell-offers.ts';
import { CellPicture } from './cell-picture.tsx';
import { CellPopup } from './cell-popup.tsx';
import styles from './cells.module.css';

/**
 * What typing gives: one of those that are offered, the named one or else the first that is found; the one that is named,
 * else what is typed; or what is typed, whatever is offered.
 */
export type TakenOffer = 'offered' | 'named' | 'typed';

interface OfferedCellProps extends CellFieldProps {
  readonly offers: readonly CellOffer[];
  readonly takes: TakenOffer;
}

/** A cell that is filled from a list: typing narrows it, arrows choose, Enter takes. */
export function OfferedCell({ offers, takes, ...props }: OfferedCellProps) {
  const { batch } = useStrings();
  const { text, isTyped, label } = props;
  const [draft, setDraft] = useState(() => (isTyped ? text : labelOf(offers, text)));
  const [hasTyped, setHasTyped] = useState(isTyped);
  // By its value: which offers there are may change while the cell is open, as files are looked into.
  const [pointed, setPointed] = useState(() => (isTyped ? null : text.trim()));
  const found = hasTyped ? offersWith(offers, draft) : offers;
  const named = hasTyped && takes !== 'typed' ? offerNamed(offers, draft) : undefined;
  const meant = hasTyped && draft.trim() !== '' && takes === 'offered' ? (named ?? found[0]) : undefined;
  const chosen = found.find(({ value }) => value === pointed) ?? meant;
  const shown = offersAround(found, chosen);
  const active = chosen === undefined ? -1 : shown.indexOf(chosen);
  const { field, end } = useCellField(props);
  const popup = useRef<HTMLDivElement>(null);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;
  useEffect(() => {
    popup.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const isTouched = hasTyped || pointed !== text.trim();
  const typed = hasTyped ? draft : text;
  const result = isTouched ? ((chosen ?? named)?.value ?? typed) : text;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const ending = endingOf(event.key, event.shiftKey);
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (ending !== undefined) end(ending.keeps ? result : null, ending.move);
    else if (way !== 0) setPointed(shown[Math.max(0, Math.min(shown.length - 1, active + way))]?.value ?? null);
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
          setPointed(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => end(result, moveOfBlur(event))}
      />
      <CellPopup anchor={field} popup={popup} keepsFocus>
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
