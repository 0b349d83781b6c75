import type { Token } from './prose-of.ts';

/** The retired words of identifiers, each with the words that replace it. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['depot', 'blob backend'],
  ['deed', 'action'],
  ['desk', 'queue'],
  ['doing', 'active jobs, tasks'],
  ['duty', 'availability'],
  ['gate', 'parser; in tests: barrier'],
  ['glimpse', 'nearby thumbnail'],
  ['glimpsed', 'nearby thumbnail'],
  ['habit', 'preference'],
  ['hasty', 'interactive'],
  ['judge', 'check'],
  ['judged', 'check'],
  ['judging', 'check'],
  ['kept', 'cached, stored, retained, selected'],
  ['leisure', 'deferred'],
  ['maker', 'toolchain, writer'],
  ['mend', 'repair, fix'],
  ['nudge', 'wake'],
  ['peek', 'previewed frame'],
  ['settle', 'build a timeline'],
  ['settled', 'saved, finished'],
  ['settling', 'timer'],
  ['shelf', 'registry, category'],
  ['shelve', 'registry, category'],
  ['sight', 'snapshot, in view'],
  ['somebody', 'user, caller, worker'],
  ['statement', 'message'],
  ['stretch', 'segment'],
  ['stretched', 'segment'],
  ['tally', 'counters'],
  ['tell', 'report, send, show'],
  ['teller', 'reporter'],
  ['thing', 'insertable, item'],
  ['told', 'reported'],
  ['trouble', 'issue'],
  ['unread', 'unparsed'],
  ['unseen', 'hidden, unobserved'],
  ['unwanted', 'stale'],
  ['veil', 'dimmed region'],
  ['wanted', 'requested, needed, expected'],
  ['whoever', 'user, caller, worker'],
  ['wish', 'request'],
  ['wished', 'requested'],
  ['wording', 'translation'],
]);

/** Retired pairs of words, each with the words that replace it. */
const RETIRED_PAIRS: ReadonlyMap<string, string> = new Map([
  ['film scene', 'timeline scene'],
  ['ground of', 'background of'],
  ['look for', 'find'],
  ['looked for', 'lookups'],
  ['own frame', 'local frame'],
  ['stand in', 'proxy; in tests: fake'],
]);

/** Matches every text that can contain a retired word: as a whole word, or inside a name in camel case. */
export const RETIRED_WORD = wordPattern([...RETIRED.keys(), ...RETIRED_PAIRS.keys()]);

function wordPattern(words: readonly string[]): RegExp {
  const names = words.map((word) => word.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()));
  const capitalized = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const constants = words.map((word) => word.toUpperCase().replace(' ', '_'));
  return new RegExp(`(?<![a-z])(?:${names.join('|')})|${[...capitalized, ...constants].join('|')}`);
}

/** A name that may contain a retired word. */
interface FrozenName {
  readonly name: string;
  readonly reason: string;
  /** The files that may use the name; all files if undefined. */
  readonly files?: RegExp;
  /** Whether only fields may have the name. A local variable must not have it. */
  readonly isField?: true;
}

const FROZEN: readonly FrozenName[] = [
  { name: 'doing', isField: true, reason: 'JSON field of worker reports in Redis and HTTP' },
  { name: 'lookedFor', reason: 'JSON field of worker reports in Redis and HTTP' },
  { name: 'maker', isField: true, reason: 'JSON field of worker reports in Redis and HTTP' },
  { name: 'wanted', isField: true, reason: 'JSON field of GET /v1/farm; value of stored messages' },
  { name: 'wanted', files: /^shared\/messages\//, reason: 'value of stored messages' },
  { name: 'kept', files: /^shared\/template-json\/json-schema\.ts$/, reason: 'definition of the published schema' },
  { name: 'stretch', isField: true, reason: 'value of the XML attribute `fit`' },
  { name: 'stretched', reason: 'a source with fit="stretch"' },
  { name: 'nudge', files: /^renderer\/features\/preview\/stage\//, reason: 'moves layers with the arrow keys' },
  { name: 'onSettled', reason: 'option of TanStack Query' },
  { name: 'allSettled', reason: 'method of Promise' },
  { name: 'PromiseSettledResult', reason: 'type of TypeScript' },
  { name: 'StatementSync', reason: 'type of node:sqlite' },
  { name: 'SQL_STATEMENTS', reason: 'statements of SQL' },
  { name: 'PREPARED_STATEMENTS_LIMIT', reason: 'statements of SQL' },
  { name: 'newStatement', files: /^electron\/service\/storage\/database\//, reason: 'a statement of SQL' },
  { name: 'statement', files: /^electron\/service\/storage\/database\//, reason: 'a statement of SQL' },
  { name: 'statements', files: /^electron\/service\/storage\/database\//, reason: 'statements of SQL' },
];

/** Returns the retired word of an identifier with its replacement, such as `told: reported`; null if it has none. */
export function retiredWord(name: string): string | null {
  const parts = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
  for (const part of parts) {
    const word = RETIRED.has(part) ? part : part.replace(/(?:e?s|ed)$/, '');
    const replacement = RETIRED.get(word);
    if (replacement !== undefined) return `${word}: ${replacement}`;
  }
  const pair = parts.map((part, index) => `${parts[index - 1]} ${part}`).find((each) => RETIRED_PAIRS.has(each));
  return pair === undefined ? null : `${pair}: ${RETIRED_PAIRS.get(pair)}`;
}

/** Returns the identifiers with a retired word that are not frozen, as `file:line name (word: replacement)`. */
export function retiredNames(file: string, tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ name, line, isField }) => {
    const word = retiredWord(name);
    if (word === null || isFrozen(name, file, isField)) return [];
    return [`${file}:${line} ${name} (${word})`];
  });
}

function isFrozen(name: string, file: string, isField: boolean): boolean {
  return FROZEN.some(
    (frozen) => frozen.name === name && (frozen.files?.test(file) ?? true) && (frozen.isField === undefined || isField),
  );
}
