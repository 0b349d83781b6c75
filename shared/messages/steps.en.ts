import { shortened } from './quoting.ts';
import { type MessageIn, messages, type Term } from './translation.ts';

export interface OfTarget {
  readonly what: TargetMessage;
}

export interface OfField {
  readonly attribute: Term;
}

export interface Counted {
  readonly count: number;
}

export interface Named {
  readonly name: string;
}

export interface OfVariable {
  readonly variable: string;
}

/** The kinds of fixes that the film check names. */
export type FixKind = 'color' | 'outline' | 'plate' | 'volume' | 'true-peak' | 'loudness';

/** English names of the presets, in forms and in the names of steps. */
export const PRESET_LABELS = {
  fadein: 'Fade in',
  fadeout: 'Fade out',
  slidein: 'Slide in',
  slideout: 'Slide out',
  zoomin: 'Zoom in',
  zoomout: 'Zoom out',
  spinin: 'Spin in',
  spinout: 'Spin out',
  pop: 'Pop',
  kenburns: 'Ken Burns',
  pan: 'Pan',
  spin: 'Spin',
  typewriter: 'Typewriter',
  textin: 'Reveal text',
  textout: 'Hide text',
  countup: 'Count up',
} as const;

/** Quotes a name. Steps appear on buttons, where backticks would look out of place. */
function quotedName(name: string): string {
  return `“${shortened(name)}”`;
}

function presetName(preset: string): string {
  const labels: Readonly<Record<string, string>> = PRESET_LABELS;
  return labels[preset] ?? quotedName(preset);
}

/** The target of a step, as a part of the name of the step. */
export const targetMessages = messages({
  /** A scene by its name, or by the name of its lowest source. */
  'target/scene-named': ({ name }: { name: string }) => `“${name}”`,
  /** `number` counts from 1. */
  'target/scene': ({ number }: { number: number }) => `scene ${number}`,
  'target/scenes': ({ count }: { count: number }) => `${count} scenes`,
  /** `source` is the name of its file; null without a file. */
  'target/layer': ({ source }: { source: string | null }) => (source === null ? 'layer' : `layer “${source}”`),
  'target/layers': ({ count }: { count: number }) => `${count} layers`,
  /** One or more effects of one type. */
  'target/effect': ({ effect }: { effect: Term }, say) => say(effect),
  'target/effects': ({ count }: { count: number }) => `${count} effects`,
  /** Any other element by its name in the language. */
  'target/element': ({ element }: { element: Term }, say) => say(element),
  /** Elements of several kinds. */
  'target/elements': ({ count }: { count: number }) => counted(count, 'element'),
});

export type TargetMessage = MessageIn<typeof targetMessages>;

