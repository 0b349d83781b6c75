import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { Term } from './step-messages.ts';
import type { ValueMessages } from './value-messages.ts';

/** The subject of a refusal, with which its sentence starts. */
export interface SubjectMessages {
  'subject/width': NoValues;
  'subject/height': NoValues;
  'subject/frame-rate': NoValues;
  'subject/name': NoValues;
  /** The value of an effect attribute. */
  'subject/value': NoValues;
  'subject/source': NoValues;
  'subject/sound': NoValues;
  'subject/fit': NoValues;
  /** Whether an element is enabled. */
  'subject/switch': NoValues;
  'subject/time': { readonly attribute: Term };
}

interface About {
  readonly what: MessageIn<SubjectMessages>;
}

/** Reasons why an edit is refused. Each is one or two complete sentences. */
export interface EditMessages {
  'edit/gone': NoValues;
  /** A scene or a position in a sequence or choice. */
  'edit/nested-scene': NoValues;
  'edit/scenes-of-one-holder': NoValues;
  'edit/attribute-gone': NoValues;
  /** The scene beside which others were to be inserted. */
  'edit/place-gone': NoValues;
  'edit/nothing-selected': NoValues;
  'edit/no-text': NoValues;
  'edit/text-with-spans': NoValues;
  'edit/broken-xml': NoValues;
  'edit/no-template': NoValues;
  'edit/unreadable-template': NoValues;
  'edit/would-be-unreadable': NoValues;
  'edit/malformed': About;
  'edit/put-together': About;
  'edit/set-by-data-set': About & { readonly variable: string };
  'edit/set-by-brand': About & { readonly variable: string };
  'edit/shared-variable': About & { readonly variable: string; readonly places: number };
  'edit/no-time': About;
  'edit/no-value': About;
  'edit/unreadable-value': About & { readonly reason: MessageIn<ValueMessages> };
  'edit/variable-in-split': About;
  'edit/nothing-to-split': NoValues;
  'edit/groups-of-one-parent': NoValues;
  'edit/no-group': NoValues;
  'edit/group-does-more': NoValues;
  'edit/nothing-to-slip': NoValues;
  'edit/nothing-to-reset': NoValues;
  /** `property` is its name in keyframes. */
  'edit/not-animatable': { readonly property: string };
  'edit/too-many-keys': { readonly most: number };
  'edit/too-many-animations': { readonly most: number };
  /** `preset` is its name in the language. */
  'edit/preset-without-keys': { readonly preset: string };
  'edit/preset-over-keys': { readonly preset: string };
  'edit/no-layer-for-effects': NoValues;
  'edit/no-layer-shows': { readonly source: string };
  'edit/malformed-placeholder': NoValues;
  'edit/malformed-at': { readonly attribute: string; readonly element: string };
  'edit/bad-variable-name': NoValues;
  'edit/variable-exists': { readonly variable: string };
  'edit/no-variable': { readonly variable: string };
  'edit/variable-without-value': { readonly variable: string };
  'edit/variable-too-long': { readonly variable: string };
  'edit/bad-attribute-name': { readonly name: string };
  'edit/bad-element-name': { readonly name: string };
  'edit/bad-comment': NoValues;
  'edit/bad-cdata': NoValues;
  'edit/blank-text': NoValues;
  /** `character` is for example `U+0000`. */
  'edit/forbidden-character': { readonly character: string };
  'edit/movie-stays': NoValues;
  'edit/movie-in-place': NoValues;
  'edit/into-itself': NoValues;
  'edit/only-comments-outside': NoValues;
  'clipboard/too-much': NoValues;
  'clipboard/nothing': NoValues;
  'clipboard/effects': NoValues;
  'clipboard/layers': NoValues;
  'clipboard/keys': NoValues;
  /** `count` is the number of layers, sounds, or effects that the keyframes belong to. */
  'clipboard/keys-of': { readonly count: number };
  'clipboard/scenes': NoValues;
  'timecode/unread': NoValues;
  'timecode/no-origin': NoValues;
  'data-set/no-name': NoValues;
  'data-set/exists': NoValues;
  /** Conflicts between two versions of a template. */
  'conflict/settled': NoValues;
  'conflict/other-version-gone': NoValues;
  'conflict/project-deleted': NoValues;
  'conflict/template-exists': { readonly name: string };
}
