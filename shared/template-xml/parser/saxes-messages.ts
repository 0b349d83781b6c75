import { type Message, message } from '../../messages/message.ts';

/** The message of saxes for a `/` in a start tag that `>` does not directly follow. */
export const LONE_SLASH = 'forward-slash in opening tag not followed by >.';

/** The messages of this program for problems in a start tag, by message of saxes. */
export const startTagMessages: ReadonlyMap<string, (character: string | null) => Message> = new Map<
  string,
  (character: string | null) => Message
>([
  ['disallowed character in tag name.', (character) => message('xml/character-in-element-name', { character })],
  ['disallowed character in attribute name.', (character) => message('xml/character-in-tag', { character })],
  ['attribute without value.', () => message('xml/attribute-without-value')],
  ['unquoted attribute value.', () => message('xml/value-without-quotes')],
  ['no whitespace between attributes.', () => message('xml/no-space-between-attributes')],
  [LONE_SLASH, () => message('xml/lone-slash')],
]);

/**
 * The messages of this program for problems in an XML declaration or in the target of a processing instruction, by
 * message of saxes.
 */
const declarationMessages: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['an XML declaration must be at the start of the document.', message('xml/declaration-not-first')],
  ['the XML declaration must appear at the start of the document.', message('xml/declaration-in-capitals')],
  ['did not expect any more name/value pairs.', message('xml/declaration-with-more')],
  ['XML declaration is incomplete.', message('xml/declaration-incomplete')],
  ['XML declaration must contain a version.', message('xml/declaration-without-version')],
  ['value required.', message('xml/declaration-value-missing')],
  ['value must be quoted.', message('xml/declaration-without-quotes')],
  ['version number must match /^1\\.[0-9]+$/.', message('xml/declaration-version')],
  ['encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.', message('xml/declaration-encoding-name')],
  ['standalone value must match "yes" or "no".', message('xml/declaration-standalone')],
  ['whitespace required.', message('xml/declaration-without-space')],
  ['processing instruction without a target.', message('xml/instruction-without-name')],
  ['disallowed character in processing instruction name.', message('xml/instruction-name')],
  ['The character ? is disallowed anywhere in XML declarations.', message('xml/declaration-end')],
]);

/** Returns the message for a problem between `<?` and `?>`; null for other problems. */
export function declarationMessage(saxesMessage: string): Message | null {
  const knownMessage = declarationMessages.get(saxesMessage);
  if (knownMessage !== undefined) return knownMessage;
  // saxes reports `expected the name version.` or `expected one of encoding, standalone`.
  if (/^expected (?:the name|one of) /.test(saxesMessage)) return message('xml/declaration-order');
  return null;
}
