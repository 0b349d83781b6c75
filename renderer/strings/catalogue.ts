import type { en } from './en.ts';

/** The shape of the English catalogue with arbitrary texts, which the catalogue of every language must have. */
type Wider<Part> = Part extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Wider<Part[Key]> };

/**
 * All UI texts in one language. English defines the shape. Other catalogues are `satisfies Catalogue`, so the compiler
 * reports missing texts.
 */
export type Catalogue = Wider<typeof en>;
