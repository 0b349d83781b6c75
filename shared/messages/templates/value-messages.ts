import type { NoValues } from '../no-values.ts';

/** Inclusive bounds of a number; null for no bound. */
interface Bounds {
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Reasons why an attribute refuses a value. Each completes a sentence that starts with the attribute. */
export interface ValueMessages {
  'value/no-whole-number': Bounds;
  'value/no-number': Bounds;
  'value/out-of-bounds': Bounds;
  'value/no-boolean': NoValues;
  'value/no-color': NoValues;
  'value/no-option': { readonly options: readonly string[] };
  'value/no-time': NoValues;
  'value/time-too-long': { readonly hours: number };
  /** `minimum` is in frames. */
  'value/time-too-short': { readonly minimum: number };
  /** Seconds of less than half a frame; `written` is the original text. */
  'value/time-rounds-to-nothing': { readonly minimum: number; readonly written: string };
  'value/no-frame-rate': NoValues;
  'value/zero-denominator': NoValues;
  'value/terms-too-large': { readonly most: number };
  'value/frame-rate-out-of-bounds': { readonly slowest: number; readonly fastest: number };
  /** `character` is for example `U+0000`. */
  'value/forbidden-character': { readonly character: string };
  'value/no-gain': { readonly maximum: number };
  'value/no-address': NoValues;
  'value/address-with-credentials': NoValues;
  'value/address-without-host': NoValues;
  'value/control-characters': NoValues;
  'value/no-file-name': NoValues;
  'value/folder': NoValues;
  'value/path': NoValues;
  'value/file-name-too-long': { readonly mostBytes: number };
  'value/no-length': NoValues;
  /** `minimum` is in pixels. */
  'value/length-too-short': { readonly minimum: number };
  'value/no-point': NoValues;
  'value/no-pair': { readonly minimum: number; readonly maximum: number };
  'value/no-edges': NoValues;
  'value/no-padding': NoValues;
  'value/no-percentages': NoValues;
  'value/no-paint': NoValues;
  'value/no-signed-time': NoValues;
  'value/no-part-of-time': NoValues;
  'value/no-easing': { readonly names: readonly string[] };
  'value/no-handle': NoValues;
  /** `widest` is in pixels. */
  'value/no-outline': { readonly widest: number };
  /** `widest` is in pixels. */
  'value/no-shadow': { readonly widest: number };
  'value/no-fonts': NoValues;
  /** The largest absolute values. */
  'value/no-matrix': { readonly factor: number; readonly summand: number };
  'value/no-gradient': { readonly most: number };
  'value/no-repeat': { readonly most: number };
  'value/not-above-zero': NoValues;
  'value/no-variable-name': NoValues;
  'value/no-choices': NoValues;
  'value/choice-twice': { readonly choice: string };
  /** The first few choices of the variable. */
  'value/no-choice': { readonly choices: readonly string[] };
  'value/off-step': { readonly step: number; readonly from: number };
  'value/too-many-characters': { readonly most: number; readonly count: number };
  /** In frames. */
  'value/time-out-of-bounds': Bounds;
}

/** Reasons why a placeholder is malformed. Each completes a sentence that starts with the placeholder. */
export interface PlaceholderMessages {
  'placeholder/not-closed': NoValues;
  /** Another placeholder starts before this one ends. */
  'placeholder/not-closed-before-next': NoValues;
  'placeholder/no-name': NoValues;
  'placeholder/bad-name': NoValues;
  'placeholder/brace-in-default': NoValues;
  'placeholder/quote-not-closed': { readonly quote: string };
  'placeholder/text-after-quotes': NoValues;
  'placeholder/too-many-parts': NoValues;
  'placeholder/unknown-option': { readonly option: string };
  'placeholder/contradicting-options': NoValues;
}
