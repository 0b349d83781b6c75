import { prefixedBy } from './layer-words.de.ts';
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

const { group: _group, name: _name, ...fieldWords } = variableWords;

/** The labels and descriptions of lists: repeated elements, fields, and items. */
export const listWords = {
  ...prefixedBy('scene', repeatWords),
  ...prefixedBy('video', repeatWords),
  ...prefixedBy('image', repeatWords),
  ...prefixedBy('text', repeatWords),
  ...prefixedBy('span', repeatWords),
  ...prefixedBy('captions', repeatWords),
  ...prefixedBy('cue', repeatWords),
  ...prefixedBy('solid', repeatWords),
  ...prefixedBy('shape', repeatWords),
  ...prefixedBy('code', repeatWords),
  ...prefixedBy('group', repeatWords),
  ...prefixedBy('audio', repeatWords),
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
