import { previewCommand } from '../editing/apply-command.ts';
import type { PlannableCommand } from '../editing/model/commands.ts';
import type { Message } from '../messages/message.ts';
import { type ElementNode, elementsOf, type TemplateDocument } from '../template/document/document.ts';
import { originalId } from '../template/variables/repeats.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import { elementPaths } from '../template-xml/ranges/paths.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { changesFor, type FilmToFix } from './fixes.ts';
import type { FilmFinding, SetAttributes } from './report.ts';

/** A change of the template that may remove a finding, with the name of its step. */
export interface FilmFix {
  readonly command: PlannableCommand;
  readonly label: Message;
}

/** A fix with the template that it leads to. */
export interface TriedFix extends FilmFix {
  readonly source: TemplateSource;
}

/**
 * Returns the first change that removes a finding. Tries each change on a copy of the template and checks the copy.
 * Returns null if no change removes the finding, or if every change adds a finding.
 * @param check Checks a changed template; returns null if it cannot be rendered.
 */
export async function fixFor(
  finding: FilmFinding,
  before: readonly FilmFinding[],
  subject: FilmToFix,
  check: (source: TemplateSource) => Promise<readonly FilmFinding[] | null>,
): Promise<FilmFix | null> {
  for (const { command, label, source } of fixesToTry(finding, subject)) {
    const after = await check(source);
    if (after !== null && isRemoved(finding, before, after, keyOf)) return { command, label };
  }
  return null;
}

/** Yields the possible fixes of a finding, best first. */
export function* fixesToTry(finding: FilmFinding, subject: FilmToFix): Generator<TriedFix> {
  const { source, values } = subject;
  for (const command of changesFor(finding, subject)) {
    const applied = previewCommand({ document: source.document, values }, command);
    if (!applied.ok) continue;
    const spliced = spliceDocument(source, applied.value.document);
    if (spliced.ok) yield { command, label: applied.value.label, source: spliced.value };
  }
}

const SEVERITY = { error: 2, warning: 1, notice: 0 } as const;
type Rated = Pick<FilmFinding, 'code' | 'severity'>;

/** Returns whether a change removed a finding without adding a finding or raising its severity. */
export function isRemoved<Finding extends Rated>(
  finding: Finding,
  before: readonly Finding[],
  after: readonly Finding[],
  placeOf: (finding: Finding) => string,
): boolean {
  const ofKey = (all: readonly Finding[]) => Map.groupBy(all, placeOf);
  const [old, now] = [ofKey(before), ofKey(after)];
  const key = placeOf(finding);
  if ((now.get(key)?.length ?? 0) >= (old.get(key)?.length ?? 0)) return false;
  const worst = (all: readonly Finding[] = []) => Math.max(-1, ...all.map(({ severity }) => SEVERITY[severity]));
  return [...now].every(([other, all]) => worst(all) <= worst(old.get(other)));
}

function keyOf({ code, node }: FilmFinding): string {
  return `${code} ${node === null ? '' : originalId(node)}`;
}

/**
 * Returns the commands for assistants and other clients that set the attributes in which two documents differ. Null if
 * the documents differ in more than attributes.
 */
export function setCommands(before: TemplateDocument, after: TemplateDocument): readonly SetAttributes[] | null {
  const [old, changed] = [[...elementsOf(before.root)], [...elementsOf(after.root)]];
  const isSame = old.every(({ id, children }, index) => {
    const other = changed[index];
    return id === other?.id && children.length === other.children.length;
  });
  if (!isSame || old.length !== changed.length) return null;
  const paths = elementPaths(before, new Set(old.map(({ id }) => id)));
  return old.flatMap((element, index): readonly SetAttributes[] => {
    const attributes = differences(element, changed[index] ?? element);
    if (Object.keys(attributes).length === 0) return [];
    return [{ do: 'set', at: [paths.get(element.id) ?? ''], attributes }];
  });
}

/** Returns the new values of attributes; null for a removed attribute. */
function differences(before: ElementNode, after: ElementNode): Readonly<Record<string, string | null>> {
  const old = new Map(before.attributes.map(({ name, value }) => [name, value]));
  const now = new Map(after.attributes.map(({ name, value }) => [name, value]));
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  return Object.fromEntries(names.map((name) => [name, now.get(name) ?? null]));
}
