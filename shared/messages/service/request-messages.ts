import type { NoValues } from '../no-values.ts';

interface Field {
  /** The path of the field in the request, such as `destination.bucket`. */
  readonly field: string;
}

/** Problems of the fields of a request. */
export interface RequestMessages {
  'field/too-many-values': Field & { readonly most: number };
  'field/not-json': Field;
  'field/no-object': Field;
  'field/more-values-than-allowed': Field & { readonly count: number; readonly most: number };
  'field/value-of-no-simple-kind': { readonly name: string };
  'field/source-by-one-name': NoValues;
  'field/no-template-or-movie': NoValues;
  'field/published-without-movie': NoValues;
  'field/template-and-movie': NoValues;
  'field/no-such-format': { readonly names: readonly string[] };
  'field/no-such-quality': { readonly names: readonly string[] };
  'field/no-such-encoder': { readonly names: readonly string[] };
  'field/no-hardware-for-format': { readonly format: string };
  'field/too-long': Field & { readonly most: number };
  'field/repeated': Field;
  /** The field that was probably meant; null if no name is similar. */
  'field/unused': Field & { readonly meant: string | null };
  /** A parameter of the address; `inBody` is true if the body has a field of that name. */
  'parameter/unused': { readonly parameter: string; readonly inBody: boolean };
  'field/no-boolean': Field;
  'field/no-address': Field;
  'field/address-with-credentials': Field;
  'field/missing-or-wrong': Field;
  'field/missing': Field;
  'field/no-such-keys': NoValues;
  'field/no-whole-number': Field;
  'field/out-of-bounds': Field & { readonly minimum: number; readonly maximum: number };
  'range/no-range': NoValues;
  'range/empty': { readonly from: number; readonly to: number };
  /** The following values are in frames. */
  'range/end-unknown': NoValues;
  'range/end-behind-film': { readonly length: number };
  'range/start-behind-film': { readonly length: number };
  'frame/behind-film': { readonly length: number };
  'row/too-many-values': { readonly row: number; readonly count: number; readonly most: number };
  'file-name/broken-placeholder': NoValues;
  'file-name/no-column': { readonly name: string };
  'link/no-format': { readonly names: readonly string[] };
  'link/twice': { readonly name: string };
  /** `near` are variables of the film with similar names. */
  'link/no-variable': { readonly name: string; readonly near: readonly string[] };
  'link/not-of-format': Field & { readonly format: string };
  'link/no-frame': NoValues;
  'link/no-expiry': NoValues;
  'link/vary-reserved': { readonly name: string };
  'link/values-too-long': { readonly most: number };
  'link/making': { readonly most: number };
  'link/public-address': NoValues;
  'link/values-a-day': { readonly most: number };
  'link/busy': NoValues;
  /** Both in frames. */
  'link/frames': { readonly length: number; readonly most: number };
  'movie/too-large-as-xml': { readonly mebibytes: number };
}
