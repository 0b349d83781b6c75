import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import { type ParsedValue, type Placeholder, parseValue } from '../placeholders/placeholder.ts';
import type { Declaration } from '../variables/declarations.ts';
import { refusalOf } from '../variables/judge-value.ts';
import type { ReadingContext } from './reading-context.ts';

/** Where a variable is used: an attribute, or the text of an element under that name. */
interface Use {
  readonly element: ElementNode;
  readonly attribute: string;
}

/**
 * Whether the variables of a value have values that their declarations take; logs which do not. One without a value is for
 * whoever fills it in to tell.
 */
export function areAsDeclared(context: ReadingContext, use: Use, { pieces }: ParsedValue): boolean {
  return placeholdersOf(pieces).every((each) => {
    const text = givenText(context, each);
    return text === undefined || isAsDeclared(context, use, each.name, text);
  });
}

/** Says which variables of an element's condition are not as declared. One without a value is the empty text there. */
export function judgeCondition(context: ReadingContext, element: ElementNode): void {
  const { declarations } = context;
  if (declarations === undefined || declarations.size === 0) return;
  const use: Use = { element, attribute: 'condition' };
  for (const each of placeholdersOf(parseValue(attributeValue(element, 'condition') ?? '').pieces))
    isAsDeclared(context, use, each.name, givenText(context, each) ?? '');
}

function placeholdersOf(pieces: ParsedValue['pieces']): readonly Placeholder[] {
  return pieces.filter((piece) => piece.kind === 'placeholder');
}

function givenText({ values, defaults }: ReadingContext, { name, default: own }: Placeholder): string | undefined {
  return values.get(name) ?? own ?? defaults.get(name);
}

function isAsDeclared(context: ReadingContext, use: Use, name: string, text: string): boolean {
  const declaration = context.declarations?.get(name);
  if (declaration === undefined) return true;
  if (text.trim() === '') return !declaration.required || isWithoutValue(context, use, name);
  // The declaration's own default is judged where it stands.
  if (text === declaration.default && !context.values.has(name)) return true;
  return isTaken(context, use, declaration, text);
}

function isWithoutValue({ missing, ignored, log }: ReadingContext, use: Use, name: string): false {
  if (missing === 'ignore') ignored.add(name);
  else
    log.add('variable/missing', { node: use.element.id, attribute: use.attribute }, () =>
      statement('variable/empty', { variable: shortened(name) }),
    );
  return false;
}

function isTaken({ rate, log }: ReadingContext, use: Use, declaration: Declaration, text: string): boolean {
  const reason = refusalOf(declaration, text, rate);
  if (reason === null) return true;
  log.add('variable/refused', { node: use.element.id, attribute: use.attribute }, () =>
    statement('variable/not-as-declared', {
      variable: shortened(declaration.name),
      text: shortened(text),
      reason,
    }),
  );
  // A text that is too long is an error, and is shown as it is: people see how much of it fits.
  return reason.code === 'value/too-many-characters';
}
