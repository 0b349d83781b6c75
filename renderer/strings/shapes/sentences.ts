/**
 * A sentence of the parts that know no languages (`shared/`, the service), and how another language says it. `{0}` to
 * `{9}` are what differs each time. What they hold is translated, too, if the table has it; but not directly behind a
 * quote, a backtick, `<` or `/`, where names stand.
 */
export type Sentence = readonly [english: string, said: string];

const SLOT = /\{(\d)\}/g;
/** Sentences come again with each key that is typed; what was said before is kept, so many of them. */
const MOST_KEPT = 500;

/** Translates by a table; what it does not have stays as it is. The first sentence that fits is taken. */
export function createTranslation(table: readonly Sentence[]): (text: string) => string {
  const exact = new Map(table.filter(([english]) => english.search(SLOT) === -1));
  const patterns = table
    .filter(([english]) => english.search(SLOT) !== -1)
    .map(([english, said]) => ({
      ...patternOf(english),
      said,
    }));
  const kept = new Map<string, string>();
  const translate = (text: string): string => {
    const whole = exact.get(text);
    if (whole !== undefined) return whole;
    for (const { pattern, slots, said } of patterns) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const given = new Map(
        slots.map((slot, index) => [
          slot.number,
          slot.isName ? (found[index + 1] ?? '') : translate(found[index + 1] ?? ''),
        ]),
      );
      return said.replaceAll(SLOT, (_, slot: string) => given.get(slot) ?? '');
    }
    return text;
  };
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const said = translate(text);
    kept.set(text, said);
    return said;
  };
}

interface Slot {
  readonly number: string;
  readonly isName: boolean;
}

function patternOf(english: string): { readonly pattern: RegExp; readonly slots: readonly Slot[] } {
  const slots = [...english.matchAll(/(.?)\{(\d)\}/g)].map(([, before = '', number = '']) => ({
    number,
    isName: before !== '' && '“`</'.includes(before),
  }));
  const source = english
    .split(/\{\d\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('(.+?)');
  return { pattern: new RegExp(`^${source}$`, 's'), slots };
}
