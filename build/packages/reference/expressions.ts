import { MAX_STEPS } from '#shared/expressions/evaluate.ts';
import type { FunctionSpec } from '#shared/expressions/expression.ts';
import { type FunctionGroup, functionGroups, signatureOf } from '#shared/expressions/functions.ts';
import { MAX_ITEMS } from '#shared/expressions/list-text.ts';
import { MAX_DEPTH, MAX_LENGTH } from '#shared/expressions/parse.ts';
import { MAX_ALL_STEPS } from '#shared/expressions/steps.ts';

const GROUP_WORDS: Readonly<Record<FunctionGroup, string>> = {
  choices: 'Choices',
  numbers: 'Numbers',
  texts: 'Texts',
  lists: 'Lists',
  dates: 'Dates',
  colors: 'Colors',
  formats: 'Formats',
};

/** The end of a month in `datediff`. The vectors v180 and v484 contain both examples. */
const MONTHS = `
\`datediff\` in months returns the number n farthest from zero for which \`dateadd(a, n, 'month')\` does not pass b; years
are whole groups of 12 such months. At the end of a month, the direction matters:

- \`datediff('2026-01-31', '2026-02-28', 'month')\` is \`1\`, because a month after January 31 is February 28.
- \`datediff('2026-02-28', '2026-01-31', 'month')\` is \`0\`, because a month before February 28 is January 28, which
  passes January 31.
`;

/** Describes expressions, with a table of their functions. */
export function expressionSection(): string {
  const tables = Object.entries(functionGroups).map(
    ([group, functions]) =>
      `### ${GROUP_WORDS[group as FunctionGroup]}\n\n${functionTable(functions)}${group === 'dates' ? MONTHS : ''}`,
  );
  return `## Expressions

\`\${= expression}\` computes a value. It can be used wherever a placeholder can be used: in values of attributes, in texts,
and in conditions, alone or within other text. It ends at the first \`}\` outside of quotes. In XML \`<\` is written \`&lt;\`.

\`\`\`xml
<text content="\${= count(products)} \${= plural(count(products), 'one', 'product', 'other', 'products')}"/>
<solid width="\${= clamp(share, 0, 1) * 100}%" color="\${= share > 0.5 ? '#2a9d4a' : '#d8342b'}"/>
\`\`\`

\`\`\`text
expression = or [ "?" expression ":" expression ]
or         = and { "or" and }
and        = not { "and" not }
not        = [ "not" ] test
test       = join [ ( "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) join ]
join       = sum { "~" sum }
sum        = product { ( "+" | "-" ) product }
product    = unary { ( "*" | "/" | "%" ) unary }
unary      = [ "-" | "+" ] step
step       = primary { "." name | "[" expression "]" }
primary    = number | text | "true" | "false" | name | call | list | "(" expression ")"
call       = name "(" [ expression { "," expression } ] ")"
list       = "[" [ expression { "," expression } ] "]"
\`\`\`

- **Names** are variables. A name with other characters than letters, digits, \`_\`, and points is written in backquotes:
  \`\` \`first-name\` \`\`. \`language\` is the film's language, and \`direction\` is \`ltr\` or \`rtl\`.
- **Texts** are in \`'…'\` or \`"…"\`; double the quote inside of them.
- **Numbers** are exact decimals. Each operation is rounded to 34 significant digits, halves away from zero. A number in a
  text has at most 15 decimals. \`a % b\` has the sign of \`b\`. A number of 10¹⁸ or more is a fault.
- **\`~\`** joins texts. Comparisons are the same as in [conditions](#conditions).
- **Lists**: a variable is a list if it has no declared type and its text is a JSON array. \`list[1]\` is the first item,
  \`list[-1]\` the last, and \`item.field\` or \`item['field']\` is a field. Where a function needs a list, another text is
  read as values with commas between, or as lines if it has several. A list has at most ${MAX_ITEMS.toLocaleString('en')} items.
- In \`each\` and \`condition\` of a function, \`item\`, \`index\` (from 1), \`count\`, \`first\`, and \`last\` are the names of the item.
- A variable without a value is a fault (\`variable/missing\`), except in \`default\` and \`given\`. In a condition it is the
  empty text.
- An expression has no loops, no time, and no randomness. It has at most ${MAX_LENGTH.toLocaleString('en')} characters, ${MAX_DEPTH} levels of parentheses, and
  ${MAX_STEPS.toLocaleString('en')} steps; all expressions of a film have at most ${MAX_ALL_STEPS.toLocaleString('en')} steps.
- A fault is reported at its character. Parts that do not play are checked for syntax, functions, and the number of
  arguments.
- [Formats by language](#formats-by-language) describes the functions of the last table.

${tables.join('\n')}`;
}

function functionTable(functions: Readonly<Record<string, FunctionSpec>>): string {
  const rows = Object.entries(functions).map(([name, spec]) => {
    const [example, result] = spec.example;
    return `| \`${signatureOf(name, spec)}\` | ${spec.description} | \`${example}\` is \`${result}\` |`;
  });
  return `| function | result | example |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
