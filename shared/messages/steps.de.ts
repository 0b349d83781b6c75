import { number as decimal } from './german-numbers.ts';
import { shortened } from './quoting.ts';
import type { stepMessages, targetMessages } from './steps.en.ts';
import type { Translation } from './translation.ts';

/** German names of the presets, in forms and in the names of steps. */
export const PRESET_LABELS = {
  fadein: 'Einblenden',
  fadeout: 'Ausblenden',
  slidein: 'Hereingleiten',
  slideout: 'Hinausgleiten',
  zoomin: 'Heranzoomen',
  zoomout: 'Wegzoomen',
  spinin: 'Hereindrehen',
  spinout: 'Hinausdrehen',
  pop: 'Aufspringen',
  kenburns: 'Ken Burns',
  pan: 'Schwenk',
  spin: 'Drehen',
  typewriter: 'Schreibmaschine',
  textin: 'Text einblenden',
  textout: 'Text ausblenden',
  countup: 'Hochzählen',
} as const;

/** German names of the fits, in forms and in the names of steps. */
export const FIT_LABELS = { contain: 'Ganz', cover: 'Füllen', stretch: 'Dehnen', none: 'Keine' } as const;

/** Quotes the name of an item. Steps appear on buttons, where backticks would look out of place. */
function quotedName(name: string): string {
  return `„${shortened(name)}“`;
}

/** Returns the label of a motion preset, as the inspector shows it. */
function presetName(preset: string): string {
  const labels: Readonly<Record<string, string>> = PRESET_LABELS;
  return labels[preset] === undefined ? quotedName(preset) : `„${labels[preset]}“`;
}

export const targetMessagesDe: Translation<typeof targetMessages> = {
  'target/scene-named': ({ name }) => `„${name}“`,
  'target/scene': ({ number }) => `Szene ${number}`,
  'target/scenes': ({ count }) => `${count} Szenen`,
  'target/layer': ({ source }) => (source === null ? 'Ebene' : `Ebene „${source}“`),
  'target/layers': ({ count }) => `${count} Ebenen`,
  'target/effect': ({ effect }, say) => say(effect),
  'target/effects': ({ count }) => `${count} Effekte`,
  'target/element': ({ element }, say) => say(element),
  'target/elements': ({ count }) => `${count} ${count === 1 ? 'Element' : 'Elemente'}`,
};

