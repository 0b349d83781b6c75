import { number } from './german-numbers.ts';
import { inMebibytes, joined, named, quoted, someOf } from './quoting.ts';
import { jsonProblemDe } from './requests.de.ts';
import type { AttributeOf, jsonMessages, templateMessages, VariablePlace } from './template.en.ts';
import type { Translation } from './translation.ts';

/** The problems of a template whose XML is valid. */
export const templateMessagesDe: Translation<typeof templateMessages> = {
  'template/root': ({ name }) => `Die Wurzel muss \`movie\` sein; sie ist ${named(name)}.`,
  'template/no-scenes': () => 'Der Film hat keine Szenen. Fügen Sie `<scene duration="2s"/>` hinzu.',
  'template/all-scenes-off': () => 'Alle Szenen sind ausgeschaltet. Schalten Sie eine ein.',
  'template/no-scene-played': () =>
    'Alle Szenen sind ausgeschaltet, werden wegen ihrer Bedingungen übersprungen oder wiederholen leere Listen; mit diesen Werten läuft nichts.',
  'template/too-many-scenes': ({ most, scenes }) =>
    `Ein Film darf höchstens ${most} Szenen haben; dieser hat ${scenes}. Teilen Sie ihn auf.`,
  'template/too-long': ({ frames, hours }) =>
    `Der Film ist ${frames} Frames lang; höchstens ${number(hours)} Stunden sind erlaubt. Kürzen oder entfernen ` +
    'Sie Szenen.',
  'template/no-source': ({ element }) =>
    element === 'captions'
      ? `${named(element)} braucht eine Quelle. Fügen Sie \`src\` (eine Mediendatei), \`url\` (eine Webadresse) oder \`cue\`-Elemente hinzu.`
      : `${named(element)} braucht eine Quelle. Fügen Sie \`src\` (eine Mediendatei) oder \`url\` (eine Webadresse) hinzu.`,
  'template/two-sources': ({ element }) =>
    `${named(element)} hat sowohl \`url\` als auch \`src\`. Entfernen Sie eines davon.`,
  'template/source-and-cues': ({ attribute }) =>
    `Die Untertitel haben sowohl \`${attribute}\` als auch Elemente \`cue\`. Entfernen Sie eines davon.`,
  'template/more-problems': ({ count }) => `${count} weitere Probleme sind nicht aufgeführt.`,
  'template/missing-attribute': ({ element, names: [name = '', ...others] }) => {
    const also = others.length === 0 ? '' : ` (oder ${joined(others.map(named), 'oder')})`;
    return `${named(element)} braucht das Attribut ${named(name)}${also}. Fügen Sie es hinzu.`;
  },
  'template/invalid-value': (values, say) => `${refused(values, say(values.reason))}; es ist ${quoted(values.text)}.`,
  'template/value-alone': (values, say) =>
    `${refused(values, say(values.reason))}; es ist ${values.text === '' ? 'leer' : `„${values.text}“`}.`,
  'template/effect-element': ({ effect, carrier, owner }) =>
    `${named(effect)} ist ${withArticle[owner] ?? owner}, kein ${effectNames[carrier] ?? carrier}: ` +
    `Schreiben Sie \`<${owner} type="${effect}" …>\`.`,
  'template/misplaced-root': ({ element, parent }) =>
    `${named(element)} darf nicht in ${named(parent)} stehen; es muss die Wurzel sein.`,
  'template/misplaced-element': ({ element, parent, parents }) =>
    `${named(element)} darf nicht in ${named(parent)} stehen. Verschieben Sie es in ${joined(parents.map(named), 'oder')}.`,
  'template/duplicate-attribute': ({ attribute, element, same }) =>
    `${named(attribute)} von ${named(element)} bedeutet dasselbe wie ${named(same)}. Entfernen Sie eines davon.`,
  'template/unknown-element': ({ name, meant: suggestion }) =>
    `${named(name)} ist kein bekanntes Element. Es bleibt im XML, wird aber nicht gerendert${didYouMean(suggestion)}`,
  'template/unknown-effect': ({ name, carrier, meant: suggestion }) =>
    `${effectNames[carrier] ?? carrier} ${named(name)} gibt es nicht. Das Element bleibt im XML, wird aber nicht ` +
    `gerendert${didYouMean(suggestion)}`,
  'template/unknown-attribute': ({ name, element, meant: suggestion }) =>
    `${named(name)} ist kein Attribut von ${named(element)}. Es bleibt im XML, hat aber keine Wirkung` +
    didYouMean(suggestion),
  'template/attribute-not-rendered-yet': ({ attribute, element }) =>
    `${named(attribute)} von ${named(element)} rendert diese Version nicht; es bleibt im XML.`,
  'template/attribute-without-each': ({ attribute, element }) =>
    `${named(attribute)} von ${named(element)} hat ohne ${named('each')} keine Wirkung. Geben Sie in ${named('each')} die Liste an, oder entfernen Sie ${named(attribute)}.`,
  'template/text': ({ parent }) =>
    `Text in ${named(parent)} wird nicht gerendert, weil ${named(parent)} nur Elemente enthält. Er bleibt im XML.`,
  'template/duplicate-variable': ({ name }) =>
    `Die Variable ${named(name)} ist zweimal deklariert; die erste Deklaration gilt. Entfernen Sie eine.`,
  'template/variable-limits': ({ min, max }) =>
    `\`min\` (${number(min)}) ist größer als \`max\` (${number(max)}), deshalb passt kein Wert. Erhöhen Sie \`max\`, oder ` +
    'senken Sie `min`.',
  'variable/malformed': ({ placeholder, reason, more }, say) =>
    `Der Platzhalter ${named(placeholder)} ist fehlerhaft: ${say(reason)}.` +
    `${more ? ' In diesem Wert gibt es weitere.' : ''}`,
  'variable/missing': ({ variable, attribute, element }) =>
    `Die Variable ${named(variable)} hat keinen Wert, und ${named(attribute)} von ${named(element)} braucht einen. ` +
    `Geben Sie ihr einen Wert, oder schreiben Sie einen Standardwert: ${named(`\${${variable}, …}`)}.`,
  'variable/unused': ({ name, meant: suggestion }) =>
    `Es gibt keine Variable ${named(name)}, deshalb wird ihr Wert nicht verwendet${didYouMean(suggestion)}`,
  'variable/repeated': ({ name, count }) =>
    `\`--var ${name}=…\` ist ${count === 2 ? 'zweimal' : `${count}-mal`} angegeben; der letzte Wert gilt. Entfernen Sie die anderen.`,
  'variable/two-types': ({ variable, first, later }) =>
    `Die Variable ${named(variable)} wird in ${place(first)} als ${typeName(first.type)} und in ${place(later)} als ` +
    `${typeName(later.type)} verwendet. Verwenden Sie zwei Variablen.`,
  'variable/two-defaults': ({ variable, first, later }) =>
    `Die Variable ${named(variable)} hat in ${place(first)} den Standardwert ${quoted(first.default)} und in ` +
    `${place(later)} ${quoted(later.default)}; jede Stelle verwendet ihren eigenen. Verwenden Sie einen Standardwert oder ` +
    'zwei Variablen.',
  'variable/type-not-taken': ({ variable, type, use }) =>
    `Die Variable ${named(variable)} ist als ${typeName(type)} deklariert, wird in ${place(use)} aber als ` +
    `${typeName(use.type)} verwendet. Deklarieren Sie einen anderen Typ, oder verwenden Sie eine andere Variable.`,
  'language/no-table': ({ language }) =>
    `Für die Sprache ${named(language)} gibt es keine Formate; Zahlen und Daten werden wie im Englischen geschrieben.`,
  'variable/no-use': ({ variable }) =>
    `Die Variable ${named(variable)} ist deklariert, wird aber nicht verwendet. Schreiben Sie ` +
    `${named(`\${${variable}}`)} dorthin, wo ihr Wert stehen soll.`,
  'variable/no-use-list': ({ variable }) =>
    `Die Liste ${named(variable)} wird noch nicht verwendet. Um eine Szene oder Ebene für jeden Eintrag zu wiederholen, ` +
    'wählen Sie die Liste unter „Für jeden“ (`each`).',
  'variable/empty': ({ variable }) =>
    `Die Variable ${named(variable)} ist erforderlich, aber ihr Wert ist leer. Geben Sie einen Wert ein.`,
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
      `${named(attribute)} von ${named(element)} hat mehr als ${inMebibytes(mostBytes)}${filled}. ` +
      'Kürzen Sie den Wert.'
    );
  },
  'variable/all-too-long': ({ attribute, element, mostBytes }) =>
    `Die Werte bis ${named(attribute)} von ${named(element)} haben zusammen mehr als ${inMebibytes(mostBytes)}, wenn ` +
    'ihre Variablen eingesetzt sind. Kürzen Sie sie.',
  'problem/first': ({ problem, more }, say) => `${say(problem)} (und ${more} weitere)`,
};

