import { useState } from 'react';
import {
  type FrameRate,
  formatFrameRate,
  parseFrameRate,
  sameFrameRate,
} from '../../../../shared/template/values/frame-rate.ts';
import { specWords } from '../../../strings/registry-words.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { rateText } from '../model/source-facts.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { FrameRateDialog } from './frame-rate-dialog.tsx';

/** Usual frame rates, as exact fractions. */
const usual = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];
const OTHER = 'other';

/** A frame rate: one of the usual ones, or any fraction. What a change does to the film is said before it is made. */
export function FrameRateControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const [asked, setAsked] = useState<FrameRate | 'other' | null>(null);
  const now = read(text);
  const known = usual.flatMap((each) => read(each) ?? []);
  const isUsual = now === null || known.some((each) => sameFrameRate(each, now));
  const rates = isUsual ? known : [...known, now];
  return (
    <>
      <Select
        value={now === null ? null : formatFrameRate(now)}
        label={specWords(field.spec).label}
        size="sm"
        invalid={invalid}
        className={styles.grow}
        options={[
          ...rates.map((rate) => ({
            value: formatFrameRate(rate),
            label: inspector.fps(rateText(rate)),
            ...(rate.denominator !== 1 && { hint: formatFrameRate(rate) }),
          })),
          { value: OTHER, label: inspector.ownRate },
        ]}
        onChange={(value) => {
          const rate = read(value);
          if (value === OTHER) setAsked('other');
          else if (rate !== null && now === null) edit.commit(formatFrameRate(rate));
          else if (rate !== null && now !== null && !sameFrameRate(rate, now)) setAsked(rate);
        }}
      />
      {asked !== null && (
        <FrameRateDialog wanted={asked === 'other' ? null : asked} now={now} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function read(text: string | null): FrameRate | null {
  const rate = text === null ? null : parseFrameRate(text);
  return rate?.ok ? rate.value : null;
}
