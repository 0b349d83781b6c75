import { type Statement, statement } from '../../messages/statement.ts';

/** saxes' words for a `/` in a start tag that is not behind everything. */
export const LONE_SLASH = 'forward-slash in opening tag not followed by >.';

/** saxes' words for what is wrong in a start tag, as statements. */
export const startTagStatements: ReadonlyMap<string, (character: string | null) => Statement> = new Map<
  string,
  (character: string | null) => Statement
>([
  ['disallowed character in tag name.', (character) => statement('xml/character-in-element-name', { character })],
  ['disallowed character in attribute name.', (character) => statement('xml/character-in-tag', { character })],
  ['attribute without value.', () => statement('xml/attribute-without-value')],
  ['unquoted attribute value.', () => statement('xml/value-without-quotes')],
  ['no whitespace between attributes.', () => statement('xml/no-space-between-attributes')],
  [LONE_SLASH, () => statement('xml/lone-slash')],
]);

/** saxes' words for what is wrong in an XML declaration or in a processing instruction's target. */
const declarationStatements: ReadonlyMap<string, Statement> = new Map<string, Statement>([
  ['an XML declaration must be at the start of the document.', statement('xml/declaration-not-first')],
  ['the XML declaration must appear at the start of the document.', statement('xml/declaration-in-capitals')],
  ['did not expect any more name/value pairs.', statement('xml/declaration-with-more')],
  ['XML declaration is incomplete.', statement('xml/declaration-incomplete')],
  ['XML declaration must contain a version.', statement('xml/declaration-without-version')],
  ['value required.', statement('xml/declaration-value-missing')],
  ['value must be quoted.', statement('xml/declaration-without-quotes')],
  ['version number must match /^1\\.[0-9]+$/.', statement('xml/declaration-version')],
  ['encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.', statement('xml/declaration-encoding-name')],
  ['standalone value must match "yes" or "no".', statement('xml/declaration-standalone')],
  ['whitespace required.', statement('xml/declaration-without-space')],
  ['processing instruction without a target.', statement('xml/instruction-without-name')],
  ['disallowed character in processing instruction name.', statement('xml/instruction-name')],
  ['The character ? is disallowed anywhere in XML declarations.', statement('xml/declaration-end')],
]);

/** What is said of a fault between `<?` and `?>`; null when the fault is of another kind. */
export function declarationStatement(words: string): Statement | null {
  const known = declarationStatements.get(words);
  if (known !== undefined) return known;
  // `expected the name version.` and `expected one of encoding, standalone`
  if (/^expected (?:the name|one of) /.test(words)) return statement('xml/declaration-order');
  return null;
}

/** What a text ends in the middle of, by how that begins; and what is to be done. */
export function unfinishedStatement(beginning: string): Statement {
  if (beginning.startsWith('<!--')) return statement('xml/unfinished-comment');
  if (beginning.startsWith('<![CDATA[')) return statement('xml/unfinished-cdata');
  if (beginning.startsWith('<!')) return statement('xml/unfinished-markup');
  if (beginning.startsWith('<?xml')) return statement('xml/unfinished-declaration');
  if (beginning.startsWith('<?')) return statement('xml/unfinished-instruction');
  if (beginning.startsWith('</')) return statement('xml/unfinished-end-tag');
  if (!beginning.startsWith('<')) return statement('xml/unfinished-text');
  return statement('xml/unfinished-tag');
}

/** A character as statements have it: itself, or its number where it cannot be seen; null at the end of the text. */
export function shownCharacter(text: string, offset: number): string | null {
  const code = text.codePointAt(offset);
  if (code === undefined) return null;
  if (code <= 0x20 || (code >= 0x7f && code <= 0xa0)) return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return String.fromCodePoint(code);
}