/** Names of steps for undo, redo, and the history. Long names of files and scenes are shortened. */
export const stepMessages = messages({
  'step/edit-xml': () => 'Edit XML',
  'step/format-xml': () => 'Format XML',
  'step/restore-revision': ({ revision }: { revision: number }) => `Restore revision ${revision}`,
  'step/take-other-version': () => 'Use the other version',
  'step/take-change-from-elsewhere': () => 'Load changes from another window',
  /** A change of a program or an agent. `label` is its description; null if there is none. */
  'step/take-change-of': ({ author, label }: { author: string; label: string | null }) =>
    label === null ? `Change by ${author}` : `${author}: ${label}`,
  /** The step that reverts the changes of assistants after a revision. */
  'step/undo-agents-since': ({ revision }: { revision: number }) => `Undo assistants since revision ${revision}`,
  'step/restore-unsaved-work': () => 'Restore unsaved changes',
  'step/set-picture-size': () => 'Set size',
  'step/set-frame-rate': () => 'Set frame rate',
  /** Any attribute by its written name. */
  'step/set-attribute': ({ attribute }: { attribute: string }) => `Set ${quotedName(attribute)}`,
  'step/remove-attribute': ({ attribute }: { attribute: string }) => `Remove ${quotedName(attribute)}`,
  /** An attribute by its label in forms, or the text of an element. */
  'step/set-field': ({ attribute }: OfField, say) => `Set ${say(attribute)}`,
  'step/remove-field': ({ attribute }: OfField, say) => `Remove ${say(attribute)}`,
  'step/reset-field': ({ attribute }: OfField, say) => `Reset ${say(attribute)}`,
  'step/insert': ({ what }: OfTarget, say) => `Add ${say(what)}`,
  'step/add-empty-scene': () => 'Add empty scene',
  'step/add-transition': () => 'Add transition',
  'step/transition-everywhere': () => 'Apply transition to all cuts',
  'step/add-scene': ({ name }: { name: string }) => `Add “${name}”`,
  'step/add-scenes': ({ count }: { count: number }) => (count === 1 ? 'Add scene' : `Add ${count} scenes`),
  'step/add-sound': ({ source }: { source: string }) => `Add sound “${source}”`,
  'step/add-layers': ({ count }: { count: number }) => `Add ${count} layers`,
  'step/add-items': ({ count }: { count: number }) => `Add ${count} items`,
  'step/add-sounds': ({ count }: { count: number }) => `Add ${count} sounds`,
  /** Whether music is ducked, and under which sounds. */
  'step/set-ducking': () => 'Set ducking',
  'step/detach-sound': ({ layers }: { layers: number }) => (layers === 1 ? 'Detach sound' : `Detach ${layers} sounds`),
  'step/add-layer': ({ source, scene }: { source: string; scene: TargetMessage }, say) =>
    `Add layer “${source}” to ${say(scene)}`,
  /** `layers` is the number of layers to which the effect was added. */
  'step/add-effect': ({ effect, layers }: { effect: Term; layers: number }, say) =>
    `Add ${say(effect)}${layers === 1 ? '' : ` to ${layers} layers`}`,
  /**
   * `layers` is the number of layers to which the mask or animation was added; `preset` is its name in the language.
   */
  'step/add-mask': ({ layers }: { layers: number }) => `Add mask${layers === 1 ? '' : ` to ${layers} layers`}`,
  'step/add-animation': ({ preset, layers }: { preset: string; layers: number }) =>
    `Add ${presetName(preset)}${layers === 1 ? '' : ` to ${layers} layers`}`,
  'step/delete': ({ what }: OfTarget, say) => `Delete ${say(what)}`,
  'step/move': ({ what }: OfTarget, say) => `Move ${say(what)}`,
  'step/duplicate': ({ what }: OfTarget, say) => `Duplicate ${say(what)}`,
  'step/enable': ({ what }: OfTarget, say) => `Enable ${say(what)}`,
  'step/disable': ({ what }: OfTarget, say) => `Disable ${say(what)}`,
  'step/mute': ({ what }: OfTarget, say) => `Mute ${say(what)}`,
  'step/unmute': ({ what }: OfTarget, say) => `Unmute ${say(what)}`,
  'step/trim-start': ({ what }: OfTarget, say) => `Trim start of ${say(what)}`,
  'step/trim-end': ({ what }: OfTarget, say) => `Trim ${say(what)}`,
  'step/slip': ({ what }: OfTarget, say) => `Slip ${say(what)}`,
  'step/uncheck': () => 'Switch off a check',
  /** A fix of the film check. `value` is a color, decibels, or LUFS. Older steps have no values. */
  'step/fix-finding': ({ how, value }: { how: FixKind | null; value: string | number }) => {
    if (how === 'color') return `Set the text color to ${value}`;
    if (how === 'outline') return `Add an outline in ${value}`;
    if (how === 'plate') return `Add a background in ${value}`;
    if (how === 'volume') return `Lower the volume by ${value} dB`;
    if (how === 'true-peak') return `Limit the true peak to ${value} dBTP`;
    return how === 'loudness' ? `Set the loudness to ${value} LUFS` : 'Fix a finding of the check';
  },
  'step/cue-times': () => 'Change the times of a caption',
  'step/split-cue': () => 'Split a caption',
  'step/join-cues': () => 'Join captions',
  'step/split': ({ what }: OfTarget, say) => `Split ${say(what)}`,
  'step/make-choice': ({ what }: OfTarget, say) => `Make ${say(what)} a choice`,
  /** `value` is the value that plays the first of the added cases. */
  'step/add-cases': ({ count, value }: { count: number; value: string }) =>
    count === 1 ? `Add case “${value}”` : `Add ${count} cases`,
  'step/group': ({ what }: OfTarget, say) => `Group ${say(what)}`,
  'step/ungroup': ({ what }: OfTarget, say) => `Ungroup ${say(what)}`,
  'step/set-duration': ({ what }: OfTarget, say) => `Set duration of ${say(what)}`,
  /** `frames` is the new length of its scene; null if unchanged. */
  'step/set-speed': ({ what, speed, frames }: OfTarget & { speed: number; frames: number | null }, say) =>
    `Set speed of ${say(what)} to ${speed}×${frames === null ? '' : `, scene to ${frames} frames`}`,
  'step/set-in-point': ({ what }: OfTarget, say) => `Set in point of ${say(what)}`,
  'step/fit': ({ what, fit }: OfTarget & { fit: 'contain' | 'cover' | 'stretch' | 'none' }, say) =>
    `Fit ${say(what)}: ${fit}`,
  'step/rename-scene': ({ name }: { name: string }) => `Rename to “${name}”`,
  'step/unname-scene': ({ what }: OfTarget, say) => `Remove name of ${say(what)}`,
  'step/replace-source': ({ what, source }: OfTarget & { source: string }, say) =>
    `Replace ${say(what)} with “${source}”`,
  /** `places` is the number of places that used `source`; `areLayers` is true if all of them are layers. */
  'step/relink': ({ source, places, areLayers }: { source: string; places: number; areLayers: boolean }) =>
    `Relink “${source}” (${counted(places, areLayers ? 'layer' : 'place')})`,
  'step/relink-spellings': ({ source }: { source: string }) => `Relink “${source}”`,
  'step/set-effect-value': ({ what, attribute }: OfTarget & OfField, say) => `Set ${say(attribute)} of ${say(what)}`,
  'step/reset-effect': ({ what }: OfTarget, say) => `Reset ${say(what)}`,
  'step/paste-scenes': ({ count }: { count: number }) => `Paste ${counted(count, 'scene')}`,
  'step/paste-layers': ({ count }: { count: number }) => `Paste ${counted(count, 'layer')}`,
  'step/paste-effects': ({ count, layers }: { count: number; layers: number }) =>
    `Paste ${counted(count, 'effect')}${layers === 1 ? '' : ` onto ${counted(layers, 'layer')}`}`,
  'step/set-key': ({ attribute }: OfField, say) => `Set keyframe for ${say(attribute)}`,
  'step/set-keys': ({ count }: Counted) => `Set ${counted(count, 'keyframe')}`,
  'step/clear-keys': ({ attribute }: OfField, say) => `Remove all keyframes of ${say(attribute)}`,
  'step/remove-keys': ({ count }: Counted) => `Remove ${counted(count, 'keyframe')}`,
  'step/move-keys': ({ count }: Counted) => `Move ${counted(count, 'keyframe')}`,
  'step/copy-keys': ({ count }: Counted) => `Copy ${counted(count, 'keyframe')}`,
  'step/paste-keys': ({ count }: Counted) => `Paste ${counted(count, 'keyframe')}`,
  'step/reverse-keys': ({ count }: Counted) => `Reverse ${counted(count, 'keyframe')}`,
  'step/ease-keys': ({ count }: Counted) => `Set easing of ${counted(count, 'keyframe')}`,
  /** `preset` is its name in the language. */
  'step/preset-to-keys': ({ preset }: { preset: string }) => `Convert ${presetName(preset)} to keyframes`,
  'step/bind': ({ attribute, variable }: OfField & OfVariable, say) =>
    `Link ${say(attribute)} to ${quotedName(variable)}`,
  'step/unbind': ({ attribute }: OfField, say) => `Unlink ${say(attribute)}`,
  'step/rename-variable': ({ from, to }: { from: string; to: string }) =>
    `Rename ${quotedName(from)} to ${quotedName(to)}`,
  'step/declare': ({ variable }: OfVariable) => `Change settings of ${quotedName(variable)}`,
  'step/set-default': ({ variable }: OfVariable) => `Set default for ${quotedName(variable)}`,
  'step/set-list': ({ variable }: OfVariable) => `Change list ${quotedName(variable)}`,
  'step/remove-variable': ({ variable }: OfVariable) => `Remove ${quotedName(variable)}`,
  'step/set-sample': ({ variable }: OfVariable) => `Set sample value of ${quotedName(variable)}`,
  'step/clear-sample': ({ variable }: OfVariable) => `Clear sample value of ${quotedName(variable)}`,
  'step/add-data-set': ({ name }: Named) => `Add data set ${quotedName(name)}`,
  'step/rename-data-set': ({ name }: Named) => `Rename data set to ${quotedName(name)}`,
  'step/delete-data-set': ({ name }: Named) => `Delete data set ${quotedName(name)}`,
  'step/restore-data-set': ({ name }: Named) => `Restore data set ${quotedName(name)}`,
  'step/add-marker': () => 'Add marker',
  'step/move-marker': () => 'Move marker',
  'step/rename-marker': ({ name }: Named) =>
    name === '' ? 'Remove marker name' : `Rename marker to ${quotedName(name)}`,
  'step/markers-to-chapters': ({ count }: Counted) =>
    count === 1 ? 'Turn marker into chapter' : 'Turn markers into chapters',
  'step/delete-markers': ({ count }: Counted) => (count === 1 ? 'Delete marker' : `Delete ${count} markers`),
  'step/set-film-in-point': () => 'Set in point',
  'step/set-film-out-point': () => 'Set out point',
  'step/clear-in-out-points': () => 'Clear in and out points',
  'step/lock-layers': ({ count }: Counted) => `Lock ${counted(count, 'layer')}`,
  'step/unlock-layers': ({ count }: Counted) => `Unlock ${counted(count, 'layer')}`,
});

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
