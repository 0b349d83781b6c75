import type { NoValues } from '../no-values.ts';

/** Why something is no design, or not this one. */
export interface DesignMessages {
  /** The sizes that there are, such as `16:9`. */
  'design/sizes': { readonly sizes: readonly string[] };
  /** A bundle that is one of a project alone. */
  'design/no-description': NoValues;
  /** A place in what a bundle says of its design, such as `sizes/16:9/template`. */
  'design/wrong-place': { readonly place: string };
  'design/no-template': { readonly template: string };
  /** Without values for its variables. */
  'design/no-film': { readonly template: string };
  'design/too-large': { readonly bytes: number; readonly most: number };
  'design/frame-behind-end': { readonly template: string; readonly frame: number; readonly length: number };
  /** Of a template's frames; `sizes` are those that there can be. */
  'design/other-shape': {
    readonly template: string;
    readonly width: number;
    readonly height: number;
    readonly sizes: readonly string[];
  };
  'design/same-shape': { readonly template: string; readonly other: string; readonly size: string };
  'design/lacks-files': { readonly names: readonly string[] };
  'design/too-many': { readonly most: number };
}
