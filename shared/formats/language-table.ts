/** The names, symbols, and patterns of a language from CLDR. `cldr-tables.ts` contains them as JSON. */
export interface LanguageTable {
  readonly direction: 'ltr' | 'rtl';
  /** The minimum number of digits before the first group separator. */
  readonly minimumGrouping: number;
  /** The symbols and patterns with Latin digits. */
  readonly numbers: NumberTable;
  /** The differences from {@link numbers} for other digits, by numbering system. */
  readonly otherDigits: Readonly<Record<string, unknown>>;
  /** The symbols of currencies that have one. Three texts are a symbol and its separators. */
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
  /** The separators for amounts of money, if they differ. */
  readonly currencyDecimal?: string;
  readonly currencyGroup?: string;
  readonly patterns: { readonly number: string; readonly percent: string; readonly money: string };
  readonly short: CompactPatterns;
  readonly long: CompactPatterns;
}

/**
 * The patterns of compact numbers by the exponent of the number, such as `0K` for 3. If the pattern depends on the
 * plural, there is a pattern for each category and possibly for exactly `1`.
 */
export type CompactPatterns = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface DateNames {
  readonly months: Record<'short' | 'wide', NamesByUse>;
  /** The names of the days of a week, from Monday. */
  readonly days: Record<'short' | 'wide', NamesByUse>;
  /** The names of the halves of a day. */
  readonly halves: readonly string[];
  readonly era: string;
  readonly styles: Record<'short' | 'medium' | 'long' | 'full' | 'time' | 'yearmonth' | 'monthday', string>;
}

/** The names within a date. `alone` contains the names outside a date if they differ. */
interface NamesByUse {
  readonly format: readonly string[];
  readonly alone?: readonly string[];
}

/** The patterns for two items, and for the first two, the middle, and the last two items of a longer series. */
export type SeriesPatterns = readonly string[];

export type PluralRules = Readonly<Record<string, string>>;
