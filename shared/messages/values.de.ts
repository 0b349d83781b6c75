import { number } from './german-numbers.ts';
import { joined, named, shortened, someOf } from './quoting.ts';
import type { Translation } from './translation.ts';
import type {
  Bounds,
  ExpressionSyntax,
  ExpressionValue,
  expressionMessages,
  placeholderMessages,
  valueMessages,
} from './values.en.ts';

/** The reasons why an attribute refuses a value. */
export const valueMessagesDe: Translation<typeof valueMessages> = {
  'value/no-whole-number': (bounds) => `muss eine ganze Zahl${within(bounds)} sein`,
  'value/no-number': (bounds) => `muss eine Zahl wie \`0.5\`${within(bounds)} sein`,
  'value/out-of-bounds': (bounds) => `muss eine Zahl${within(bounds)} sein`,
  'value/exponent': () => 'muss ohne Exponenten geschrieben sein, etwa 1500 statt 15e2',
  'value/too-many-digits': ({ most, decimals }) =>
    `darf höchstens ${number(most)} Ziffern vor dem Komma und ${number(decimals)} danach haben`,
  'value/no-boolean': () => 'muss true oder false sein',
  'value/no-color': () => 'muss eine Farbe wie #f80 oder #ff8000 sein',
  'value/no-option': ({ options }) => `muss ${joined(options, 'oder')} sein`,
  'value/no-time': () => 'muss eine ganze Zahl von Frames oder eine Zahl von Sekunden wie `1.5s` sein',
  'value/time-too-long': ({ hours }) => `darf höchstens ${number(hours)} Stunden sein`,
  'value/time-too-short': ({ minimum }) => `muss mindestens ${number(minimum)} sein`,
  'value/time-rounds-to-nothing': ({ minimum, written }) =>
    `muss mindestens ${number(minimum)} Frame sein; ${written} ist weniger als ein halber Frame`,
  'value/no-frame-rate': () => 'muss eine ganze Zahl oder ein Bruch wie 30 oder 30000/1001 sein',
  'value/zero-denominator': () => 'darf keinen Nenner 0 haben',
  'value/terms-too-large': ({ most }) => `darf einen Zähler und Nenner von höchstens ${most} haben`,
  'value/frame-rate-out-of-bounds': ({ slowest, fastest }) =>
    `muss von ${number(slowest)} bis ${number(fastest)} Bilder pro Sekunde sein`,
  'value/forbidden-character': ({ character }) =>
    `darf das Zeichen ${character} nicht enthalten, das XML nicht erlaubt`,
  'value/no-gain': ({ maximum }) => `muss ein Faktor von 0 bis ${number(maximum)} oder Dezibel wie -6dB sein`,
  'value/no-address': () =>
    'muss eine Adresse sein, die mit http:// oder https:// beginnt und keine Leerzeichen enthält',
  'value/address-with-credentials': () => 'darf weder Benutzernamen noch Passwort enthalten',
  'value/address-without-host': () =>
    'muss nach http:// oder https:// einen Host haben, etwa example.org oder example.org:8080',
  'value/control-characters': () => 'darf keine Steuerzeichen enthalten',
  'value/no-file-name': () => 'muss ein Dateiname sein',
  'value/folder': () => 'muss eine Datei sein, kein Ordner',
  'value/path': () => 'muss ein Dateiname ohne Ordner sein',
  'value/file-name-too-long': ({ mostBytes }) => `muss ein Dateiname mit höchstens ${mostBytes} Bytes sein`,
  'value/no-length': () => 'muss eine Zahl von Pixeln oder ein Prozentwert wie `12.5%` sein',
  'value/length-too-short': ({ minimum }) => `muss mindestens ${number(minimum)} px oder ein Prozentwert über 0 sein`,
  'value/no-point': () => 'muss aus zwei Längen bestehen, X und Y, etwa `40, -25%`',
  'value/no-pair': ({ minimum, maximum }) =>
    `muss aus einer oder zwei Zahlen von ${number(minimum)} bis ${number(maximum)} bestehen, etwa \`1.2\` oder \`1.2, 0.8\``,
  'value/no-edges': () => 'muss aus vier Längen ab 0 bestehen (oben, rechts, unten, links), etwa `0, 10%, 0, 10%`',
  'value/no-padding': () => 'muss aus ein bis vier Längen ab 0 bestehen, etwa 20 oder `10, 20`',
  'value/no-percentages': () => 'muss aus zwei Prozentwerten von 0% bis 100% bestehen, X und Y, etwa `50%, 0%`',
  'value/no-ground': () => 'muss eine Farbe wie #f80 oder #ff8000 oder `transparent` sein',
  'value/no-paint': () => 'muss eine Farbe wie #f80 oder #ff8000 sein, oder eine mit Deckkraft, etwa #ff800080',
  'value/no-signed-time': () =>
    'muss eine ganze Zahl von Frames oder eine Zahl von Sekunden wie `1.5s` sein; negative Werte beginnen mit `-`',
  'value/no-part-of-time': () =>
    'muss eine ganze Zahl von Frames, eine Zahl von Sekunden wie `1.5s` oder ein Prozentwert bis 100% sein',
  'value/no-easing': ({ names }) =>
    `muss ${joined(names, 'oder')} sein, oder steps(n), oder cubic-bezier(x1, y1, x2, y2) mit x1 und x2 von 0 bis 1`,
  'value/no-handle': () => 'muss true, false oder zwei Zahlen sein, die erste von 0 bis 1, etwa `0.333, 0`',
  'value/no-outline': ({ widest }) => `muss eine Breite bis ${number(widest)} und eine Farbe sein, etwa \`3, #000000\``,
  'value/no-shadow': ({ widest }) =>
    `muss aus X, Y und Unschärfe, je bis ${number(widest)}, und einer Farbe bestehen, etwa \`0, 3, 8, #000000a0\``,
  'value/no-fonts': () => 'muss aus Namen von Schriften bestehen, getrennt durch Kommas, etwa `Brand, Noto Sans`',
  'value/no-matrix': ({ factor, summand }) =>
    `muss aus 12 oder 20 Zahlen bestehen: Zeilen von Faktoren von -${number(factor)} bis ${number(factor)}, gefolgt von je einem Summanden von -${number(summand)} bis ${number(summand)}`,
  'value/no-gradient': ({ most }) =>
    `muss aus einem Winkel und 2 bis ${most} Farben bestehen, etwa \`90, #000, #f00 30%, #fff\``,
  'value/no-repeat': ({ most }) => `muss eine ganze Zahl von 1 bis ${most} oder forever sein`,
  'value/not-above-zero': () => 'muss größer als 0 sein',
  'value/no-variable-name': () => 'darf nur Buchstaben, Ziffern, `_`, `-` und `.` enthalten',
  'value/no-loudness': ({ minimum, maximum }) =>
    `muss eine Zahl von ${number(minimum)} bis ${number(maximum)} (in LUFS) sein oder none`,
  'value/no-item-name': () =>
    'muss mit einem Buchstaben oder `_` beginnen und aus Buchstaben, Ziffern, `_` und `-` bestehen',
  'value/no-position': () => 'muss eine ganze Zahl außer 0 sein; negative Zahlen zählen vom Ende',
  'value/no-list-placeholder': () =>
    'muss ein einziger Platzhalter einer Liste sein, etwa `${products}` oder `${= range(1, 5)}`',
  'value/no-fields': () => 'muss Felder haben, etwa `{"name": "Tee"}`',
  'value/no-language': () => 'muss ein Sprachkürzel wie de oder pt-BR sein',
  'value/no-choices': () =>
    'muss aus Werten bestehen, getrennt durch Kommas, je `Wert` oder `Wert: Beschriftung`, etwa `gold: Gold, silber`',
  'value/choice-twice': ({ choice }) => `darf jeden Wert nur einmal enthalten, enthält aber ${named(choice)} zweimal`,
  'value/no-choice': ({ choices }) => `muss ${joined(someOf(choices), 'oder')} sein`,
  'value/off-step': ({ step, from }) => `muss ${number(from)} plus ein Vielfaches von ${number(step)} sein`,
  'value/too-many-characters': ({ most, count }) => `ist zu lang: ${count} von ${most} Zeichen`,
  'value/time-out-of-bounds': (bounds) => `muss eine Zeit${within(bounds)} Frames sein`,
};

