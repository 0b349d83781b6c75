import { number } from './german-numbers.ts';
import type { listMessages, UnreadableList } from './lists.en.ts';
import { joined, named, quoted } from './quoting.ts';
import type { Translation } from './translation.ts';

/** Problems of lists and of the elements that they repeat. */
export const listMessagesDe: Translation<typeof listMessages> = {
  'list/unreadable': ({ list, reason, most }) =>
    `Die Liste ${named(list)} lässt sich nicht lesen: ${unreadableReason(reason, most)}.`,
  'list/count': ({ list, count, min, max }) =>
    `Die Liste ${named(list)} hat ${items(count)}; sie muss ${min === max ? items(min) : `${number(min)} bis ${items(max)}`} haben.`,
  'list/field': ({ field, list, fields }) =>
    `Die Liste ${named(list)} hat kein Feld ${named(field)}, deshalb wird dieser Wert nicht verwendet. ` +
    `${fields.length === 0 ? 'Fügen Sie ein `field` mit diesem Namen hinzu.' : `Die Felder sind ${joined(fields.map(named), 'und')}.`}`,
  'list/sort': ({ field, list, meant, fields }) =>
    `Die Liste ${named(list)} hat kein Feld ${named(field)}, deshalb wird nicht danach sortiert. ` +
    (meant === null
      ? `Sortieren lässt sie sich nach ${joined(fields.map(named), 'oder')}.`
      : `Meinten Sie ${named(meant)}?`),
  'list/refused': ({ list, item, field, text, reason }, say) =>
    `Eintrag ${number(item)} von ${named(list)}: ${field === null ? 'Der Wert' : named(field)} ${say(reason)}; der Wert ist ${quoted(text)}.`,
  'list/missing': ({ list, item, field }) =>
    `Eintrag ${number(item)} von ${named(list)}: ${named(field)} ist erforderlich, aber leer. Geben Sie einen Wert ein.`,
  'list/too-many': ({ element, items: count, elements, scenes }) =>
    `Mit ${items(count, true)} für ${named(element)} hat die Vorlage mehr als ${number(elements)} Elemente oder ${number(scenes)} Szenen; ` +
    'verwenden Sie kürzere Listen.',
  'list/too-many-fields': ({ most }) => `Eine Liste darf höchstens ${number(most)} Felder haben. Entfernen Sie einige.`,
  'list/too-deep': ({ most }) =>
    `Wiederholte Elemente dürfen ${number(most)} Ebenen tief verschachtelt sein; dieses liegt tiefer.`,
  'list/fields-too-deep': ({ most }) =>
    `Listen dürfen ${number(most)} Ebenen tief verschachtelt sein; dieses Feld liegt tiefer.`,
  'list/default-twice': () =>
    'Die Liste hat sowohl `default` als auch `item`; `default` wird verwendet. Entfernen Sie eines davon.',
  'list/in-item': ({ problem, lists, indexes }, say) =>
    `${say(problem)} Das betrifft ${lists.map((list, at) => `Eintrag ${number(indexes[at] ?? 0)} von ${named(list)}`).join(', ')}.`,
  'list/others': ({ problem, count }, say) =>
    `${say(problem)} ${count === 1 ? 'Ein weiterer Eintrag hat' : `${number(count)} weitere Einträge haben`} dasselbe Problem.`,
};

function items(count: number, isDative = false): string {
  if (count === 1) return isDative ? 'einem Eintrag' : 'einen Eintrag';
  return `${number(count)} ${isDative ? 'Einträgen' : 'Einträge'}`;
}

function unreadableReason(reason: UnreadableList['reason'], most: number): string {
  switch (reason) {
    case 'syntax':
      return 'Sie ist kein gültiges JSON-Array';
    case 'nested':
      return 'Ein Array steht direkt in einem Array; legen Sie es in ein Feld';
    case 'depth':
      return 'Ihre Listen sind zu tief verschachtelt';
    case 'long':
      return `Sie hat mehr als ${number(most)} Einträge`;
    case 'fields':
      return 'Ein Eintrag hat zu viele Felder';
    case 'number':
      return 'Eine Zahl ist zu groß; schreiben Sie sie als Text';
    default:
      return reason satisfies never;
  }
}
