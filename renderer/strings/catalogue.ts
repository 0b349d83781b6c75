import type { en } from './en.ts';

/** The type of the English catalogue with arbitrary texts. The catalogue of every language must have this type. */
type Wider<Part> = Part extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Wider<Part[Key]> };

/**
 * All UI texts in one language. The English catalogue defines the type. Other catalogues use `satisfies Catalogue`, so
 * the compiler reports missing texts.
 */
export type Catalogue = Wider<typeof en>;