/** The reasons why a placeholder is malformed. */
export const placeholderMessagesDe: Translation<typeof placeholderMessages> = {
  'placeholder/not-closed': () => 'er ist nicht geschlossen; fügen Sie `}` hinzu',
  'placeholder/not-closed-before-next': () => 'er ist nicht geschlossen; fügen Sie `}` vor dem nächsten `${` hinzu',
  'placeholder/no-name': () => 'er enthält keinen Namen einer Variablen',
  'placeholder/bad-name': () => 'der Name einer Variablen darf nur Buchstaben, Ziffern, `_`, `-` und `.` enthalten',
  'placeholder/brace-in-default': () => 'ein Standardwert mit einer Klammer muss in Anführungszeichen stehen',
  'placeholder/quote-not-closed': ({ quote }) => `das Anführungszeichen ${quote} ist nicht geschlossen`,
  'placeholder/text-after-quotes': () =>
    'nach dem Standardwert in Anführungszeichen dürfen nur `,` und Optionen oder `}` folgen',
  'placeholder/too-many-parts': () =>
    'er hat mehr als drei Teile; ein Standardwert mit einem Komma muss in Anführungszeichen stehen',
  'placeholder/unknown-option': ({ option }) =>
    `${named(option)} ist keine Option; verwenden Sie die Buchstaben U, L, T und E`,
  'placeholder/contradicting-options': () => 'die Optionen U und L widersprechen sich',
};

