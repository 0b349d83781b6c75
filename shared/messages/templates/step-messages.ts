import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';

/**
 * A term of the template language. `key` is its key in the tables, such as `saturation` or `scene/duration`; `label` is
 * its English name inside a sentence.
 */
export interface Term {
  readonly key: string;
  readonly label: string;
}

/** The target of a step, as a part of the name of the step. */
export interface TargetMessages {
  /** A scene by its name, or by the name of its lowest source. */
  'target/scene-named': { readonly name: string };
  /** `number` counts from 1. */
  'target/scene': { readonly number: number };
  'target/scenes': { readonly count: number };
  /** `source` is the name of its file; null without a file. */
  'target/layer': { readonly source: string | null };
  'target/layers': { readonly count: number };
  /** One or more effects of one type. */
  'target/effect': { readonly effect: Term };
  'target/effects': { readonly count: number };
  /** Any other element by its name in the language. */
  'target/element': { readonly element: Term };
  /** Elements of several kinds. */
  'target/elements': { readonly count: number };
}

interface Of {
  readonly what: MessageIn<TargetMessages>;
}

interface OfField {
  readonly attribute: Term;
}

interface Counted {
  readonly count: number;
}

interface Named {
  readonly name: string;
}

interface OfVariable {
  readonly variable: string;
}

/** Names of steps for undo, redo, and the history. Long names of files and scenes are shortened. */
export interface StepMessages {
  'step/edit-xml': NoValues;
  'step/format-xml': NoValues;
  'step/restore-revision': { readonly revision: number };
  'step/take-other-version': NoValues;
  'step/take-change-from-elsewhere': NoValues;
  'step/restore-unsaved-work': NoValues;
  'step/set-picture-size': NoValues;
  'step/set-frame-rate': NoValues;
  /** Any attribute by its written name. */
  'step/set-attribute': { readonly attribute: string };
  'step/remove-attribute': { readonly attribute: string };
  /** An attribute by its label in forms, or the text of an element. */
  'step/set-field': OfField;
  'step/remove-field': OfField;
  'step/reset-field': OfField;
  'step/insert': Of;
  'step/add-empty-scene': NoValues;
  'step/add-transition': NoValues;
  'step/transition-everywhere': NoValues;
  'step/add-scene': { readonly name: string };
  'step/add-scenes': { readonly count: number };
  'step/add-sound': { readonly source: string };
  'step/add-sounds': { readonly count: number };
  /** Whether music is ducked, and under which sounds. */
  'step/set-ducking': NoValues;
  'step/detach-sound': { readonly layers: number };
  'step/add-layer': { readonly source: string; readonly scene: MessageIn<TargetMessages> };
  /** `layers` is the number of layers that got one. */
  'step/add-effect': { readonly effect: Term; readonly layers: number };
  /** `layers` is the number of layers that got the mask or animation; `preset` is its name in the language. */
  'step/add-mask': { readonly layers: number };
  'step/add-animation': { readonly preset: string; readonly layers: number };
  'step/delete': Of;
  'step/move': Of;
  'step/duplicate': Of;
  'step/enable': Of;
  'step/disable': Of;
  'step/mute': Of;
  'step/unmute': Of;
  'step/trim-start': Of;
  'step/trim-end': Of;
  'step/slip': Of;
  'step/split': Of;
  'step/make-choice': Of;
  /** `value` is the value for which the first of them is played. */
  'step/add-cases': { readonly count: number; readonly value: string };
  'step/group': Of;
  'step/ungroup': Of;
  'step/set-duration': Of;
  /** `frames` is the new length of its scene; null if unchanged. */
  'step/set-speed': Of & { readonly speed: number; readonly frames: number | null };
  'step/set-in-point': Of;
  'step/fit': Of & { readonly fit: 'contain' | 'cover' | 'stretch' | 'none' };
  'step/rename-scene': { readonly name: string };
  'step/unname-scene': Of;
  'step/replace-source': Of & { readonly source: string };
  /** `places` is the number of places that used `source`; `areLayers` tells whether all of them are layers. */
  'step/relink': { readonly source: string; readonly places: number; readonly areLayers: boolean };
  'step/relink-spellings': { readonly source: string };
  'step/set-effect-value': Of & OfField;
  'step/reset-effect': Of;
  'step/paste-scenes': { readonly count: number };
  'step/paste-layers': { readonly count: number };
  'step/paste-effects': { readonly count: number; readonly layers: number };
  'step/set-key': OfField;
  'step/set-keys': Counted;
  'step/clear-keys': OfField;
  'step/remove-keys': Counted;
  'step/move-keys': Counted;
  'step/copy-keys': Counted;
  'step/paste-keys': Counted;
  'step/reverse-keys': Counted;
  'step/ease-keys': Counted;
  /** `preset` is its name in the language. */
  'step/preset-to-keys': { readonly preset: string };
  'step/bind': OfField & OfVariable;
  'step/unbind': OfField;
  'step/rename-variable': { readonly from: string; readonly to: string };
  'step/set-default': OfVariable;
  'step/declare': OfVariable;
  'step/remove-variable': OfVariable;
  'step/set-sample': OfVariable;
  'step/clear-sample': OfVariable;
  'step/add-data-set': Named;
  'step/rename-data-set': Named;
  'step/delete-data-set': Named;
  'step/restore-data-set': Named;
  'step/add-marker': NoValues;
  'step/move-marker': NoValues;
  'step/rename-marker': Named;
  'step/delete-markers': Counted;
  'step/set-film-in-point': NoValues;
  'step/set-film-out-point': NoValues;
  'step/clear-in-out-points': NoValues;
  'step/lock-layers': Counted;
  'step/unlock-layers': Counted;
}
