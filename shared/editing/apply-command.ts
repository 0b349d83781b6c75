import { err, ok, type Result } from '../lib/result.ts';
import { type Message, message } from '../messages/message.ts';
import { messageOf } from '../messages/read-message.ts';
import type { TemplateDocument } from '../template/document/document.ts';
import type { Problem } from '../template/document/problem.ts';
import { applyEdits } from '../template-xml/edit/edits.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { rereadTemplate } from '../template-xml/read/reread.ts';
import type { EditorCommand, PlannableCommand } from './model/commands.ts';
import { pruneSelection, type Selection } from './model/selection.ts';
import { planCommand } from './plan/plan-command.ts';

export interface CommandResult {
  readonly source: TemplateSource;
  readonly label: Message;
  /** The new selection; null to keep the selected elements that still exist. */
  readonly selection: Selection | null;
}

/** Applies a command to a document and its text. Returns an error and changes nothing if the command is refused. */
export function applyCommand(
  { source, values }: { readonly source: TemplateSource; readonly values: ReadonlyMap<string, string> },
  command: EditorCommand,
): Result<CommandResult, Message> {
  if (command.type === 'text/replace') {
    const synced = syncText(source, command.text);
    if (!synced.ok) return err(messageOf(synced.error[0]) ?? message('edit/no-template'));
    return ok({ source: synced.value, label: command.label ?? message('step/edit-xml'), selection: null });
  }
  const previewed = previewCommand({ document: source.document, values }, command);
  if (!previewed.ok) return previewed;
  const { document, label, selection } = previewed.value;
  const spliced = spliceDocument(source, document);
  return spliced.ok ? ok({ source: spliced.value, label, selection }) : spliced;
}

/** The result of a command on the document alone, for display during a gesture. */
export interface CommandPreview {
  readonly document: TemplateDocument;
  readonly label: Message;
  readonly selection: Selection | null;
}

/** Applies a command without the text, which is much faster than {@link applyCommand}. */
export function previewCommand(
  context: { readonly document: TemplateDocument; readonly values: ReadonlyMap<string, string> },
  command: PlannableCommand,
): Result<CommandPreview, Message> {
  const planned = planCommand(context, command);
  if (!planned.ok) return planned;
  const { edits, label, selection } = planned.value;
  const edited = applyEdits(context.document, edits);
  if (!edited.ok) return edited;
  const document = edited.value;
  return ok({ document, label, selection: selection === undefined ? null : pruneSelection(selection, document) });
}

/**
 * Parses a text while the user edits it. Nodes that are also in `previous` keep their ids, and unchanged scenes stay
 * the same objects. The error contains the problems of the text; `previous` then stays the last valid template.
 */
export function syncText(previous: TemplateSource, text: string): Result<TemplateSource, readonly Problem[]> {
  if (text === previous.text) return ok(previous);
  const { source, problems } = rereadTemplate(text, previous);
  return source === null || problems.length > 0 ? err(problems) : ok(source);
}
