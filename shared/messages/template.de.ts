import { number } from './german-numbers.ts';
import { inMebibytes, joined, named, quoted, someOf } from './quoting.ts';
import { jsonProblemDe } from './requests.de.ts';
import type { AttributeOf, jsonMessages, templateMessages, VariablePlace } from './template.en.ts';
import type { Translation } from './translation.ts';

/** The problems of a template whose XML is valid. */
export const templateMessagesDe: Translation<typeof templateMessages> = {
  'template/root': ({ name }) => `Die Wurzel muss \`movie\` sein; sie ist ${named(name)}.`,
  'template/no-scenes': () => 'Der Film hat keine Szene; fügen Sie `<scene duration="2s"/>` hinzu.',
  'template/all-scenes-off': () => 'Alle Szenen sind ausgeschaltet; schalten Sie eine ein.',
  'template/no-scene-played': () =>
    'Jede Szene ist ausgeschaltet oder durch ihre Bedingung weggelassen; mit diesen Werten wird nichts gezeigt.',
  'template/too-many-scenes': ({ most, scenes }) =>
    `Ein Film darf ${most} Szenen haben, dieser hat ${scenes}; teilen Sie ihn.`,
  'template/too-long': ({ frames, hours }) =>
    `Die Szenen des Films dauern zusammen ${frames} Frames, und ein Film darf ${number(hours)} Stunden dauern; kürzen oder ` +
    'entfernen Sie einige.',
  'template/no-source': ({ element }) =>
    `${named(element)} braucht eine Quelle: Fügen Sie \`url\` (eine Adresse) oder \`src\` (eine Mediendatei) hinzu.`,
  'template/two-sources': ({ element }) =>
    `${named(element)} hat eine Quelle, und hier stehen \`url\` und \`src\`; entfernen Sie eines davon.`,
  'template/source-and-cues': ({ attribute }) =>
    `Die Untertitel haben \`${attribute}\` und Elemente \`cue\`; entfernen Sie eines davon.`,
  'template/more-problems': ({ count }) => `Es gibt ${count} weitere Probleme, die nicht aufgeführt sind.`,
  'template/missing-attribute': ({ element, names: [name = '', ...others] }) => {
    const also = others.length === 0 ? '' : ` (oder ${joined(others.map(named), 'oder')})`;
    return `${named(element)} braucht das Attribut ${named(name)}${also}; fügen Sie es hinzu.`;
  },
  'template/invalid-value': (values, say) => `${refused(values, say(values.reason))}; es ist ${quoted(values.text)}.`,
  'template/value-alone': (values, say) =>
    `${refused(values, say(values.reason))}; es ist ${values.text === '' ? 'leer' : `„${values.text}“`}.`,
  'template/effect-element': ({ effect, carrier, owner }) =>
    `${named(effect)} ist ${withArticle[owner] ?? owner}, kein ${effectNames[carrier] ?? carrier}: ` +
    `Schreiben Sie \`<${owner} type="${effect}" …>\`.`,
  'template/misplaced-root': ({ element, parent }) =>
    `${named(element)} darf nicht in ${named(parent)} stehen; es ist die Wurzel.`,
  'template/misplaced-element': ({ element, parent, parents }) =>
    `${named(element)} darf nicht in ${named(parent)} stehen; setzen Sie es in ${joined(parents.map(named), 'oder')}.`,
  'template/duplicate-attribute': ({ attribute, element, same }) =>
    `${named(attribute)} von ${named(element)} sagt dasselbe wie ${named(same)}; entfernen Sie eines davon.`,
  'template/unknown-element': ({ name, meant: suggestion }) =>
    `Es gibt kein Element ${named(name)}; es bleibt erhalten und wird nicht gerendert${didYouMean(suggestion)}`,
  'template/unknown-effect': ({ name, carrier, meant: suggestion }) =>
    `${effectNames[carrier] ?? carrier} ${named(name)} gibt es nicht; es bleibt erhalten und wird nicht ` +
    `gerendert${didYouMean(suggestion)}`,
  'template/unknown-attribute': ({ name, element, meant: suggestion }) =>
    `${named(element)} hat kein Attribut ${named(name)}; es bleibt erhalten und bewirkt nichts${didYouMean(suggestion)}`,
  'template/attribute-not-rendered-yet': ({ attribute, element }) =>
    `${named(attribute)} von ${named(element)} rendert diese Version noch nicht; es bleibt erhalten.`,
  'template/text': ({ parent }) =>
    `Text in ${named(parent)} bleibt erhalten und wird nicht gerendert; ${named(parent)} enthält nur Elemente.`,
  'template/duplicate-variable': ({ name }) =>
    `Die Variable ${named(name)} ist zweimal deklariert, und die erste Deklaration gilt; entfernen Sie eine.`,
  'template/variable-limits': ({ min, max }) =>
    `\`min\` von \`variable\` ist ${number(min)} und \`max\` ist ${number(max)}, sodass kein Wert passt; erhöhen Sie \`max\` oder ` +
    'senken Sie `min`.',
  'variable/malformed': ({ placeholder, reason, more }, say) =>
    `Der Platzhalter ${named(placeholder)} ist fehlerhaft: ${say(reason)}.` +
    `${more ? ' In diesem Wert sind noch mehr.' : ''}`,
  'variable/missing': ({ variable, attribute, element }) =>
    `Die Variable ${named(variable)} hat keinen Wert, und ${named(attribute)} von ${named(element)} braucht einen. ` +
    `Geben Sie ihr einen Wert, oder schreiben Sie einen Standardwert: ${named(`\${${variable}, …}`)}.`,
  'variable/unused': ({ name, meant: suggestion }) =>
    `Keine Variable heißt ${named(name)}; ihr Wert wird nicht verwendet${didYouMean(suggestion)}`,
  'variable/repeated': ({ name, count }) =>
    `\`--var ${name}=…\` ist ${count === 2 ? 'zweimal' : `${count}-mal`} angegeben; der letzte Wert gilt. Entfernen Sie die anderen.`,
  'variable/two-types': ({ variable, first, later }) =>
    `Die Variable ${named(variable)} gilt in ${place(first)} als ${typeName(first.type)} und in ${place(later)} als ` +
    `${typeName(later.type)}; nehmen Sie zwei Variablen.`,
  'variable/two-defaults': ({ variable, first, later }) =>
    `Die Variable ${named(variable)} hat in ${place(first)} den Standardwert ${quoted(first.default)} und in ` +
    `${place(later)} ${quoted(later.default)}; jede Stelle verwendet ihren eigenen. Nennen Sie nur einen, oder ` +
    'nehmen Sie zwei Variablen.',
  'variable/type-not-taken': ({ variable, type, use }) =>
    `Die Variable ${named(variable)} ist als ${typeName(type)} deklariert, und in ${place(use)} gilt sie als ` +
    `${typeName(use.type)}; deklarieren Sie einen anderen Typ, oder verwenden Sie eine andere Variable.`,
  'language/no-table': ({ language }) =>
    `Für die Sprache ${named(language)} gibt es keine Formate; Zahlen und Daten werden wie im Englischen geschrieben.`,
  'variable/no-use': ({ variable }) =>
    `Die Variable ${named(variable)} ist deklariert, und nichts verwendet sie; schreiben Sie ` +
    `${named(`\${${variable}}`)} dorthin, wo ihr Wert stehen soll.`,
  'variable/no-use-list': ({ variable }) =>
    `Die Liste ${named(variable)} wird noch nicht verwendet. Um eine Szene oder Ebene für jeden Eintrag zu wiederholen, ` +
    'wählen Sie die Liste unter „Für jeden“ (`each`).',
  'variable/empty': ({ variable }) =>
    `Die Variable ${named(variable)} ist erforderlich, und ihr Wert ist leer; geben Sie ihr einen.`,
  'variable/not-as-declared': ({ variable, text, reason }, say) =>
    `Die Variable ${named(variable)} ${say(reason)}; ihr Wert ist ${quoted(text)}.`,
  'variable/refused': (values, say) => {
    const { variables, text } = values;
    const give = variables.length === 1 ? 'gibt' : 'geben';
    return `${refused(values, say(values.reason))}; ${valueSources(variables)} ${give} ihm den Wert ${quoted(text)}.`;
  },
  'variable/too-long': ({ attribute, element, mostBytes, variables }) => {
    const are = variables.length === 1 ? 'ist' : 'sind';
    const filled = variables.length === 0 ? '' : `, wenn ${valueSources(variables)} eingesetzt ${are}`;
    return (
      `${named(attribute)} von ${named(element)} hat mehr als ${inMebibytes(mostBytes)}${filled}; ` +
      'kürzen Sie den Wert.'
    );
  },
  'variable/all-too-long': ({ attribute, element, mostBytes }) =>
    `Die Werte bis ${named(attribute)} von ${named(element)} haben zusammen mehr als ${inMebibytes(mostBytes)}, wenn ` +
    'ihre Variablen eingesetzt sind; kürzen Sie sie.',
  'problem/first': ({ problem, more }, say) => `${say(problem)} (und ${more} weitere)`,
};

