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
  'entry/same-name': () => 'Zwei Einträge haben diesen Namen, abgesehen von Groß- und Kleinschreibung.',
  'entry/name-too-long': () => 'Sein Name ist zu lang.',
  'entry/unknown-name': () => 'Pakete enthalten keine Datei mit diesem Namen.',
  'entry/no-file': () => 'Er ist keine gewöhnliche Datei.',
  'entry/encrypted': () => 'Er ist verschlüsselt.',
  'entry/packing': ({ method }) => `Er ist mit einem nicht unterstützten Verfahren komprimiert (${method}).`,
  'entry/two-sizes': () => 'Er hat zwei Größen.',
  'entry/unpacks-to-more': ({ times }) => `Er wäre ausgepackt mehr als ${times}-mal so groß.`,
  'entry/not-there': () => 'Seine Daten sind nicht dort, wo die Dateiliste sie angibt.',
  'entry/listed-otherwise': () => 'Die Dateiliste stimmt nicht mit ihm überein.',
  'entry/same-place': ({ other }) => `Er überschneidet sich mit ${other}.`,
  'entry/cannot-be-unpacked': () => 'Er lässt sich nicht auspacken.',
  'entry/beyond-end': () => 'Er reicht über das Ende der Datei hinaus.',
  'entry/other-length': ({ bytes }) => `Er ist ausgepackt nicht so groß wie die angegebenen ${bytes} Bytes.`,
  'entry/missing': ({ manifest }) => `${manifest} führt ihn auf, aber er fehlt.`,
  'entry/not-listed': ({ manifest }) => `${manifest} führt ihn nicht auf.`,
  'entry/lists-too-much': () => 'Er führt mehr auf, als die Datei enthält.',
  'entry/bytes': ({ bytes, manifest, said }) => `Er hat ${bytes} Bytes, laut ${manifest} aber ${said}.`,
  'entry/no-template': () => 'Seine Vorlage fehlt.',
  'entry/too-large': ({ bytes, most }) => `Er hat ${bytes} Bytes; höchstens ${most} sind erlaubt.`,
  'entry/other-bytes': () => 'Sein Inhalt wurde geändert, nachdem er in das Paket gelegt wurde.',
  'entry/too-many-levels': () => 'Er ist für einen Bearbeitungsstand zu tief verschachtelt.',
  'entry/not-json': () => 'Er ist kein gültiges JSON.',
  'entry/no-object': () => 'Er ist kein JSON-Objekt.',
  'entry/field': ({ field, words }) => asSentence(`${field}: ${words}`),
};

/** The reasons why a file is not a bundle or is too large. */
export const bundleMessagesDe: Translation<typeof bundleMessages> = {
  'bundle/no-manifest': ({ manifest }) => `Sie hat kein ${manifest}, ist also eine andere ZIP-Datei.`,
  'bundle/other-manifest': ({ manifest }) => `Ihr ${manifest} beschreibt kein Paket.`,
  'bundle/schema': ({ schema, newest }) =>
    `Es hat Schema ${schema}; diese Version liest bis ${newest}. Aktualisieren Sie Scenewright, und importieren Sie ` +
    'es dann.',
  'bundle/no-zip': () => 'Ihr Anfang ist nicht der eines Pakets.',
  'bundle/end-missing': ({ bytes }) => `Ihr Ende fehlt: Nur ${bytes} Bytes kamen an.`,
  'bundle/list-damaged': () => 'Ihre Dateiliste ist beschädigt.',
  'bundle/amount': ({ of, amount, most, limit }) =>
    `Es hat ${amount} ${counted[of]}; höchstens ${most} sind erlaubt (${limit}).`,
  'bundle/text': ({ entry, line, problem }, say) =>
    `${entry}:${line === null ? '' : ` Zeile ${line}:`} ${say(problem)}`,
};

/** The reasons why a bundle is not a design or is a different one. */
export const designMessagesDe: Translation<typeof designMessages> = {
  'design/sizes': ({ sizes }) => `Es hat ${joined(sizes, 'und')}.`,
  'design/no-description': () => 'Das Paket enthält ein Projekt, kein Design.',
  'design/wrong-place': ({ place }) => `Seine Beschreibung ist ungültig${place === '' ? '' : ` (${place})`}.`,
  'design/no-template': ({ template }) => `Die Vorlage ${named(template)} fehlt.`,
  'design/no-film': ({ template }) =>
    `${named(template)} lässt sich so nicht rendern: Es fehlt eine Szene, oder eine Variable hat keinen Standardwert.`,
  'design/too-large': ({ bytes, most }) => `Es hätte ${bytes} Bytes; höchstens ${most} sind erlaubt.`,
  'design/frame-behind-end': ({ template, frame, length }) =>
    `Das Titelbild von ${named(template)} ist Frame ${frame}, aber die Vorlage hat nur ${length} Frames.`,
  'design/other-shape': ({ template, width, height, sizes }) =>
    `${named(template)} hat ${width} × ${height}; Designs haben ${joined(sizes, 'oder')}.`,
  'design/same-shape': ({ template, other, size }) =>
    `${named(template)} und ${named(other)} sind beide ${size}; ein Design hat eine Vorlage je Seitenverhältnis.`,
  'design/lacks-files': ({ names }) => `Im Projekt fehlt: ${joined(someOf(names), 'und')}.`,
  'design/too-many': ({ most }) => `Es gibt schon ${most} Designs, mehr sind nicht möglich. Löschen Sie zuerst eines.`,
};
