import type { NoValues } from './no-values.ts';

/** What is said of sources, and of what a format cannot hold. */
export interface SourceStatements {
  /** Words of the service or of a program, said as they are. */
  'source/told': { readonly words: string };
  /** `near` are names that may be meant. */
  'source/no-asset': { readonly name: string; readonly near: readonly string[] };
  'source/not-in-project': { readonly name: string };
  'source/not-in-assets-folder': { readonly name: string };
  'source/damaged': {
    readonly source: string;
    /** What can be read, of its own time. */
    readonly seconds: number;
    /** Frames that can be read, null of sound; and those that lack, null where nothing says how many there were. */
    readonly there: number | null;
    readonly lacking: number | null;
    /** Frames of the scene that show or sound nothing of it. */
    readonly held: number;
  };
  'source/hdr': NoValues;
  'format/size': {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly renderedWidth: number;
    readonly renderedHeight: number;
  };
  /** Rates as the language writes them, such as `30000/1001`. */
  'format/frame-rate': { readonly format: string; readonly rate: string; readonly renderedRate: string };
  'format/no-sound': { readonly format: string };
  'batch/no-column-no-default': { readonly variable: string };
}
