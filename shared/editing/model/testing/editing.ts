import { err, ok, type Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { applyCommand, type CommandResult } from '../../apply-command.ts';
import type { EditorCommand } from '../commands.ts';
import { indexOf } from '../document-index.ts';

/** Returns a movie of 100×50 pixels at 25 frames per second with these lines inside. */
export function film(...lines: readonly string[]): TemplateSource {
  const body = lines.map((line) => `  ${line}\n`).join('');
  return sourceOf(`<movie width="100" height="50" framerate="25">\n${body}</movie>\n`);
}

/** The result of a command, with the English label of its step. */
type AppliedInEnglish = Omit<CommandResult, 'label'> & { readonly label: string };

/** Applies a command to a movie. Throws if the command is refused. */
export function edited(
  source: TemplateSource,
  command: EditorCommand,
  values: Readonly<Record<string, string>> = {},
): AppliedInEnglish {
  const result = attempt(source, command, values);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

export function attempt(
  source: TemplateSource,
  command: EditorCommand,
  values: Readonly<Record<string, string>> = {},
): Result<AppliedInEnglish, string> {
  const result = applyCommand({ source, values: new Map(Object.entries(values)) }, command);
  if (!result.ok) return err(inEnglish(result.error));
  return ok({ ...result.value, label: inEnglish(result.value.label) });
}

/** Returns the lines within the movie element, without indentation. */
export function linesOf({ text }: TemplateSource): readonly string[] {
  return text
    .split('\n')
    .slice(1, -2)
    .map((line) => line.trim());
}

/** Returns the id of the n-th scene, from 0. */
export function sceneId(source: TemplateSource, index: number): NodeId {
  const scene = indexOf(source.document).scenes[index];
  if (scene === undefined) throw new Error(`there is no scene ${index}`);
  return scene.id;
}

/** Returns the id of the n-th element with a name, from 0. */
export function elementId(source: TemplateSource, name: string, index = 0): NodeId {
  const found = [...indexOf(source.document).elements.values()].filter(({ element }) => element.name === name)[index];
  if (found === undefined) throw new Error(`there is no ${name} ${index}`);
  return found.element.id;
}

/** Resolves the movie as the editor does for display. */
export function movieOf(source: TemplateSource) {
  const { partial } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  if (partial === null) throw new Error('there is no film');
  return partial;
}
