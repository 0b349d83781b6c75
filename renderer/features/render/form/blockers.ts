import type { EncoderEntry } from '#renderer/api/queries/use-encoders.ts';
import type { FormatEntry } from '#renderer/api/queries/use-renders.ts';
import { reasonOf } from '#renderer/project/asset-notes.ts';
import { isSizeWrong } from '#renderer/project/at-most-field.tsx';
import type { RenderChoices } from '#renderer/project/render-form.ts';
import type { EnteredKeys } from '#renderer/shell/window/render-session.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Message } from '#shared/messages/message.ts';
import { type Finding, wordsOf } from '#shared/template/document/problem.ts';
import type { Blocker, RenderCheck } from './render-check.ts';

/** The place at which the user can resolve a blocker. */
export type BlockerTarget =
  /** The value of a variable in the dialog. */
  | { readonly kind: 'value'; readonly name: string }
  /** Another field of the dialog. */
  | { readonly kind: 'field'; readonly field: BlockedField }
  /** The text of the template, at a finding; null for the first problem. */
  | { readonly kind: 'text'; readonly finding: Finding | null }
  | { readonly kind: 'assets' }
  | { readonly kind: 'settings' };

export type BlockedField =
  | 'format'
  | 'encoder'
  | 'atMost'
  | 'fileName'
  | 'object'
  | 'bucket'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'onsuccess'
  | 'onerror';

/** The text of a blocker, with the place that resolves it. */
export interface BlockerEntry {
  readonly text: string;
  readonly place: BlockerTarget;
}

export interface BlockerInput {
  readonly isTextBroken: boolean;
  readonly format: FormatEntry | undefined;
  readonly encoders: readonly EncoderEntry[];
  readonly check: RenderCheck;
  readonly choices: RenderChoices;
  readonly keys: EnteredKeys;
  /** The problem of the name pattern; null if it is valid. */
  readonly nameFault: Message | null;
}

/** Returns all blockers of a render in form order. */
export function blockersOf(input: BlockerInput, words: Catalogue['render']): readonly BlockerEntry[] {
  const { isTextBroken, format, encoders, check, choices, nameFault } = input;
  const encoder = encoders.find(({ name }) => name === choices.encoder);
  return [
    ...(isTextBroken ? [{ text: words.blockers.textBroken, place: { kind: 'text', finding: null } } as const] : []),
    ...(format?.available === true
      ? []
      : [{ text: words.blockers.noFormat(choices.format), place: { kind: 'field', field: 'format' } } as const]),
    ...(encoder?.available === false ? [atField('encoder', words.blockers.noEncoder(encoder.label))] : []),
    ...(isSizeWrong(choices, format ?? null) ? [atField('atMost', `${words.atMost}: ${words.notASize}`)] : []),
    // If the text cannot be parsed, ignore the check, because it refers to the last valid text.
    ...(isTextBroken ? [] : check.blockers.flatMap((blocker) => shownBlockers(blocker, words))),
    ...destinationBlockers(input, words),
    ...(nameFault === null
      ? []
      : [atField(choices.destination === 'file' ? 'fileName' : 'object', say(nameFault, { plain: true }))]),
    ...(['onsuccess', 'onerror'] as const)
      .filter((field) => !isAddress(choices[field]))
      .map((field) => atField(field, `${words[field]}: ${words.notAnAddress}`)),
  ];
}

function shownBlockers(blocker: Blocker, words: Catalogue['render']): readonly BlockerEntry[] {
  switch (blocker.kind) {
    case 'unset':
      return blocker.names.map((name) => ({ text: words.blockers.unset(name), place: { kind: 'value', name } }));
    case 'refused':
      return [{ text: say(blocker.says, { plain: true }), place: { kind: 'value', name: blocker.name } }];
    case 'problem':
      return [{ text: problemText(blocker.finding, words), place: { kind: 'text', finding: blocker.finding } }];
    case 'missing-assets':
      return blocker.names.map((name) => ({ text: words.blockers.missingAsset(name), place: { kind: 'assets' } }));
    case 'useless-asset':
      return [{ text: words.blockers.uselessAsset(blocker.name, reasonOf(blocker.media)), place: { kind: 'assets' } }];
    default:
      return assertNever(blocker);
  }
}

/**
 * Returns the message of a finding. The message about an empty movie mentions scenes instead of XML, because the user
 * may not know XML.
 */
function problemText(finding: Finding, words: Catalogue['render']): string {
  return finding.code === 'template/no-scenes' ? words.blockers.noScenes : say(wordsOf(finding), { plain: true });
}

function destinationBlockers({ choices, keys }: BlockerInput, words: Catalogue['render']): readonly BlockerEntry[] {
  if (choices.destination === 'file') return [];
  const { store } = choices;
  const fields = [
    ...(store.credentials === '' && keys.accessKeyId.trim() === '' ? (['accessKeyId'] as const) : []),
    ...(store.credentials === '' && keys.secretAccessKey === '' ? (['secretAccessKey'] as const) : []),
    ...(store.bucket.trim() === '' ? (['bucket'] as const) : []),
  ];
  return fields.map((field) => atField(field, words.blockers.needs(words[field])));
}

function atField(field: BlockedField, text: string): BlockerEntry {
  return { text, place: { kind: 'field', field } };
}

/** Returns whether a text is empty or a valid HTTP(S) URL. */
export function isAddress(text: string): boolean {
  const address = text.trim();
  return address === '' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
}
