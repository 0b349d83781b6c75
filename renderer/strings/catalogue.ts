import type { en } from './en.ts';

/** As the English catalogue is built, with any words in it: what a further language has to give. */
type Wider<Part> = Part extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Wider<Part[Key]> };

/**
 * All words on screen in one language. English is the measure: another language is `satisfies Catalogue`, and the
 * compiler names what it lacks.
 */
export type Catalogue = Wider<typeof en>;