/** The problems of the JSON form of a template. */
export const jsonMessagesDe: Translation<typeof jsonMessages> = {
  'json/no-template': () => 'Ein dynamischer Film ist ein Objekt mit `schemaVersion` und `movie`.',
  'json/schema-version': ({ version }) => `Diese Version liest \`schemaVersion\` ${version} und keine andere.`,
  'json/no-boolean': () => 'Das muss true oder false sein.',
  'json/no-element': () => 'Das muss ein Element sein: ein Objekt mit `element`, seinem Namen.',
  'json/bad-element-name': ({ name }) => `${named(name)} kann in XML nicht der Name eines Elements sein.`,
  'json/too-many-elements': ({ most }) => `Eine Vorlage darf ${most} Elemente haben.`,
  'json/too-deep': ({ most }) => `Elemente dürfen ${most} tief ineinander stehen; dieses steht tiefer.`,
  'json/no-attributes': () => 'Das muss ein Objekt von Attributen nach Namen sein.',
  'json/bad-attribute-name': ({ name }) => `${named(name)} kann in XML nicht der Name eines Attributs sein.`,
  'json/two-texts': () => 'Zwei Texte hintereinander sind in XML einer; fügen Sie sie zusammen.',
  'json/bad-cdata': () => 'Ein CDATA-Abschnitt darf weder `]]>` noch einen Wagenrücklauf enthalten; nehmen Sie `text`.',
  'json/blank-text': () => 'Leerraum allein ist in XML kein Text; entfernen Sie ihn.',
  'json/unknown-field': ({ name, fields }) =>
    `Ein Feld ${named(name)} gibt es hier nicht; die Felder sind ${joined(fields.map(named), 'und')}.`,
  'json/repeated-name': ({ name }) => `Das Objekt hat ${named(name)} zweimal. Entfernen Sie eines davon.`,
  'json/no-list': () => 'Das muss eine Liste sein.',
  'json/no-text': () => 'Das muss ein Text sein.',
  'json/forbidden-character': ({ character }) =>
    `Dieser Text enthält das Zeichen ${character}, das XML nicht erlaubt; entfernen Sie es.`,
  'json/bad-comment': () =>
    'Ein Kommentar darf weder `--` noch einen Wagenrücklauf enthalten noch mit `-` enden; XML erlaubt es nicht.',
  'json/too-many-levels': () => 'Der Inhalt hat für eine Vorlage zu viele Ebenen.',
  'json/long-number': ({ most }) => `Eine Zahl hat mehr als ${most} Zeichen. Kürzen Sie sie.`,
  'json/not-utf8': () => 'Der Inhalt ist nicht UTF-8. Senden Sie JSON als UTF-8.',
  'json/not-json': ({ words, fault, line, column }) =>
    `Der Inhalt ist kein JSON${words === undefined ? jsonProblemDe({ fault, line, column }) : `: ${words}`}.`,
};