function within({ minimum, maximum }: Bounds): string {
  if (minimum !== null && maximum !== null) return ` von ${number(minimum)} bis ${number(maximum)}`;
  if (minimum !== null) return ` ab ${number(minimum)}`;
  return maximum === null ? '' : ` bis ${number(maximum)}`;
}

/** The faults of expressions. */
export const expressionMessagesDe: Translation<typeof expressionMessages> = {
  'expression/syntax': (values) =>
    `Der Ausdruck ${named(values.expression)} ist nicht lesbar: ${syntaxReason(values)}.`,
  'expression/function': ({ name, meant }) =>
    `Die Funktion ${named(name)} gibt es nicht${meant === null ? '.' : `; meinten Sie ${named(meant)}?`}`,
  'expression/arguments': ({ name, count, signature }) =>
    `${named(name)} hat eine falsche Zahl von Argumenten (${number(count)}). Schreiben Sie ${named(signature)}.`,
  'expression/value': (values) => `Der Ausdruck ${named(values.expression)} hat keinen Wert: ${valueReason(values)}.`,
  'expression/too-slow': ({ expression, most }) =>
    `Der Ausdruck ${named(expression)} braucht mehr als ${number(most)} Schritte. Verwenden Sie kürzere Listen.`,
  'expression/all-too-slow': ({ expression, most }) =>
    `Alle Ausdrücke zusammen brauchen mehr als ${number(most)} Schritte, daher hat ${named(expression)} keinen Wert. Verwenden Sie kürzere Listen, oder wiederholen Sie weniger Elemente.`,
  'expression/too-many-frames': ({ most, frames }) =>
    `Ein Text mit einer animierten Zahl darf höchstens ${number(most)} Frames haben; diese Ebene hat ${number(frames)}.`,
  'expression/missing': ({ expression, variable }) =>
    `Die Variable ${named(variable)} hat keinen Wert, und der Ausdruck ${named(expression)} braucht einen. ` +
    `Geben Sie ihr einen Wert, oder schreiben Sie ${named(`default(${variable}, …)`)}.`,
};

function syntaxReason({ expression, reason, part, meant }: ExpressionSyntax): string {
  switch (reason) {
    case 'end':
      return expression === ''
        ? 'er ist leer; schreiben Sie einen zwischen `${=` und `}`, wie `${= preis * 2}`'
        : 'er endet zu früh';
    case 'token':
      return `${named(part)} darf hier nicht stehen`;
    case 'quote':
      return `das Anführungszeichen vor ${named(part.slice(1))} ist nicht geschlossen`;
    case 'number':
      return `${named(part)} ist keine Zahl; schreiben Sie bis zu 15 Ziffern und bis zu 15 nach einem Punkt`;
    case 'name':
      return `${named(part)} ist kein Name einer Variablen`;
    case 'operator':
      return `schreiben Sie ${named(meant ?? '')} statt ${named(part)}`;
    case 'depth':
      return 'er hat mehr als 32 Ebenen von Klammern';
    case 'length':
      return 'er hat mehr als 4.000 Zeichen';
  }
}

