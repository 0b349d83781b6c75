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
const OPTIONAL_TYPES: ReadonlySet<string> = new Set(['text', 'number', 'image', 'video', 'sound']);

/** Pictures that replace the pictures of a design, by name. */
export interface UnusualPictures {
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
interface SampleValues {
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
  pictures: UnusualPictures,
): Readonly<Record<string, DataSet>> {
  const filledWith = (samples: SampleValues) => each(variables, (variable) => sampleValue(variable, samples));
  const { portrait, banner, checks } = pictures;
  return {
    'very long words': filledWith({ text: (most) => repeatedText(LONG, most), number: 'max', items: 'max' }),
    'one word without end': filledWith({ text: (most) => 'W'.repeat(most), number: 'min', items: 'max' }),
    Arabic: filledWith({ text: (most) => repeatedText(ARABIC, most), items: 'max' }),
    'one letter': filledWith({ text: () => 'W', image: portrait, items: 'min' }),
    'a banner for a picture': filledWith({
      text: (most) => repeatedText('lorem ipsum ', most),
      image: banner,
      items: 'max',
    }),
    'black and white pictures': filledWith({ image: checks, items: 'default' }),
    'nothing that is not required': each(variables, (variable) => {
      const { declaration } = variable;
      if (declaration?.list) return listOf(variable, declaration, { items: 'min' });
      if (declaration === null || declaration.required || isPart(variable)) return null;
      return OPTIONAL_TYPES.has(declaration.type ?? 'text') ? '' : null;
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

function sampleValue(variable: Variable, samples: SampleValues): string | null {
  const { type, declaration } = variable;
  if (declaration === null) return type === 'media' ? (samples.image ?? null) : null;
  if (isPart(variable)) return null;
  return declaration.list === null ? scalarOf(declaration, samples, 0) : listOf(variable, declaration, samples);
}

/**
 * Returns a value that follows the rules; null if the samples have no value for the type. `index` is the number of the
 * item, from 0.
 */
function scalarOf({ type, maxlength, choices, ...bounds }: Rules, samples: SampleValues, index: number): string | null {
  switch (type) {
    case 'image':
      return samples.image ?? null;
    case 'number': {
      const bound = samples.number === undefined ? null : bounds[samples.number];
      return bound === null ? null : String(bound);
    }
    case 'choice':
      return samples.number === 'max' ? (choices[index % choices.length]?.value ?? null) : null;
    case 'text':
    case null:
      return samples.text?.(maxlength ?? 40).trim() ?? null;
    default:
      return null;
  }
}

/** Returns the JSON text of a list. Its items always have the required fields. */
function listOf({ default: fallback }: Pick<Variable, 'default'>, rules: Rules, samples: SampleValues): string {
  const defaults: readonly Readonly<Record<string, string>>[] = JSON.parse(fallback ?? '[]');
  const count = samples.items === 'default' ? defaults.length : (rules[samples.items] ?? 0);
  const items = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      (rules.list?.fields ?? []).flatMap((field) => {
        const known = samples.items === 'default' ? defaults[index]?.[field.name] : undefined;
        const needed = field.required ? (defaults[0]?.[field.name] ?? 'W') : undefined;
        const value = scalarOf(field, samples, index) ?? known ?? needed;
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
function repeatedText(text: string, most: number): string {
  return [...text.repeat(Math.ceil(most / text.length))].slice(0, most).join('');
}
