import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { MediaMessages, ReachMessages } from './media-messages.ts';

/** About an image. `file` is its name or address; absent if it is unknown. */
interface OfFile {
  readonly file?: string;
}

/** Why a source of a film cannot be used. */
export interface SourceFailureMessages {
  /** `name` of the asset, or the address without its query. Without a full stop. */
  'source/unusable': {
    readonly name: string;
    readonly reason: MessageIn<MediaMessages> | MessageIn<ReachMessages>;
  };
  /** Without a full stop. */
  'source/lacking-asset': { readonly name: string };
  'source/changed': NoValues;
}

/** What is said of sources, and of what a format cannot hold. */
export interface SourceMessages {
  /** Words of the service or of a program, said as they are. */
  'source/told': { readonly words: string };
  /** `near` are names that may be meant. */
  'source/no-asset': { readonly name: string; readonly near: readonly string[] };
  /** `near` are names that may be meant, at least one. */
  'source/did-you-mean': { readonly near: readonly string[] };
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
    /** Whether another file follows in it; absent in statements of older versions. */
    readonly several?: boolean;
  };
  /** Where its source ends, of its own time. */
  'source/ended': { readonly source: string; readonly seconds: number };
  'source/hdr': NoValues;
  /** What all fonts of the film have up to this one, and may have. */
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
  /** Features of an SVG that are not drawn, by name; ten at most. */
  'image/svg-features': OfFile & { readonly features: readonly string[] };
  'image/animated-png': OfFile;
  /** Where in the path it cannot be read any more, in UTF-16 units. */
  'drawing/path': { readonly at: number };
  'drawing/too-large': NoValues;
  'drawing/too-slow': NoValues;
  'text/overflow': NoValues;
  /** The code point, in hexadecimal, at which a font of symbols has the first character; null of other fonts. */
  'font/unused': { readonly symbol: string | null };
  'font/weight': { readonly family: string; readonly weight: number; readonly shown: number };
  /** Pixels of the film; `more` of captions: how many more are too small. */
  'text/too-small': { readonly size: number; readonly asked: number; readonly more?: number };
  /** Of captions: the first that does not fit, and how many more do not. */
  'captions/overflow': { readonly text: string; readonly more: number };
  /** `line` of the file, counted from 1. */
  'captions/cue': {
    readonly file: string;
    readonly of: 'time' | 'order' | 'stray' | 'long' | 'crowd' | 'tag';
    readonly line: number;
  };
  'captions/more-cues': { readonly file: string; readonly more: number };
  /** The first ten of them. */
  'text/missing-glyph': { readonly characters: readonly string[]; readonly canBeAdded?: boolean };
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
  'batch/required-empty': { readonly default: string };
  'batch/no-column-no-default': { readonly variable: string };
  /** The variables that a column may be meant for; null if no name is near. */
  'batch/unused-column': { readonly column: string; readonly meant: string | null };
  /** `default` is empty for a variable whose default is an empty text. */
  'batch/no-column': { readonly variable: string; readonly default: string };
  /** Lines of the file, from 1; both ends belong to them. */
  'batch/blank-lines': { readonly from: number; readonly to: number };
  /** A name that `rows` rows give more than once, `row` first. */
  'batch/repeated-key': { readonly column: string; readonly row: number; readonly rows: number };
  /** A file that is something else than what stands there. */
  'batch/unfit-file': { readonly name: string; readonly reason: MessageIn<MediaMessages> };
  'batch/nothing-seen': { readonly name: string };
  'batch/nothing-heard': { readonly name: string };
  /** `text` as it would be shown. */
  'batch/text-cut': { readonly text: string };
  /** Contrast ratios after WCAG, such as 1.2 and 3. */
  'batch/low-contrast': { readonly text: string; readonly ratio: number; readonly least: number };
}
