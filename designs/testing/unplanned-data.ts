import type { Variable } from '#shared/resolve/variables.ts';

/** Values that the variables permit and that no designer planned. */
export type DataSet = Readonly<Record<string, string>>;

const LONG =
  'Wolfgang Amadeus Theophilus von und zu Hohenlohe-Langenburg-Schillingsfürst, Königlich Bayerischer Hofkapellmeister ' +
  'zu Unterpfaffenhofen-Germering and his sister Maximiliane Wilhelmine of the Donaudampfschifffahrtsgesellschaft, ' +
  'who moved with all their grandchildren to Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch in the spring ';
const ARABIC =
  'عائشة بنت عبد الرحمن القرطبية تدعوكم إلى حفل كبير في حديقة البيت القديم عند غروب الشمس مع كل الأصدقاء والجيران ' +
  'من المدينة كلها حيث نغني ونأكل ونضحك حتى آخر الليل تحت النجوم ';

/** The types that a form can leave empty. A color or a font always has a value. */
const LEFT_OUT: ReadonlySet<string> = new Set(['text', 'number', 'image', 'video', 'sound']);

/** Pictures that replace the pictures of a design, by name. */
export interface OddPictures {
  /** A picture that is much higher than wide. */
  readonly portrait: string;
  /** A picture that is much wider than high. */
  readonly banner: string;
  /** A white and black checkerboard, which is partly under every letter. */
  readonly checks: string;
}

/** Returns sets of values by their special property. */
export function unplannedData(
  variables: readonly Variable[],
  pictures: OddPictures,
): Readonly<Record<string, DataSet>> {
  const texts = (make: (most: number) => string) => each(variables, (variable) => textOf(variable, make));
  const images = (name: string) =>
    each(variables, ({ type, declaration }) => (isImage(type, declaration) ? name : null));
  return {
    'very long words': { ...texts((most) => filled(LONG, most)), ...numbers(variables, 'max') },
    'one word without end': { ...texts((most) => 'W'.repeat(most)), ...numbers(variables, 'min') },
    Arabic: texts((most) => filled(ARABIC, most)),
    'one letter': { ...texts(() => 'W'), ...images(pictures.portrait) },
    'a banner for a picture': { ...texts((most) => filled('lorem ipsum ', most)), ...images(pictures.banner) },
    'black and white pictures': images(pictures.checks),
    'nothing that is not required': each(variables, (variable) => {
      const { declaration } = variable;
      if (declaration === null || declaration.required || isPart(variable)) return null;
      return LEFT_OUT.has(declaration.type ?? 'text') ? '' : null;
    }),
  };
}

/** Returns whether a variable is a picture. */
function isImage(type: Variable['type'], declaration: Variable['declaration']): boolean {
  return declaration?.type === 'image' || (declaration === null && type === 'media');
}

function each(variables: readonly Variable[], value: (variable: Variable) => string | null): DataSet {
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const given = value(variable);
      return given === null ? [] : [[variable.name, given]];
    }),
  );
}

/** Returns whether a variable selects the visible part of a picture. The form sets it instead of the user. */
export function isPart({ uses }: Variable): boolean {
  return uses.some(({ attribute }) => attribute === 'focus' || attribute === 'crop');
}

function textOf(variable: Variable, make: (most: number) => string): string | null {
  const { declaration } = variable;
  if (declaration?.type !== 'text' || isPart(variable)) return null;
  return make(declaration.maxlength ?? 40).trim();
}

function numbers(variables: readonly Variable[], bound: 'min' | 'max'): DataSet {
  return each(variables, ({ declaration }) =>
    declaration?.type === 'number' && declaration[bound] !== null ? String(declaration[bound]) : null,
  );
}

/** Returns a text of the given length by repeating a text. */
function filled(text: string, most: number): string {
  return [...text.repeat(Math.ceil(most / text.length))].slice(0, most).join('');
}