function valueReason(values: ExpressionValue): string {
  const { reason, given = '' } = values;
  const part = partWithValue(values);
  switch (reason) {
    case 'number':
      return `${part} ist keine Zahl${DECIMAL_COMMA.test(given) ? '; vor Dezimalstellen steht ein Punkt' : ''}`;
    case 'zero':
      return `${part} ist 0, und durch 0 lässt sich nicht teilen`;
    case 'large':
      return `das Ergebnis von ${part} ist zu groß`;
    case 'list':
      return listReason(values, part);
    case 'record':
      return `${part} ist ein Datensatz; verwenden Sie eines seiner Felder${inList(': ', values.options)}`;
    case 'field':
      return `das Feld ${part} gibt es nicht${inList('; die Felder sind ', values.options)}`;
    case 'item':
      return itemReason(values, part);
    case 'date':
      return values.valid === 'years'
        ? `das Ergebnis für ${part} liegt außerhalb der Jahre 1 bis 9999`
        : `${part} ist kein Datum wie 2026-11-28 aus den Jahren 1 bis 9999`;
    case 'empty':
      return `die Liste ${part} ist leer`;
    case 'argument':
      return values.valid === 'other'
        ? `die Texte für ${part} brauchen einen für die Kategorie ${named('other')}`
        : `${part} ist hier nicht gültig${validArgument(values)}`;
  }
}

/** A number with a comma before its decimals. */
const DECIMAL_COMMA = /^\s*-?[\d.]*,\d+\s*$/;

function inList(before: string, names: readonly string[] = []): string {
  return names.length === 0 ? '' : before + someOf(names).join(', ');
}

function listReason({ valid, character }: ExpressionValue, part: string): string {
  if (valid !== 'json') return `${part} ist eine Liste; verwenden Sie \`join\` für ihren Text`;
  const cause =
    character === undefined ? 'Sie ist zu lang oder zu tief' : `Das JSON ist ab Zeichen ${number(character)} falsch`;
  return `${part} ist nicht als Liste lesbar: ${cause}`;
}

function itemReason({ given, most }: ExpressionValue, part: string): string {
  if (most === 0) return given === undefined ? `die Liste ${part} ist leer` : 'die Liste ist leer';
  if (most === undefined) return `an der Stelle ${part} gibt es keinen Eintrag`;
  return `an der Stelle ${part} gibt es keinen Eintrag; die Liste hat ${most === 1 ? '1 Eintrag' : `${number(most)} Einträge`}`;
}

/** Names the part at fault with its value, unless the part is the value. */
function partWithValue({ part, given, item }: ExpressionValue): string {
  const place = item === undefined ? named(part) : `Eintrag ${number(item)} von ${named(part)}`;
  const isLiteral = given !== undefined && part.replace(/^(['"])(.*)\1$/s, '$2') === given;
  if (given === undefined || (isLiteral && item === undefined)) return place;
  return /^\s*$/.test(given) ? `${place} (ein leerer Text)` : `${place} („${shortened(given)}“)`;
}

function validArgument({ valid, least = 0, most = 0, options = [] }: ExpressionValue): string {
  switch (valid) {
    case 'whole':
      return `; schreiben Sie eine ganze Zahl von ${number(least)} bis ${number(most)}`;
    case 'options':
      return `; schreiben Sie ${joined(options.map(named), 'oder')}`;
    case 'category':
      return `; schreiben Sie ${joined([...options.map(named), 'eine Zahl wie `=0`'], 'oder')}`;
    case 'style':
      return `; schreiben Sie ${joined([...options.map(named), 'ein Muster wie `d. MMMM y`'], 'oder')}`;
    case 'currency':
      return '; schreiben Sie drei Großbuchstaben wie `EUR`';
    case 'language':
      return '; schreiben Sie ein Sprachkürzel wie `de`';
    case 'text':
      return '; schreiben Sie einen Text, der nicht leer ist';
    case 'character':
      return '; schreiben Sie ein einziges Zeichen';
    case 'duration':
      return '; schreiben Sie ein Muster der Buchstaben `d`, `h`, `m` und `s`, wie `h:mm`';
    case 'color':
      return '; schreiben Sie eine Farbe wie `#f80` oder `#ff8000`';
    case 'share':
      return '; schreiben Sie eine Zahl von 0 bis 1';
    case 'positive':
      return '; schreiben Sie 0 oder eine größere Zahl';
    case 'low':
      return `; die Untergrenze darf höchstens ${number(most)} sein`;
    case 'step':
      return '; schreiben Sie eine Schrittweite ungleich 0';
    case 'count':
      return `; ein Bereich darf höchstens ${number(most)} Zahlen haben`;
    default:
      return '';
  }
}