const effectNames: Readonly<Record<string, string>> = { filter: 'Filter', transform: 'Transformation' };

const withArticle: Readonly<Record<string, string>> = { filter: 'ein Filter', transform: 'eine Transformation' };

const typeNames: Readonly<Record<string, string>> = {
  media: 'Medien',
  color: 'Farbe',
  time: 'Zeit',
  number: 'Zahl',
  boolean: 'true oder false',
  text: 'Text',
  video: 'Video',
  image: 'Bild',
  sound: 'Ton',
  font: 'Schrift',
  choice: 'Auswahl',
};

function typeName(type: string): string {
  return typeNames[type] ?? type;
}

function refused({ attribute, element }: AttributeOf, reason: string): string {
  return `${named(attribute)} von ${named(element)} ${reason}`;
}

function valueSources(variables: readonly string[]): string {
  return `${variables.length === 1 ? 'die Variable' : 'die Variablen'} ${joined(someOf(variables), 'und')}`;
}

function didYouMean(suggestion: string | null): string {
  return suggestion === null ? '.' : `. Meinten Sie \`${suggestion}\`?`;
}

function place({ attribute, element, scene }: VariablePlace): string {
  const where = attribute === null ? `dem Text von ${named(element)}` : `${named(attribute)} von ${named(element)}`;
  return scene === null ? where : `${where} (Szene ${scene})`;
}
