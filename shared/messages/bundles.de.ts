import type { bundleEntryMessages, bundleMessages, designMessages } from './bundles.en.ts';
import { asSentence, joined, named, someOf } from './quoting.ts';
import type { Translation } from './translation.ts';

const counted = {
  entries: 'Einträge',
  bytes: 'Bytes',
  'text-bytes': 'Bytes an Vorlagen, Filmen, Bearbeitungsständen und Stapeltabellen',
  'manifest-bytes': 'Bytes an Manifest',
} as const;

/** The reasons why an entry of a bundle is refused. */
export const bundleEntryMessagesDe: Translation<typeof bundleEntryMessages> = {
  'entry/twice': () => 'Er kommt zweimal vor.',
  'entry/same-name': () => 'Von diesem Namen gibt es zwei, ob groß oder klein geschrieben.',
  'entry/name-too-long': () => 'Sein Name ist länger als jeder in einem Paket.',
  'entry/unknown-name': () => 'So heißt in einem Paket nichts.',
  'entry/no-file': () => 'Er ist eine Verknüpfung oder etwas anderes, das keine Datei ist.',
  'entry/encrypted': () => 'Er ist verschlüsselt.',
  'entry/packing': ({ method }) => `Er ist auf eine Weise gepackt (${method}), die hier nicht gelesen wird.`,
  'entry/two-sizes': () => 'Er hat zwei Größen.',
  'entry/unpacks-to-more': ({ times }) => `Er würde ausgepackt mehr als ${times}-mal so groß.`,
  'entry/not-there': () => 'Seine Bytes sind nicht, wo die Dateiliste sagt.',
  'entry/listed-otherwise': () => 'Die Dateiliste sagt anderes von ihm als er selbst.',
  'entry/same-place': ({ other }) => `Er liegt an derselben Stelle wie ${other}.`,
  'entry/cannot-be-unpacked': () => 'Er lässt sich nicht auspacken.',
  'entry/beyond-end': () => 'Er endet hinter dem Ende der Datei.',
  'entry/other-length': ({ bytes }) => `Er wird ausgepackt anders lang als die ${bytes} Bytes, die er angibt.`,
  'entry/missing': ({ manifest }) => `${manifest} führt ihn auf, und er fehlt.`,
  'entry/not-listed': ({ manifest }) => `${manifest} führt ihn nicht auf.`,
  'entry/lists-too-much': () => 'Er führt mehr auf, als die Datei enthält.',
  'entry/bytes': ({ bytes, manifest, said }) => `Er hat ${bytes} Bytes, und ${manifest} sagt ${said}.`,
  'entry/no-template': () => 'Er gehört zu einer Vorlage, die nicht da ist.',
  'entry/too-large': ({ bytes, most }) => `Er hat ${bytes} Bytes; höchstens ${most} gehen.`,
  'entry/other-bytes': () => 'Seine Bytes sind nicht die, die in das Paket gelegt wurden.',
  'entry/too-many-levels': () => 'Er hat mehr Ebenen, als ein Bearbeitungsstand haben darf.',
  'entry/not-json': () => 'Er ist kein JSON.',
  'entry/no-object': () => 'Er ist kein JSON-Objekt.',
  'entry/field': ({ field, words }) => asSentence(`${field}: ${words}`),
};

/** The reasons why a file is not a bundle or is too large. */
export const bundleMessagesDe: Translation<typeof bundleMessages> = {
  'bundle/no-manifest': ({ manifest }) => `Sie hat kein ${manifest}, ist also eine andere ZIP-Datei.`,
  'bundle/other-manifest': ({ manifest }) => `Ihr ${manifest} ist nicht das eines Pakets.`,
  'bundle/schema': ({ schema, newest }) =>
    `Es hat Schema ${schema}; diese Version liest bis ${newest}. Aktualisieren Sie Scenewright, und importieren Sie ` +
    'es dann.',
  'bundle/no-zip': () => 'Sie beginnt nicht wie ein Paket.',
  'bundle/end-missing': ({ bytes }) => `Ihr Ende fehlt: Nur ${bytes} Bytes kamen an.`,
  'bundle/list-damaged': () => 'Ihre Dateiliste ist beschädigt.',
  'bundle/amount': ({ of, amount, most, limit }) =>
    `Es hat ${amount} ${counted[of]}; höchstens ${most} gehen (${limit}).`,
  'bundle/text': ({ entry, line, problem }, say) =>
    `${entry}:${line === null ? '' : ` Zeile ${line}:`} ${say(problem)}`,
};

/** The reasons why a bundle is not a design or is a different one. */
export const designMessagesDe: Translation<typeof designMessages> = {
  'design/sizes': ({ sizes }) => `Es hat ${joined(sizes, 'und')}.`,
  'design/no-description': () => 'Das Paket ist das eines Projekts; von einem Design sagt es nichts.',
  'design/wrong-place': ({ place }) => `Was es von sich sagt, ist falsch${place === '' ? '' : `, bei ${place}`}.`,
  'design/no-template': ({ template }) => `Ihm fehlt die Vorlage ${named(template)}.`,
  'design/no-film': ({ template }) =>
    `${named(template)} ist so kein Film: Es fehlen Szenen, oder eine Variable hat keinen Standardwert.`,
  'design/too-large': ({ bytes, most }) => `Es hätte ${bytes} Bytes; mehr als ${most} gehen nicht.`,
  'design/frame-behind-end': ({ template, frame, length }) =>
    `Frame ${frame} soll für ${named(template)} stehen; sie hat ${length} Frames.`,
  'design/other-shape': ({ template, width, height, sizes }) =>
    `Bilder von ${named(template)} sind ${width} × ${height}; die von Designs sind ${joined(sizes, 'und')}.`,
  'design/same-shape': ({ template, other, size }) =>
    `${named(template)} und ${named(other)} sind beide ${size}; ein Design hat von jeder Form eine Vorlage.`,
  'design/lacks-files': ({ names }) => `Dem Projekt fehlt ${joined(someOf(names), 'und')}.`,
  'design/too-many': ({ most }) =>
    `Es gibt schon ${most} Designs; mehr gehen nicht. Löschen Sie eines, das niemand braucht.`,
};
