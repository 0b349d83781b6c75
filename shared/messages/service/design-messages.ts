import type { NoValues } from '../no-values.ts';

/** Reasons why a bundle is not a valid design. */
export interface DesignMessages {
  /** The existing sizes, such as `16:9`. */
  'design/sizes': { readonly sizes: readonly string[] };
  /** The bundle contains a project without a design. */
  'design/no-description': NoValues;
  /** A path in the description of the design, such as `sizes/16:9/template`. */
  'design/wrong-place': { readonly place: string };
  'design/no-template': { readonly template: string };
  /** The template cannot be rendered without values for its variables. */
  'design/no-film': { readonly template: string };
  'design/too-large': { readonly bytes: number; readonly most: number };
  'design/frame-behind-end': { readonly template: string; readonly frame: number; readonly length: number };
  /** The frame size of a template; `sizes` are the possible ones. */
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
