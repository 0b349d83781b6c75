import { Decimal } from 'decimal.js';
import { languageName } from '#renderer/strings/language-names.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { parseDate } from '#shared/formats/calendar.ts';
import { formatDate } from '#shared/formats/dates.ts';
import { DEFAULT_LANGUAGE, findLanguage, LANGUAGE_TAGS } from '#shared/formats/languages.ts';
import { formatMoney, formatNumber } from '#shared/formats/numbers.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from '../controls/fields.module.css';

/** The language of the movie: a language whose formats are built in, or another language named by the template. */
export function LanguageControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const current = text === '' ? (field.standard ?? DEFAULT_LANGUAGE) : text;
  const isOther = current !== null && !LANGUAGE_TAGS.includes(current);
  const named = LANGUAGE_TAGS.map((tag) => ({ value: tag, label: languageName(tag), hint: tag }));
  return (
    <Select
      value={current}
      label={specWords(field.spec).label}
      placeholder={inspector.mixed}
      size="sm"
      invalid={invalid}
      className={styles.grow}
      options={[...named, ...(isOther ? [{ value: current, label: languageName(current), hint: current }] : [])]}
      onChange={edit.commit}
    />
  );
}

const SAMPLE_NUMBER = new Decimal('1234.5');
const SAMPLE_PRICE = new Decimal('4.9');
const SAMPLE_DATE = parseDate('2026-11-28');

/** Returns sample texts of a number, a price, and a date in the formats of a language. */
export function languageSample(tag: string): readonly string[] {
  const language = findLanguage(tag);
  const date = SAMPLE_DATE === null ? null : formatDate(language, SAMPLE_DATE, 'long');
  return [formatNumber(language, SAMPLE_NUMBER), formatMoney(language, SAMPLE_PRICE, 'EUR'), date ?? ''];
}
