import type { editMessages, subjectMessages } from './edits.en.ts';
import { named } from './quoting.ts';
import type { Translation } from './translation.ts';

const TIMES = 'Schreiben Sie Frames wie 90, eine Zeit wie 12:10 oder Sekunden wie 3s.';

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
  'subject/switch': () => 'Der Schalter',
  'subject/time': ({ attribute }, say) => times[attribute.key] ?? `„${say(attribute)}“`,
};

/** The reasons why the editor refuses a command. */
export const editMessagesDe: Translation<typeof editMessages> = {
  'edit/gone': () => 'Dieses Element gibt es nicht mehr.',
  'edit/scenes-of-one-holder': () =>
    'Nur Szenen, die in derselben Folge oder Auswahl liegen, oder alle in keiner, können eine werden.',
  'edit/nested-scene': () => 'Das liegt in einer Folge oder Auswahl von Szenen; die wird im XML geordnet.',
  'edit/attribute-gone': () => 'Das Attribut gibt es nicht mehr.',
  'edit/place-gone': () => 'Die Zielstelle gibt es nicht mehr.',
  'edit/nothing-selected': () => 'Nichts ist ausgewählt.',
  'edit/no-text': () => 'Dieses Element enthält keinen Text.',
  'edit/text-with-spans': () => 'Teile dieses Textes sehen anders aus; ändern Sie ihn im XML.',
  'edit/broken-xml': () => 'Das XML hat einen Fehler; beheben Sie ihn, oder nehmen Sie die Änderung zuerst zurück.',
  'edit/no-template': () => 'Der Text ist keine Vorlage.',
  'edit/unreadable-template': () => 'Die Vorlage ist nicht lesbar.',
  'edit/would-be-unreadable': () => 'Die Vorlage wäre nicht mehr lesbar.',
  'edit/malformed': ({ what }, say) =>
    `${say(what)} enthält einen fehlerhaften Platzhalter; bringen Sie ihn zuerst im XML in Ordnung.`,
  'edit/put-together': ({ what }, say) =>
    `${say(what)} ist mit Variablen zusammengesetzt; wandeln Sie das zuerst in einen festen Wert um.`,
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
  'edit/no-value': ({ what }, say) => `${say(what)} hat noch keinen Wert; geben Sie zuerst einen.`,
  'edit/unreadable-value': ({ what, reason }, say) => `${say(what)} lässt sich nicht lesen: ${say(reason)}.`,
  'edit/variable-in-split': ({ what }, say) =>
    `${say(what)} ist eine Variable; wandeln Sie das in einen festen Wert um, bevor die Szene geteilt wird.`,
  'edit/groups-of-one-parent': () =>
    'Eine Gruppe entsteht aus Ebenen einer Szene oder Gruppe; diese liegen in mehreren.',
  'edit/no-group': () => 'Es ist keine Gruppe ausgewählt.',
  'edit/group-does-more': () =>
    'Diese Gruppe tut mehr, als ihre Ebenen zu halten: Nehmen Sie erst Lage, Bewegung, Effekte, Bedingung und Töne weg.',
  'edit/nothing-to-split': () => 'Hier gibt es nichts zu teilen: Der Abspielkopf steht am Rand der Szene.',
  'edit/nothing-to-slip': () => 'Die Szene hat kein Video zum Unterschieben.',
  'edit/nothing-to-reset': () => 'Dieser Effekt hat keine Werte, zu denen er zurückkehren könnte.',
  'edit/not-animatable': ({ property }) => `${named(property)} lässt sich hier nicht animieren.`,
  'edit/too-many-keys': ({ most }) =>
    `Eine Animation kann höchstens ${most} Keyframes haben; entfernen Sie zuerst einige.`,
  'edit/too-many-animations': ({ most }) =>
    `Eine Ebene kann höchstens ${most} Animationen haben; entfernen Sie zuerst eine.`,
  'edit/preset-without-keys': ({ preset }) =>
    `${named(preset)} tut, was Keyframes nicht sagen können; es bleibt eine Vorgabe.`,
  'edit/preset-over-keys': ({ preset }) =>
    `Keyframes bewegen denselben Wert, während ${named(preset)} läuft; entfernen Sie sie zuerst, oder behalten Sie ` +
    'die Vorgabe.',
  'edit/no-layer-for-effects': () => 'Es gibt keine Ebene, auf die Effekte eingefügt werden könnten.',
  'edit/no-layer-shows': ({ source }) => `Keine Ebene zeigt „${source}“.`,
  'edit/malformed-placeholder': () => 'Der Platzhalter ist fehlerhaft; bringen Sie ihn zuerst im XML in Ordnung.',
  'edit/malformed-at': ({ attribute, element }) =>
    `${named(attribute)} von ${named(element)} enthält einen fehlerhaften Platzhalter; bringen Sie ihn zuerst im XML ` +
    'in Ordnung.',
  'edit/bad-variable-name': () => 'Der Name einer Variablen besteht aus Buchstaben, Ziffern, `_`, `-` und `.`.',
  'edit/variable-exists': ({ variable }) =>
    `Es gibt schon eine Variable ${named(variable)}; wählen Sie einen anderen Namen.`,
  'edit/no-variable': ({ variable }) => `Keine Variable heißt ${named(variable)}.`,
  'edit/variable-without-value': ({ variable }) =>
    `Die Variable ${named(variable)} hat keinen Wert; geben Sie ihr zuerst einen.`,
  'edit/variable-too-long': ({ variable }) =>
    `Der Wert von ${named(variable)} ist zu lang, um an seine Stellen geschrieben zu werden; kürzen Sie ihn zuerst.`,
  'edit/bad-attribute-name': ({ name }) => `\`${name}\` kann nicht der Name eines Attributs sein.`,
  'edit/bad-element-name': ({ name }) => `\`${name}\` kann nicht der Name eines Elements sein.`,
  'edit/bad-comment': () =>
    'Ein Kommentar kann weder `--` noch einen Wagenrücklauf enthalten noch mit einem Bindestrich enden.',
  'edit/bad-cdata': () => 'Ein CDATA-Abschnitt kann weder `]]>` noch einen Wagenrücklauf enthalten.',
  'edit/blank-text': () => 'Leerraum allein ist in XML kein Text.',
  'edit/forbidden-character': ({ character }) => `XML erlaubt das Zeichen ${character} nicht.`,
  'edit/movie-stays': () => 'Der Film selbst lässt sich nicht entfernen.',
  'edit/movie-in-place': () => 'Was außerhalb des Films steht, und der Film selbst, lassen sich nicht bewegen.',
  'edit/into-itself': () => 'Es lässt sich nicht in sich selbst bewegen.',
  'edit/only-comments-outside': () => 'Außerhalb des Films können nur Kommentare stehen.',
  'clipboard/too-much': () => 'Die Zwischenablage enthält zu viel.',
  'clipboard/nothing': () => 'Die Zwischenablage enthält weder Szenen, Ebenen, Effekte noch Keyframes.',
  'clipboard/effects': () => 'Die Zwischenablage enthält Effekte; wählen Sie aus, worauf sie eingefügt werden.',
  'clipboard/layers': () =>
    'Die Zwischenablage enthält Ebenen; öffnen oder wählen Sie die Szene, in die sie eingefügt werden.',
  'clipboard/keys': () =>
    'Die Zwischenablage enthält Keyframes; wählen Sie die Ebene aus, in die sie eingefügt werden.',
  'clipboard/keys-of': ({ count }) =>
    `Die Zwischenablage enthält Keyframes von ${count} Ebenen; wählen Sie ebenso viele aus.`,
  'clipboard/scenes': () => 'Die Zwischenablage enthält Szenen, keine Effekte.',
  'timecode/unread': () => TIMES,
  'timecode/no-origin': () => `Hier ist keine relative Zeit möglich. ${TIMES}`,
  'data-set/no-name': () => 'Ein Datensatz braucht einen Namen.',
  'data-set/exists': () => 'Es gibt schon einen Datensatz mit diesem Namen.',
  'conflict/settled': () => 'Hier gibt es nichts mehr zu entscheiden.',
  'conflict/other-version-gone': () => 'Die andere Version gibt es nicht mehr, oder sie ist nicht lesbar.',
  'conflict/project-deleted': () => 'Das Projekt wurde gelöscht.',
  'conflict/template-exists': ({ name }) => `Es gibt schon eine Vorlage „${name}“.`,
};
