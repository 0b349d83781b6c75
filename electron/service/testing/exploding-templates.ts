/** A template of a few hundred kilobytes whose values would fill the memory, and the values of its variables. */
export interface ExplodingTemplate {
  readonly xml: string;
  readonly values: Readonly<Record<string, string>>;
  /** The line of the error. */
  readonly line: number;
  /** The text of the error. */
  readonly message: string;
}

function movie(scenes: string): string {
  return `<movie width="320" height="180" framerate="25">\n${scenes}</movie>\n`;
}

/** The templates, by the cause of the huge size. */
export const explodingTemplates: Readonly<Record<string, ExplodingTemplate>> = {
  'a default of 45,000 characters that nine names have 11,000 times': {
    xml: movie(
      `<scene duration="1" name="\${v,'${'A'.repeat(45_000)}'}"/>\n` +
        `<scene duration="1" name="${'${v}'.repeat(11_000)}"/>\n`.repeat(9),
    ),
    values: {},
    line: 3,
    message: '`name` of `scene` has more than 1 MiB with the variable `v` filled in. Shorten it.',
  },
  'a value of 600 kB in 2,500 places': {
    xml: movie('<scene duration="1" name="${v,a,UE}"/>\n'.repeat(2500)),
    values: { v: 'x'.repeat(600_000) },
    line: 29,
    message:
      'The values up to `name` of `scene` have more than 16 MiB together with their variables filled in. Shorten them.',
  },
};
