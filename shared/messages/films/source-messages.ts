import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { MediaMessages, ReachMessages } from './media-messages.ts';

/** A problem of an image. `file` is its name or address; absent if unknown. */
interface OfFile {
  readonly file?: string;
}

/** Reasons why a film cannot use a source. */
export interface SourceFailureMessages {
  /** `name` is the asset name, or the address without its query. The text has no final period. */
  'source/unusable': {
    readonly name: string;
    readonly reason: MessageIn<MediaMessages> | MessageIn<ReachMessages>;
  };
  /** The text has no final period. */
  'source/lacking-asset': { readonly name: string };
  'source/changed': NoValues;
}

/** Problems of sources, and adaptations to a format. */
export interface SourceMessages {
  /** Text of the service or of a program, shown unchanged. */
  'source/told': { readonly words: string };
  /** `near` are similar names. */
  'source/no-asset': { readonly name: string; readonly near: readonly string[] };
  /** `near` are similar names, at least one. */
  'source/did-you-mean': { readonly near: readonly string[] };
  'source/not-in-project': { readonly name: string };
  'source/not-in-assets-folder': { readonly name: string };
  'source/damaged': {
    readonly source: string;
    /** The readable duration, in seconds of the source. */
    readonly seconds: number;
    /** The readable frames, null for sound; and the missing frames, null if their number is unknown. */
    readonly there: number | null;
    readonly lacking: number | null;
    /** The frames of the scene without picture or sound of the source. */
    readonly held: number;
    /** Whether another file follows inside the file; absent in data from older versions. */
    readonly several?: boolean;
  };
  /** The end of the source, in seconds of its own time. */
  'source/ended': { readonly source: string; readonly seconds: number };
  'source/hdr': NoValues;
  /** The total size of the fonts of the film up to this one, and the limit. */
  'source/all-fonts': { readonly mebibytes: number; readonly most: number };
  'drawing/font': NoValues;
  'drawing/no-image': OfFile;
  'drawing/damaged-image': OfFile;
  'drawing/large-image': OfFile;
  'drawing/much-work': OfFile;
  /** An SVG that is not UTF-8. `encoding` is the declared one; null if none is declared. */
  'drawing/svg-encoding': OfFile & { readonly encoding: string | null };
  /** An SVG that is not well-formed. `line` counts from 1; null if unknown. */
  'drawing/svg-xml': OfFile & { readonly line: number | null };
  'drawing/svg-entities': OfFile;
  'drawing/svg-depth': OfFile & { readonly most: number };
  'drawing/svg-elements': OfFile;
  'drawing/svg-size': OfFile;
  'drawing/svg-stopped': OfFile;
  /** The unsupported features of an SVG, by name; at most ten. */
  'image/svg-features': OfFile & { readonly features: readonly string[] };
  'image/animated-png': OfFile;
  /** The offset of the error in the path, in UTF-16 units. */
  'drawing/path': { readonly at: number };
  'drawing/too-large': NoValues;
  'drawing/too-slow': NoValues;
  'text/overflow': NoValues;
  /** The first code point of a symbol font, in hexadecimal; null for other fonts. */
  'font/unused': { readonly symbol: string | null };
  'font/weight': { readonly family: string; readonly weight: number; readonly shown: number };
  /** Sizes in pixels of the film. `more` is the number of further captions that are too small. */
  'text/too-small': { readonly size: number; readonly asked: number; readonly more?: number };
  /** The first caption that does not fit, and the number of further ones. */
  'captions/overflow': { readonly text: string; readonly more: number };
  /** `line` is the line in the file, counted from 1. */
  'captions/cue': {
    readonly file: string;
    readonly of: 'time' | 'order' | 'stray' | 'long' | 'crowd' | 'tag';
    readonly line: number;
  };
  'captions/more-cues': { readonly file: string; readonly more: number };
  /** The first ten characters. */
  'text/missing-glyph': { readonly characters: readonly string[]; readonly canBeAdded?: boolean };
  'format/size': {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly renderedWidth: number;
    readonly renderedHeight: number;
  };
  /** Frame rates as the language writes them, such as `30000/1001`. */
  'format/frame-rate': { readonly format: string; readonly rate: string; readonly renderedRate: string };
  'format/no-sound': { readonly format: string };
  'batch/required-empty': { readonly default: string };
  'batch/no-column-no-default': { readonly variable: string };
  /** The variable that the column probably means; null if no name is similar. */
  'batch/unused-column': { readonly column: string; readonly meant: string | null };
  /** `default` is empty for a variable whose default is an empty text. */
  'batch/no-column': { readonly variable: string; readonly default: string };
  /** Lines of the file, from 1, both inclusive. */
  'batch/blank-lines': { readonly from: number; readonly to: number };
  /** A key that occurs more than once in `rows` rows; `row` is the first of them. */
  'batch/repeated-key': { readonly column: string; readonly row: number; readonly rows: number };
  /** A file of another kind than the requested one. */
  'batch/unfit-file': { readonly name: string; readonly reason: MessageIn<MediaMessages> };
  'batch/nothing-seen': { readonly name: string };
  'batch/nothing-heard': { readonly name: string };
  /** `text` is the displayed text. */
  'batch/text-cut': { readonly text: string };
  /** Contrast ratios by WCAG, such as 1.2 and 3. */
  'batch/low-contrast': { readonly text: string; readonly ratio: number; readonly least: number };
}
