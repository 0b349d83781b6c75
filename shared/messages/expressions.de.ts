import type { ExpressionSyntax, ExpressionValue, expressionMessages } from './expressions.en.ts';
import { number } from './german-numbers.ts';
import { named } from './quoting.ts';
import type { Translation } from './translation.ts';

/** The faults of expressions. */
export const expressionMessagesDe: Translation<typeof expressionMessages> = {
  'expression/syntax': (values) =>
    `Der Ausdruck ${named(values.expression)} ist nicht lesbar: ${syntaxReason(values)}.`,
  'expression/function': ({ name, meant }) =>
    `Die Funktion ${named(name)} gibt es nicht${meant === null ? '.' : `; meinten Sie ${named(meant)}?`}`,
  'expression/arguments': ({ name, count, signature }) =>
    `${named(name)} hat eine falsche Zahl von Argumenten (${number(count)}); schreiben Sie ${named(signature)}.`,
  'expression/value': (values) =>
    `Der Ausdruck ${named(values.expression)} hat keinen Wert: ${valueReason(values)}.`,
  'expression/too-slow': ({ expression, most }) =>
    `Der Ausdruck ${named(expression)} braucht mehr als ${number(most)} Schritte; verwenden Sie kürzere Listen.`,
  'expression/missing': ({ expression, variable }) =>
    `Die Variable ${named(variable)} hat keinen Wert, und der Ausdruck ${named(expression)} braucht einen. ` +
    `Geben Sie ihr einen Wert, oder schreiben Sie ${named(`default(${variable}, …)`)}.`,
};

function syntaxReason({ reason, part, meant }: ExpressionSyntax): string {
  switch (reason) {
    case 'end':
      return 'er endet zu früh';
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

function valueReason({ reason, part }: ExpressionValue): string {
  switch (reason) {
    case 'number':
      return `${named(part)} ist keine Zahl`;
    case 'zero':
      return `${named(part)} ist 0, und durch 0 lässt sich nicht teilen`;
    case 'large':
      return `das Ergebnis von ${named(part)} ist zu groß`;
    case 'list':
      return `${named(part)} ist eine Liste oder der Text einer Liste, der nicht lesbar ist; \`join\` gibt ihren Text`;
    case 'record':
      return `${named(part)} ist ein Datensatz; nehmen Sie eines seiner Felder`;
    case 'field':
      return `das Feld ${named(part)} gibt es nicht`;
    case 'item':
      return `an der Stelle ${named(part)} gibt es keinen Eintrag`;
    case 'date':
      return `${named(part)} ist kein Datum wie 2026-11-28 aus den Jahren 1 bis 9999`;
    case 'empty':
      return `die Liste ${named(part)} ist leer`;
    case 'argument':
      return `${named(part)} ist kein gültiges Argument`;
  }
}
