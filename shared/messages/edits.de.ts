import type { editMessages, subjectMessages } from './edits.en.ts';
import { named } from './quoting.ts';
import type { Translation } from './translation.ts';

const TIMES = 'Geben Sie Frames wie 90, eine Zeit wie 12:10 oder Sekunden wie 3s ein.';

/**
 * The times of elements with an article, as subjects at the start of a sentence. Times that are not in the table appear
 * in quotation marks.
 */
const times: Readonly<Record<string, string>> = {
  'scene/duration': 'Die Dauer',
  'video/skip': 'Der In-Punkt',
};

/** The subject of a refusal. */
export const subjectMessagesDe: Translation<typeof subjectMessages> = {
  'subject/width': () => 'Die Breite',
  'subject/height': () => 'Die Höhe',
  'subject/frame-rate': () => 'Die Bildrate',
  'subject/name': () => 'Der Name',
  'subject/value': () => 'Der Wert',
  'subject/source': () => 'Die Quelle',
  'subject/sound': () => 'Der Ton',
  'subject/fit': () => 'Die Einpassung',
  'subject/switch': () => 'Die Einstellung',
  'subject/time': ({ attribute }, say) => times[attribute.key] ?? `„${say(attribute)}“`,
};

/** The reasons why the editor refuses a command. */
export const editMessagesDe: Translation<typeof editMessages> = {
  'edit/gone': () => 'Dieses Element gibt es nicht mehr.',
  'edit/scenes-of-one-holder': () =>
    'Wählen Sie Szenen derselben Folge oder Auswahl aus, oder Szenen, die in keiner liegen.',
  'edit/nested-scene': () => 'Das liegt in einer Folge oder Auswahl von Szenen. Ordnen Sie es im XML an.',
  'edit/attribute-gone': () => 'Das Attribut gibt es nicht mehr.',
  'edit/place-gone': () => 'Die Zielstelle gibt es nicht mehr.',
  'edit/nothing-selected': () => 'Nichts ist ausgewählt.',
  'edit/no-text': () => 'Dieses Element enthält keinen Text.',
  'edit/text-with-spans': () => 'Dieser Text hat gemischte Formatierungen. Bearbeiten Sie ihn im XML.',
  'edit/broken-xml': () => 'Das XML hat einen Fehler. Beheben Sie ihn, oder machen Sie die Änderung zuerst rückgängig.',
  'edit/no-template': () => 'Der Text ist keine Vorlage.',
  'edit/unreadable-template': () => 'Die Vorlage ist nicht lesbar.',
  'edit/would-be-unreadable': () => 'Die Änderung würde die Vorlage unlesbar machen.',
  'edit/malformed': ({ what }, say) =>
    `${say(what)} enthält einen fehlerhaften Platzhalter. Beheben Sie ihn zuerst im XML.`,
  'edit/put-together': ({ what }, say) =>
    `${say(what)} ist aus Variablen zusammengesetzt. Wandeln Sie den Wert zuerst in einen festen Wert um.`,
  'edit/set-by-data-set': ({ what, variable }, say) =>
    `${say(what)} ist die Variable ${named(variable)}, die der Datensatz setzt; ändern Sie sie dort, oder wandeln ` +
    'Sie sie zuerst in einen festen Wert um.',
  'edit/set-by-brand': ({ what, variable }, say) =>
    `${say(what)} ist die Variable ${named(variable)}, die die Marke oder der Datensatz setzt; ändern Sie sie dort, ` +
    'oder wandeln Sie sie zuerst in einen festen Wert um.',
  'edit/shared-variable': ({ what, variable, places }, say) =>
    `${say(what)} ist die Variable ${named(variable)}, die ${places} Stellen verwenden; ändern Sie die Variable, ` +
    'oder wandeln Sie sie hier zuerst in einen festen Wert um.',
  'edit/no-time': ({ what }, say) => `${say(what)} ist keine Zeit dieses Elements.`,
  'edit/no-value': ({ what }, say) => `${say(what)} hat noch keinen Wert. Setzen Sie zuerst einen.`,
  'edit/unreadable-value': ({ what, reason }, say) => `${say(what)} lässt sich nicht lesen: ${say(reason)}.`,
  'edit/variable-in-split': ({ what }, say) =>
    `${say(what)} ist eine Variable. Wandeln Sie sie in einen festen Wert um, bevor Sie die Szene teilen.`,
  'edit/groups-of-one-parent': () => 'Wählen Sie Ebenen derselben Szene oder Gruppe aus, um sie zu gruppieren.',
  'edit/no-group': () => 'Es ist keine Gruppe ausgewählt.',
  'edit/group-does-more': () =>
    'Diese Gruppe hat eigene Einstellungen. Entfernen Sie zuerst ihre Position, Bewegung, Effekte, Bedingung und Töne.',
  'edit/nothing-to-split': () => 'Hier gibt es nichts zu teilen: Der Abspielkopf steht am Rand der Szene.',
  'edit/nothing-to-slip': () => 'Die Szene hat kein Video, dessen Ausschnitt sich verschieben lässt.',
  'edit/nothing-to-reset': () => 'Dieser Effekt hat keine Standardwerte, auf die er sich zurücksetzen lässt.',
  'edit/not-animatable': ({ property }) => `${named(property)} lässt sich hier nicht animieren.`,
  'edit/too-many-keys': ({ most }) =>
    `Eine Animation kann höchstens ${most} Keyframes haben; entfernen Sie zuerst einige.`,
  'edit/too-many-animations': ({ most }) =>
    `Eine Ebene kann höchstens ${most} Animationen haben; entfernen Sie zuerst eine.`,
  'edit/preset-without-keys': ({ preset }) => `${named(preset)} lässt sich nicht in Keyframes umwandeln.`,
  'edit/preset-over-keys': ({ preset }) =>
    `Keyframes animieren denselben Wert, während ${named(preset)} läuft. Entfernen Sie sie zuerst, oder behalten Sie ` +
    'die Vorgabe.',
  'edit/no-layer-for-effects': () => 'Es gibt keine Ebene, auf die Effekte eingefügt werden könnten.',
  'edit/no-layer-shows': ({ source }) => `Keine Ebene verwendet „${source}“.`,
  'edit/malformed-placeholder': () => 'Der Platzhalter ist fehlerhaft. Beheben Sie ihn zuerst im XML.',
  'edit/malformed-at': ({ attribute, element }) =>
    `${named(attribute)} von ${named(element)} enthält einen fehlerhaften Platzhalter; bringen Sie ihn zuerst im XML ` +
    'in Ordnung.',
  'edit/bad-variable-name': () => 'Der Name einer Variablen darf nur Buchstaben, Ziffern, `_`, `-` und `.` enthalten.',
  'edit/variable-exists': ({ variable }) =>
    `Es gibt schon eine Variable ${named(variable)}; wählen Sie einen anderen Namen.`,
  'edit/no-variable': ({ variable }) => `Es gibt keine Variable ${named(variable)}.`,
  'edit/variable-without-value': ({ variable }) =>
    `Die Variable ${named(variable)} hat keinen Wert. Setzen Sie zuerst einen.`,
  'edit/variable-too-long': ({ variable }) => `Der Wert von ${named(variable)} ist zu lang. Kürzen Sie ihn zuerst.`,
  'edit/bad-attribute-name': ({ name }) => `\`${name}\` ist kein gültiger Attributname.`,
  'edit/bad-element-name': ({ name }) => `\`${name}\` ist kein gültiger Elementname.`,
  'edit/bad-comment': () =>
    'Ein Kommentar kann weder `--` noch einen Wagenrücklauf enthalten noch mit einem Bindestrich enden.',
  'edit/bad-cdata': () => 'Ein CDATA-Abschnitt kann weder `]]>` noch einen Wagenrücklauf enthalten.',
  'edit/blank-text': () => 'Leerraum allein ist in XML kein Text.',
  'edit/forbidden-character': ({ character }) => `XML erlaubt das Zeichen ${character} nicht.`,
  'edit/movie-stays': () => 'Der Film selbst lässt sich nicht entfernen.',
  'edit/movie-in-place': () => 'Der Film und alles außerhalb davon lassen sich nicht verschieben.',
  'edit/into-itself': () => 'Ein Element lässt sich nicht in sich selbst verschieben.',
  'edit/only-comments-outside': () => 'Außerhalb des Films sind nur Kommentare erlaubt.',
  'clipboard/too-much': () => 'Die Zwischenablage enthält zu viel.',
  'clipboard/nothing': () => 'Die Zwischenablage enthält weder Szenen, Ebenen, Effekte noch Keyframes.',
  'clipboard/effects': () =>
    'Die Zwischenablage enthält Effekte. Wählen Sie Szenen oder Ebenen aus, auf die sie eingefügt werden sollen.',
  'clipboard/layers': () =>
    'Die Zwischenablage enthält Ebenen. Öffnen oder wählen Sie die Szene, in die sie eingefügt werden sollen.',
  'clipboard/keys': () => 'Die Zwischenablage enthält Keyframes. Wählen Sie eine Ebene aus, um sie einzufügen.',
  'clipboard/keys-of': ({ count }) =>
    `Die Zwischenablage enthält Keyframes von ${count} Ebenen. Wählen Sie ${count} Ebenen aus, um sie einzufügen.`,
  'clipboard/scenes': () => 'Die Zwischenablage enthält Szenen, keine Effekte.',
  'timecode/unread': () => TIMES,
  'timecode/no-origin': () => `Hier ist keine relative Zeit möglich. ${TIMES}`,
  'data-set/no-name': () => 'Ein Datensatz braucht einen Namen.',
  'data-set/exists': () => 'Es gibt schon einen Datensatz mit diesem Namen.',
  'conflict/settled': () => 'Der Konflikt ist schon gelöst.',
  'conflict/other-version-gone': () => 'Die andere Version wurde gelöscht oder ist nicht lesbar.',
  'conflict/project-deleted': () => 'Das Projekt wurde gelöscht.',
  'conflict/template-exists': ({ name }) => `Es gibt schon eine Vorlage „${name}“.`,
};
