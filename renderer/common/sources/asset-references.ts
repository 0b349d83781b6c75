import { applyCommand } from '#shared/editing/apply-command.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { statementOf } from '#shared/statements/read-statement.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { elementsOf, type TemplateDocument } from '#shared/template/document/document.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import { sourcesOf, statedSource } from '#shared/template/variables/sources.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/**
 * The assets that a template names, by key, as it spells them: as a source, or as the default of a variable that is
 * one.
 */
export function namedAssets(document: TemplateDocument, language = LANGUAGE): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const element of elementsOf(document.root))
    for (const source of sourcesOf(element, language)) {
      const name = source.form === 'asset' ? statedSource(source) : null;
      if (name === null) continue;
      const spellings = named.get(nameKey(name)) ?? new Set<string>();
      named.set(nameKey(name), spellings.add(name));
    }
  return named;
}

/** The command that replaces one asset by another, however it is spelled; null where the template does not use it. */
export function relinkCommand(document: TemplateDocument, from: string, to: string): PlannableCommand | null {
  const spellings = [...(namedAssets(document).get(nameKey(from)) ?? [])].filter((name) => name !== to);
  const commands = spellings.map(
    (name): PlannableCommand => ({
      type: 'layer/relink',
      from: { kind: 'asset', name },
      to: { kind: 'asset', name: to },
    }),
  );
  const [only] = commands;
  if (only === undefined || commands.length === 1) return only ?? null;
  return { type: 'batch', label: statement('step/relink-spellings', { source: from }), commands };
}

/** The template's text with another asset in the place of one; nothing but that changes. */
export function relinkText(text: string, from: string, to: string): Result<string, Statement> {
  const { source, problems } = readTemplate(text);
  if (source === null) return err(statementOf(problems[0]) ?? statement('edit/unreadable-template'));
  const command = relinkCommand(source.document, from, to);
  if (command === null) return ok(text);
  const applied = applyCommand({ source, values: new Map() }, command);
  return applied.ok ? ok(applied.value.source.text) : applied;
}
