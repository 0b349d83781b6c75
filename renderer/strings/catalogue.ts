import type { en } from './en.ts';

/** The shape of the English catalogue with any texts. Another language must match it. */
type Wider<Part> = Part extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Wider<Part[Key]> };

/**
 * All texts of the UI in one language. English defines the shape: another language is `satisfies Catalogue`, and the
 * compiler names missing texts.
 */
export type Catalogue = Wider<typeof en>;
