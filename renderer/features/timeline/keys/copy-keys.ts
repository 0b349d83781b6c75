import type { SelectedKey } from '#renderer/common/keys/selected-keys.ts';
import type { EditorState } from '#renderer/state/editor-state.ts';
import type { ClipboardContent } from '#shared/editing/clipboard.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { inDocumentOrder } from '#shared/editing/document-order.ts';
import { clockOf } from '#shared/editing/keys/clocks.ts';
import type { CopiedProperty } from '#shared/editing/keys/copied-keys.ts';
import type { KeyCommand } from '#shared/editing/keys/key-commands.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { convertFrames, type FrameRate, frames } from '#shared/template/values/frame-rate.ts';

/** Keys as they are taken along: by what they are of, in frames from the first of all of them. */
export function copiedSources(
  document: TemplateDocument,
  chosen: readonly SelectedKey[],
): readonly (readonly CopiedProperty[])[] {
  const first = chosen.reduce(
    (least, { key, clock }) => Math.min(least, clock.begin + key.frame),
    Number.POSITIVE_INFINITY,
  );
  const byNode = Map.groupBy(chosen, ({ key }) => key.ref.node);
  return inDocumentOrder(document, byNode.keys()).map((node) =>
    [...Map.groupBy(byNode.get(node) ?? [], ({ key }) => key.ref.property)].map(([property, keys]) => ({
      property,
      keys: keys.map(({ key, clock }) => ({
        after: Math.round(clock.begin + key.frame - first),
        value: key.written,
        easing: key.ownEasing,
      })),
    })),
  );
}

/** Where pasted keys come to stand, and the command that puts them there. */
export interface PastedKeys {
  readonly command: PlannableCommand;
  readonly places: readonly { readonly node: NodeId; readonly property: string; readonly frame: number }[];
}

/**
 * Keys of one element are pasted onto each that is selected; those of several, onto as many in their order. The first of
 * them comes to stand at the playhead.
 */
export function pastedKeys(
  { movie, document, playhead }: Pick<EditorState, 'movie' | 'document' | 'playhead'>,
  { sources, rate }: Extract<ClipboardContent, { kind: 'keys' }>,
  selected: readonly NodeId[],
): Result<PastedKeys, Statement> {
  const targets = inDocumentOrder(document, selected).filter((id) => clockOf(movie, id) !== null);
  const [only] = sources;
  if (only === undefined || targets.length === 0) return err(statement('clipboard/keys'));
  if (sources.length > 1 && sources.length !== targets.length)
    return err(statement('clipboard/keys-of', { count: sources.length }));
  const here = movie?.frameRate ?? null;
  const commands = targets.flatMap((node, at): readonly KeyPaste[] => {
    const clock = clockOf(movie, node);
    if (clock === null) return [];
    const frame = Math.max(0, playhead - clock.begin);
    const properties = sources.length > 1 ? (sources[at] ?? []) : only;
    return properties.map(({ property, keys }) => ({
      type: 'key/paste',
      node,
      property,
      frame,
      length: clock.length,
      keys: keys.map((key) => ({ ...key, after: atRate(key.after, rate, here) })),
    }));
  });
  const places = commands.flatMap(({ node, property, frame, keys }) =>
    keys.map(({ after }) => ({ node, property, frame: frame + after })),
  );
  const label = statement('step/paste-keys', { count: places.length });
  return ok({ command: { type: 'batch', label, commands }, places });
}

type KeyPaste = Extract<KeyCommand, { type: 'key/paste' }>;

function atRate(after: number, from: FrameRate | null, to: FrameRate | null): number {
  return from === null || to === null ? after : convertFrames(frames(after), from, to);
}
