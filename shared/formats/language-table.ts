/** The names, symbols, and patterns of a language, from CLDR. `cldr-tables.ts` has their JSON. */
export interface LanguageTable {
  readonly direction: 'ltr' | 'rtl';
  /** The minimum number of digits before the first group separator. */
  readonly minimumGrouping: number;
  /** The symbols and patterns with Latin digits. */
  readonly numbers: NumberTable;
  /** The differences of {@link numbers} with other digits, by the numbering system. */
  readonly otherDigits: Readonly<Record<string, unknown>>;
  /** The symbols of currencies that are not their codes. Three texts are a symbol and its separators. */
  readonly currencies: Readonly<Record<string, string | readonly string[]>>;
  readonly dates: DateNames;
  readonly series: { readonly and: SeriesPatterns; readonly or: SeriesPatterns };
  /** The rule of each plural category except `other` (UTS 35, part 3, section 5.1.1). */
  readonly plurals: PluralRules;
  readonly ordinals: PluralRules;
}

export interface NumberTable {
  readonly decimal: string;
  readonly group: string;
  readonly minus: string;
  readonly percent: string;
  /** Separators that only amounts of money have. */
  readonly currencyDecimal?: string;
  readonly currencyGroup?: string;
  readonly patterns: { readonly number: string; readonly percent: string; readonly money: string };
  readonly short: CompactPatterns;
  readonly long: CompactPatterns;
}

/**
 * The patterns of compact numbers by the exponent of the number, such as `0K` of 3. A language whose patterns depend on
 * the plural has a pattern for each category and possibly for exactly `1`.
 */
export type CompactPatterns = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface DateNames {
  readonly months: Record<'short' | 'wide', NamesByUse>;
  /** The days of a week from Monday. */
  readonly days: Record<'short' | 'wide', NamesByUse>;
  /** The names of the halves of a day. */
  readonly halves: readonly string[];
  readonly era: string;
  readonly styles: Record<'short' | 'medium' | 'long' | 'full' | 'time' | 'yearmonth' | 'monthday', string>;
}

/** The names inside a date. `alone` has the names without a date if they differ. */
interface NamesByUse {
  readonly format: readonly string[];
  readonly alone?: readonly string[];
}

/** The patterns of two items, and of the first two, middle, and last two items of a longer series. */
export type SeriesPatterns = readonly string[];

export type PluralRules = Readonly<Record<string, string>>;
