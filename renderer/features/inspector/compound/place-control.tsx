import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { clsx } from 'clsx';
import { useState } from 'react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { point } from '#shared/template/value-types/length-types.ts';
import { type Length, type Point, percent } from '#shared/template/values/lengths.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from './compound.module.css';
import { PointControl, writePoint } from './point-control.tsx';

/**
 * A control for a point in a box: one of nine named positions, or any point. It edits the attributes `origin` and
 * `anchor`.
 */
export function PlaceControl(props: ControlProps) {
  const { field, edit, text, isNarrow = false } = props;
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  const { label } = specWords(field.spec);
  const from = field.name === 'anchor' ? 'middle' : 'corner';
  const parsed = text === null ? null : field.spec.type.parse(text, null);
  const value = parsed?.ok === true ? point().parse(asPoint(parsed.value), null) : null;
  const place = value?.ok === true ? placeOf(value.value, from) : null;
  const displayedText = place !== null ? inspector.places[place] : text === null ? inspector.mixed : inspector.ownPlace;
  const choose = (name: PlaceName) => edit.commit(field.spec.type.format(pointOfPlace(name, from)));
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={clsx(styles.place, isNarrow && styles.placeAlone)}
          aria-label={`${label}: ${displayedText}`}
          title={displayedText}
        >
          <Dots place={place} />
          {!isNarrow && <span className={styles.cut}>{displayedText}</span>}
        </button>
      }
    >
      <div className={styles.placePopup}>
        <RadioGroup<PlaceName | ''>
          aria-label={label}
          value={place ?? ''}
          onValueChange={(next) => {
            if (next !== '') choose(next);
          }}
          className={styles.places}
        >
          {PLACES.map((name) => (
            <Radio.Root
              key={name}
              value={name}
              aria-label={inspector.places[name]}
              title={inspector.places[name]}
              className={styles.placeDot}
            />
          ))}
        </RadioGroup>
        <div className={styles.placeFields}>
          <PointControl {...props} text={value?.ok === true ? writePoint(value.value) : text} />
        </div>
      </div>
    </Popover>
  );
}

/** Formats a parsed value as a point, because the type also accepts names of positions. */
function asPoint(value: unknown): string {
  return point().format(value as Parameters<ReturnType<typeof point>['format']>[0]);
}

function Dots({ place }: { readonly place: PlaceName | null }) {
  return (
    <span aria-hidden className={styles.dots}>
      {PLACES.map((name) => (
        <i key={name} className={clsx(name === place && styles.dotOn)} />
      ))}
    </span>
  );
}

/** The positions along an axis: start, middle, end. */
const THIRDS = [0, 1, 2] as const;

/** The nine positions in a box, in row-major order. */
export const PLACES = [
  'topleft',
  'top',
  'topright',
  'left',
  'center',
  'right',
  'bottomleft',
  'bottom',
  'bottomright',
] as const;
export type PlaceName = (typeof PLACES)[number];

/** The zero point of the coordinates: the top left corner for `origin`, the center for `anchor`. */
export type MeasuredFrom = 'corner' | 'middle';

/** Returns the name of the position at a point; null for any other point. */
export function placeOf({ across, down }: Point, from: MeasuredFrom): PlaceName | null {
  const [column, row] = [thirdOf(across, from), thirdOf(down, from)];
  return column === null || row === null ? null : (PLACES[row * THIRDS.length + column] ?? null);
}

/** Returns the point of a named position. */
export function pointOfPlace(place: PlaceName, from: MeasuredFrom): Point {
  const at = PLACES.indexOf(place);
  const part = (third: number) => percent(third * 50 - (from === 'middle' ? 50 : 0));
  return { across: part(at % THIRDS.length), down: part(Math.floor(at / THIRDS.length)) };
}

function thirdOf({ amount, unit }: Length, from: MeasuredFrom): number | null {
  // Zero pixels equal zero percent.
  if (unit !== '%' && amount !== 0) return null;
  const part = amount + (from === 'middle' ? 50 : 0);
  return THIRDS.find((third) => third * 50 === part) ?? null;
}
