import type { BrandKit } from '#shared/brand/brand-kit.ts';

/** What each part of the screen is given. */
export interface SectionProps {
  readonly project: string;
  readonly kit: BrandKit;
  /** Each call is a step, and saved. */
  readonly onChange: (kit: BrandKit) => void;
}

/** Why a name cannot be that of one of several things; null where it can. */
export function nameFault(
  name: string,
  others: readonly { readonly name: string }[],
  words: { readonly nameMissing: string; readonly nameTaken: string },
): string | null {
  if (name.trim() === '') return words.nameMissing;
  return others.some((other) => other.name.toLowerCase() === name.trim().toLowerCase()) ? words.nameTaken : null;
}

/** A name that none of them has. */
export function freeName(named: (number: number) => string, others: readonly { readonly name: string }[]): string {
  for (let number = others.length + 1; ; number++) {
    const name = named(number);
    if (!others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return name;
  }
}