/** The names of the steps in the history. */
export const stepMessagesDe: Translation<typeof stepMessages> = {
  'step/edit-xml': () => 'XML bearbeiten',
  'step/format-xml': () => 'XML formatieren',
  'step/restore-revision': ({ revision }) => `Revision ${revision} wiederherstellen`,
  'step/take-other-version': () => 'Die andere Version übernehmen',
  'step/take-change-from-elsewhere': () => 'Änderungen aus einem anderen Fenster laden',
  'step/take-change-of': ({ author, label }) => (label === null ? `Änderung von ${author}` : `${author}: ${label}`),
  'step/undo-agents-since': ({ revision }) => `Assistenten seit Revision ${revision} rückgängig machen`,
  'step/restore-unsaved-work': () => 'Nicht gespeicherte Änderungen wiederherstellen',
  'step/set-picture-size': () => 'Größe setzen',
  'step/set-frame-rate': () => 'Bildrate setzen',
  'step/set-attribute': ({ attribute }) => `${quotedName(attribute)} setzen`,
  'step/remove-attribute': ({ attribute }) => `${quotedName(attribute)} entfernen`,
  'step/set-field': ({ attribute }, say) => `${say(attribute)} setzen`,
  'step/remove-field': ({ attribute }, say) => `${say(attribute)} entfernen`,
  'step/reset-field': ({ attribute }, say) => `${say(attribute)} zurücksetzen`,
  'step/insert': ({ what }, say) => `${say(what)} hinzufügen`,
  'step/add-empty-scene': () => 'Leere Szene hinzufügen',
  'step/add-transition': () => 'Übergang hinzufügen',
  'step/transition-everywhere': () => 'Übergang auf alle Schnitte anwenden',
  'step/add-scene': ({ name }) => `„${name}“ hinzufügen`,
  'step/add-scenes': ({ count }) => (count === 1 ? 'Szene hinzufügen' : `${count} Szenen hinzufügen`),
  'step/add-sound': ({ source }) => `Ton „${source}“ hinzufügen`,
  'step/add-layers': ({ count }) => `${count} Ebenen hinzufügen`,
  'step/add-items': ({ count }) => `${count} Elemente hinzufügen`,
  'step/add-sounds': ({ count }) => `${count} Töne hinzufügen`,
  'step/set-ducking': () => 'Absenken einstellen',
  'step/detach-sound': ({ layers }) => (layers === 1 ? 'Ton abtrennen' : `${layers} Töne abtrennen`),
  'step/add-layer': ({ source, scene }, say) => `Ebene „${source}“ zu ${say(scene)} hinzufügen`,
  'step/add-effect': ({ effect, layers }, say) =>
    `${say(effect)}${layers === 1 ? '' : ` zu ${layers} Ebenen`} hinzufügen`,
  'step/add-mask': ({ layers }) => `Maske${layers === 1 ? '' : ` zu ${layers} Ebenen`} hinzufügen`,
  'step/add-animation': ({ preset, layers }) =>
    `${presetName(preset)}${layers === 1 ? '' : ` zu ${layers} Ebenen`} hinzufügen`,
  'step/delete': ({ what }, say) => `${say(what)} löschen`,
  'step/move': ({ what }, say) => `${say(what)} verschieben`,
  'step/duplicate': ({ what }, say) => `${say(what)} duplizieren`,
  'step/enable': ({ what }, say) => `${say(what)} einschalten`,
  'step/disable': ({ what }, say) => `${say(what)} ausschalten`,
  'step/mute': ({ what }, say) => `Ton aus: ${say(what)}`,
  'step/unmute': ({ what }, say) => `Ton ein: ${say(what)}`,
  'step/trim-start': ({ what }, say) => `Anfang von ${say(what)} trimmen`,
  'step/trim-end': ({ what }, say) => `${say(what)} trimmen`,
  'step/slip': ({ what }, say) => `Ausschnitt von ${say(what)} verschieben`,
  'step/uncheck': () => 'Prüfung abschalten',
  'step/fix-finding': ({ how, value }) => {
    if (how === 'color') return `Textfarbe auf ${value} setzen`;
    if (how === 'outline') return `Kontur in ${value} hinzufügen`;
    if (how === 'plate') return `Hintergrund in ${value} hinzufügen`;
    if (how === 'volume') return `Lautstärke um ${decimal(Number(value))} dB senken`;
    if (how === 'true-peak') return `True Peak auf ${decimal(Number(value))} dBTP begrenzen`;
    return how === 'loudness' ? `Lautheit auf ${decimal(Number(value))} LUFS setzen` : 'Befund der Prüfung beheben';
  },
  'step/cue-times': () => 'Zeiten eines Untertitels ändern',
  'step/split-cue': () => 'Untertitel teilen',
  'step/join-cues': () => 'Untertitel verbinden',
  'step/split': ({ what }, say) => `${say(what)} teilen`,
  'step/make-choice': ({ what }, say) => `Auswahl aus ${say(what)} machen`,
  'step/add-cases': ({ count, value }) => (count === 1 ? `Fall „${value}“ hinzufügen` : `${count} Fälle hinzufügen`),
  'step/group': ({ what }, say) => `${say(what)} gruppieren`,
  'step/ungroup': ({ what }, say) => `Gruppe auflösen: ${say(what)}`,
  'step/set-duration': ({ what }, say) => `Dauer von ${say(what)} setzen`,
  'step/set-speed': ({ what, speed, frames }, say) =>
    `Tempo von ${say(what)} auf ${String(speed).replace('.', ',')}× setzen${frames === null ? '' : `, Szene auf ${frames} Frames`}`,
  'step/set-in-point': ({ what }, say) => `In-Punkt von ${say(what)} setzen`,
  'step/fit': ({ what, fit }, say) => `${say(what)} einpassen: ${FIT_LABELS[fit]}`,
  'step/rename-scene': ({ name }) => `In „${name}“ umbenennen`,
  'step/unname-scene': ({ what }, say) => `Namen von ${say(what)} entfernen`,
  'step/replace-source': ({ what, source }, say) => `Quelle von ${say(what)} durch „${source}“ ersetzen`,
  'step/relink': ({ source, places, areLayers }) =>
    `„${source}“ neu verknüpfen (${places} ${placesWord(places, areLayers)})`,
  'step/relink-spellings': ({ source }) => `„${source}“ neu verknüpfen`,
  'step/set-effect-value': ({ what, attribute }, say) => `${say(attribute)} von ${say(what)} setzen`,
  'step/reset-effect': ({ what }, say) => `${say(what)} zurücksetzen`,
  'step/paste-scenes': ({ count }) => `${count} ${count === 1 ? 'Szene' : 'Szenen'} einfügen`,
  'step/paste-layers': ({ count }) => `${count} ${count === 1 ? 'Ebene' : 'Ebenen'} einfügen`,
  'step/paste-effects': ({ count, layers }) =>
    `${count} ${count === 1 ? 'Effekt' : 'Effekte'}${layers === 1 ? '' : ` auf ${layers} Ebenen`} einfügen`,
  'step/set-key': ({ attribute }, say) => `Keyframe von ${say(attribute)} setzen`,
  'step/set-keys': ({ count }) => `${keysWord(count)} setzen`,
  'step/clear-keys': ({ attribute }, say) => `Alle Keyframes von ${say(attribute)} entfernen`,
  'step/remove-keys': ({ count }) => `${keysWord(count)} entfernen`,
  'step/move-keys': ({ count }) => `${keysWord(count)} verschieben`,
  'step/copy-keys': ({ count }) => `${keysWord(count)} kopieren`,
  'step/paste-keys': ({ count }) => `${keysWord(count)} einfügen`,
  'step/reverse-keys': ({ count }) => `${keysWord(count)} umkehren`,
  'step/ease-keys': ({ count }) => `Tempokurve von ${keysWord(count)} setzen`,
  'step/preset-to-keys': ({ preset }) => `${presetName(preset)} in Keyframes umwandeln`,
  'step/bind': ({ attribute, variable }, say) => `${say(attribute)} mit ${quotedName(variable)} verknüpfen`,
  'step/unbind': ({ attribute }, say) => `${say(attribute)} in festen Wert umwandeln`,
  'step/rename-variable': ({ from, to }) => `${quotedName(from)} in ${quotedName(to)} umbenennen`,
  'step/declare': ({ variable }) => `Einstellungen von ${quotedName(variable)} ändern`,
  'step/set-default': ({ variable }) => `Standardwert von ${quotedName(variable)} setzen`,
  'step/set-list': ({ variable }) => `Liste ${quotedName(variable)} ändern`,
  'step/remove-variable': ({ variable }) => `${quotedName(variable)} entfernen`,
  'step/set-sample': ({ variable }) => `Beispielwert von ${quotedName(variable)} setzen`,
  'step/clear-sample': ({ variable }) => `Beispielwert von ${quotedName(variable)} leeren`,
  'step/add-data-set': ({ name }) => `Datensatz ${quotedName(name)} hinzufügen`,
  'step/rename-data-set': ({ name }) => `Datensatz in ${quotedName(name)} umbenennen`,
  'step/delete-data-set': ({ name }) => `Datensatz ${quotedName(name)} löschen`,
  'step/restore-data-set': ({ name }) => `Datensatz ${quotedName(name)} wiederherstellen`,
  'step/add-marker': () => 'Marker setzen',
  'step/move-marker': () => 'Marker verschieben',
  'step/rename-marker': ({ name }) =>
    name === '' ? 'Namen des Markers entfernen' : `Marker in ${quotedName(name)} umbenennen`,
  'step/markers-to-chapters': ({ count }) =>
    count === 1 ? 'Marker in Kapitel umwandeln' : 'Marker in Kapitel umwandeln',
  'step/delete-markers': ({ count }) => (count === 1 ? 'Marker löschen' : `${count} Marker löschen`),
  'step/set-film-in-point': () => 'In-Punkt setzen',
  'step/set-film-out-point': () => 'Out-Punkt setzen',
  'step/clear-in-out-points': () => 'In- und Out-Punkt entfernen',
  'step/lock-layers': ({ count }) => (count === 1 ? 'Ebene sperren' : `${count} Ebenen sperren`),
  'step/unlock-layers': ({ count }) => (count === 1 ? 'Ebene entsperren' : `${count} Ebenen entsperren`),
};

function placesWord(places: number, areLayers: boolean): string {
  if (areLayers) return places === 1 ? 'Ebene' : 'Ebenen';
  return places === 1 ? 'Stelle' : 'Stellen';
}

function keysWord(count: number): string {
  return `${count} ${count === 1 ? 'Keyframe' : 'Keyframes'}`;
}
