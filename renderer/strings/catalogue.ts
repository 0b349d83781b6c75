import type { en } from './en.ts';

/** The shape of the English catalogue with arbitrary texts. The catalogue of every language has this shape. */
type Wider<Part> = Part extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Wider<Part[Key]> };

/**
 * All texts of the UI in one language. English defines the shape. The catalogue of another language is `satisfies
 * Catalogue`, so the compiler reports missing texts.
 */
export type Catalogue = Wider<typeof en>;
