import type { BrandKit } from '#shared/brand/brand-kit.ts';

/** The properties of each section of the screen. */
export interface SectionProps {
  readonly project: string;
  readonly kit: BrandKit;
  /** Applies and saves a change, and makes one undo step. */
  readonly onChange: (kit: BrandKit) => void;
}

/** Returns the reason why a name is invalid; null if it is valid. `others` are the existing names. */
export function brandNameProblem(
  name: string,
  others: readonly { readonly name: string }[],
  words: { readonly nameMissing: string; readonly nameTaken: string },
): string | null {
  if (name.trim() === '') return words.nameMissing;
  return others.some((other) => other.name.toLowerCase() === name.trim().toLowerCase()) ? words.nameTaken : null;
}

/** Returns a numbered name that is not in the list. */
export function freeName(named: (number: number) => string, others: readonly { readonly name: string }[]): string {
  for (let number = others.length + 1; ; number++) {
    const name = named(number);
    if (!others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return name;
  }
}