/** The problems of the JSON form of a template. */
export const jsonMessagesDe: Translation<typeof jsonMessages> = {
  'json/no-template': () => 'Ein dynamischer Film ist ein Objekt mit `schemaVersion` und `movie`.',
  'json/schema-version': ({ version }) => `Diese Version liest nur \`schemaVersion\` ${version}.`,
  'json/no-boolean': () => 'Das muss true oder false sein.',
  'json/no-element': () => 'Das muss ein Element sein: ein Objekt mit `element`, seinem Namen.',
  'json/bad-element-name': ({ name }) => `${named(name)} ist in XML kein gültiger Elementname.`,
  'json/too-many-elements': ({ most }) => `Eine Vorlage darf höchstens ${most} Elemente haben.`,
  'json/too-deep': ({ most }) => `Elemente lassen sich ${most} Ebenen tief verschachteln; dieses liegt tiefer.`,
  'json/no-attributes': () => 'Das muss ein Objekt von Attributen nach Namen sein.',
  'json/bad-attribute-name': ({ name }) => `${named(name)} ist in XML kein gültiger Attributname.`,
  'json/two-texts': () => 'Zwei aufeinanderfolgende Texte sind in XML ein Text. Fügen Sie sie zusammen.',
  'json/bad-cdata': () =>
    'Ein CDATA-Abschnitt darf weder `]]>` noch einen Wagenrücklauf enthalten. Verwenden Sie `text`.',
  'json/blank-text': () => 'Leerraum allein ist in XML kein Text. Entfernen Sie ihn.',
  'json/unknown-field': ({ name, fields }) =>
    `Ein Feld ${named(name)} gibt es hier nicht; die Felder sind ${joined(fields.map(named), 'und')}.`,
  'json/repeated-name': ({ name }) => `Das Objekt hat ${named(name)} zweimal. Entfernen Sie eines davon.`,
  'json/no-list': () => 'Das muss eine Liste sein.',
  'json/no-text': () => 'Das muss ein Text sein.',
  'json/forbidden-character': ({ character }) =>
    `Dieser Text enthält das Zeichen ${character}, das XML nicht erlaubt. Entfernen Sie es.`,
  'json/bad-comment': () =>
    'In XML darf ein Kommentar weder `--` noch einen Wagenrücklauf enthalten noch mit `-` enden.',
  'json/too-many-levels': () => 'Der Inhalt ist für eine Vorlage zu tief verschachtelt.',
  'json/long-number': ({ most }) => `Eine Zahl hat mehr als ${most} Zeichen. Kürzen Sie sie.`,
  'json/not-utf8': () => 'Der Inhalt ist nicht UTF-8. Senden Sie JSON als UTF-8.',
  'json/not-json': ({ words, fault, line, column }) =>
    `Der Inhalt ist kein gültiges JSON${words === undefined ? jsonProblemDe({ fault, line, column }) : `: ${words}`}.`,
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
