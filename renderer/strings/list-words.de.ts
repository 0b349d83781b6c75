import { elementRegistry } from '#shared/template/tables/elements.ts';
import { prefixedBy } from './layer-words.de.ts';
import type { SpecWords } from './registry-words.ts';
import { variableWords } from './variable-words.de.ts';

/** The labels and descriptions of the attributes that repeat an element. */
const repeatWords = {
  each: {
    label: 'Für jeden',
    description: 'Eine Liste wie `${products}` oder `${= range(1, 5)}`. Das Element wird für jeden Eintrag wiederholt.',
  },
  as: {
    label: 'Eintragsname',
    description:
      'Name des Eintrags im wiederholten Element: Mit `product` ist `${product.price}` ein Feld des Eintrags.',
  },
  where: { label: 'Nur wenn', description: 'Bedingung, die Einträge auswählt, etwa `${item.price} > 0`.' },
  sort: {
    label: 'Sortierung',
    description:
      'Felder, getrennt durch Kommas. Ein `-` vor einem Feld kehrt seine Reihenfolge um. Der Eintragsname sortiert nach dem Eintrag selbst.',
  },
  reverse: { label: 'Umkehren', description: 'Ob die Einträge in umgekehrter Reihenfolge stehen.' },
  from: {
    label: 'Ab Eintrag',
    description: 'Position des ersten Eintrags, ab `1`. `-1` ist der letzte Eintrag der Liste, `-2` der davor.',
  },
  to: {
    label: 'Bis Eintrag',
    description: 'Position des letzten Eintrags, ab `1`. `-1` ist der letzte Eintrag der Liste, `-2` der davor.',
  },
  step: { label: 'Schrittweite', description: '`2` nimmt jeden zweiten Eintrag.' },
} as const;

type Elements = typeof elementRegistry;
/** The name of an element that can be repeated. */
type RepeatedElement = {
  [Name in keyof Elements]: Elements[Name]['attributes'] extends { readonly each: unknown } ? Name : never;
}[keyof Elements];
type RepeatWords = Readonly<Record<`${RepeatedElement}/${keyof typeof repeatWords}`, SpecWords>>;

const repeatEntries = Object.entries(elementRegistry).flatMap(([name, { attributes }]) =>
  'each' in attributes ? Object.entries(prefixedBy(name, repeatWords)) : [],
);

const { group: _group, name: _name, ...fieldWords } = variableWords;

/** The labels and descriptions of lists: repeated elements, fields, and items. */
export const listWords = {
  ...(Object.fromEntries(repeatEntries) as RepeatWords),
  field: {
    label: 'Feld',
    description:
      'Deklariert ein Feld der Einträge einer Liste. Ein Feld kann selbst eine Liste mit Feldern sein, bis zu 3 Listen tief.',
  },
  ...prefixedBy('field', {
    name: { label: 'Name', description: 'Name des Feldes; jedes Feld einer Liste hat eine Deklaration.' },
    ...fieldWords,
  }),
  item: {
    label: 'Eintrag',
    description: 'Ein Eintrag des Standardwerts einer Liste. Die Attribute sind die Felder der Liste.',
  },
} as const;
