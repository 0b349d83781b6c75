import type { Variable } from '#shared/resolve/variables.ts';
import type { FieldDeclaration } from '#shared/template/variables/declarations.ts';

/** Values that the variables permit, but that the designer did not expect. */
export type DataSet = Readonly<Record<string, string>>;

const LONG =
  'Wolfgang Amadeus Theophilus von und zu Hohenlohe-Langenburg-Schillingsfürst, Königlich Bayerischer Hofkapellmeister ' +
  'zu Unterpfaffenhofen-Germering and his sister Maximiliane Wilhelmine of the Donaudampfschifffahrtsgesellschaft, ' +
  'who moved with all their grandchildren to Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch in the spring ';
const ARABIC =
  'عائشة بنت عبد الرحمن القرطبية تدعوكم إلى حفل كبير في حديقة البيت القديم عند غروب الشمس مع كل الأصدقاء والجيران ' +
  'من المدينة كلها حيث نغني ونأكل ونضحك حتى آخر الليل تحت النجوم ';

/** The types of fields that a user can leave empty. A color or a font always has a value. */
const LEFT_OUT: ReadonlySet<string> = new Set(['text', 'number', 'image', 'video', 'sound']);

/** Pictures that replace the pictures of a design, by name. */
export interface OddPictures {
  /** A picture that is much higher than wide. */
  readonly portrait: string;
  /** A picture that is much wider than high. */
  readonly banner: string;
  /** A black and white checkerboard. It puts both colors under every letter. */
  readonly checks: string;
}

/** The rules that a value of a variable or of a field must follow. */
type Rules = Pick<FieldDeclaration, 'type' | 'maxlength' | 'min' | 'max' | 'required' | 'choices' | 'list'>;

/** The values of one data set. Without a value for a type, variables stay unchanged and fields stay empty. */
interface Fillings {
  readonly text?: (most: number) => string;
  readonly number?: 'min' | 'max';
  /** The name of a picture. */
  readonly image?: string;
  /** The number of items of lists. `default` fills the default items with new values. */
  readonly items: 'min' | 'max' | 'default';
}

/** Returns data sets by the property that makes them unusual. */
export function unplannedData(
  variables: readonly Variable[],
  pictures: OddPictures,
): Readonly<Record<string, DataSet>> {
  const made = (fillings: Fillings) => each(variables, (variable) => madeValue(variable, fillings));
  const { portrait, banner, checks } = pictures;
  return {
    'very long words': made({ text: (most) => filled(LONG, most), number: 'max', items: 'max' }),
    'one word without end': made({ text: (most) => 'W'.repeat(most), number: 'min', items: 'max' }),
    Arabic: made({ text: (most) => filled(ARABIC, most), items: 'max' }),
    'one letter': made({ text: () => 'W', image: portrait, items: 'min' }),
    'a banner for a picture': made({ text: (most) => filled('lorem ipsum ', most), image: banner, items: 'max' }),
    'black and white pictures': made({ image: checks, items: 'default' }),
    'nothing that is not required': each(variables, (variable) => {
      const { declaration } = variable;
      if (declaration?.list) return listOf(variable, declaration, { items: 'min' });
      if (declaration === null || declaration.required || isPart(variable)) return null;
      return LEFT_OUT.has(declaration.type ?? 'text') ? '' : null;
    }),
  };
}

function each(variables: readonly Variable[], value: (variable: Variable) => string | null): DataSet {
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const given = value(variable);
      return given === null ? [] : [[variable.name, given]];
    }),
  );
}

function madeValue(variable: Variable, fillings: Fillings): string | null {
  const { type, declaration } = variable;
  if (declaration === null) return type === 'media' ? (fillings.image ?? null) : null;
  if (isPart(variable)) return null;
  return declaration.list === null ? scalarOf(declaration, fillings, 0) : listOf(variable, declaration, fillings);
}

/**
 * Returns a value that follows the rules; null if the fillings have no value for the type. `index` is the number of the
 * item, from 0.
 */
function scalarOf({ type, maxlength, choices, ...bounds }: Rules, fillings: Fillings, index: number): string | null {
  switch (type) {
    case 'image':
      return fillings.image ?? null;
    case 'number': {
      const bound = fillings.number === undefined ? null : bounds[fillings.number];
      return bound === null ? null : String(bound);
    }
    case 'choice':
      return fillings.number === 'max' ? (choices[index % choices.length]?.value ?? null) : null;
    case 'text':
    case null:
      return fillings.text?.(maxlength ?? 40).trim() ?? null;
    default:
      return null;
  }
}

/** Returns the JSON text of a list. Its items always have the required fields. */
function listOf({ default: fallback }: Pick<Variable, 'default'>, rules: Rules, fillings: Fillings): string {
  const defaults: readonly Readonly<Record<string, string>>[] = JSON.parse(fallback ?? '[]');
  const count = fillings.items === 'default' ? defaults.length : (rules[fillings.items] ?? 0);
  const items = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      (rules.list?.fields ?? []).flatMap((field) => {
        const known = fillings.items === 'default' ? defaults[index]?.[field.name] : undefined;
        const needed = field.required ? (defaults[0]?.[field.name] ?? 'W') : undefined;
        const value = scalarOf(field, fillings, index) ?? known ?? needed;
        return value === undefined ? [] : [[field.name, value]];
      }),
    ),
  );
  return JSON.stringify(items);
}

/** Returns whether a variable selects the visible part of a picture. The form sets such a variable, not the user. */
export function isPart({ uses }: Variable): boolean {
  return uses.some(({ attribute }) => attribute === 'focus' || attribute === 'crop');
}

/** Returns a text of the given length by repeating a text. */
function filled(text: string, most: number): string {
  return [...text.repeat(Math.ceil(most / text.length))].slice(0, most).join('');
}
