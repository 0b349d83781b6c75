import { ListChecks, ListStart } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { showProblem } from '#renderer/actions/show-problem.ts';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { FilmIssue, ListedFinding } from '#renderer/editor/check-state.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { goToNode } from '#renderer/editor/go-to-use.ts';
import { selectionOfElement } from '#shared/editing/model/selection.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import { withUnchecked } from '#shared/film-check/check-film.ts';
import { isCheckCode } from '#shared/film-check/check-table.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { attributeValue, elementsOf, type NodeId } from '#shared/template/document/document.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { elementPaths } from '#shared/template-xml/ranges/paths.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';

/** The actions of the film check. */
export const checkActions: readonly Action[] = [
  {
    id: 'check/next',
    label: ({ check }) => check.next,
    keys: ['F8'],
    icon: ListStart,
    scope: 'editor',
    group: 'view',
    enabled: ({ editor }) => (editor?.check.state.issues.length ?? 0) > 0,
    whyNot: ({ check }) => check.nothing,
    run: ({ editor }) => {
      if (editor !== null) goToNextIssue(editor);
    },
  },
  {
    id: 'view/check',
    label: ({ check }) => check.show,
    icon: ListChecks,
    scope: 'editor',
    group: 'view',
    enabled: ({ editor }) => editor !== null && editor.views.screen !== null,
    run: ({ editor }) => editor?.views.screen?.setTab('check'),
  },
];

/** Goes to the issue after the chosen issue. After the last issue, goes to the first issue. */
function goToNextIssue(editor: Editor): void {
  const { issues, chosen } = editor.check.state;
  const issue = issues[(issues.findIndex(({ key }) => key === chosen) + 1) % Math.max(1, issues.length)];
  if (issue === undefined) return;
  editor.views.screen?.setTab('check');
  goToIssue(editor, issue);
}

/**
 * Shows an issue. For a problem, shows its text. For a missing file, shows the library and the first scene that uses
 * the file. For a finding, shows its layer and its time.
 */
export function goToIssue(editor: Editor, issue: FilmIssue): void {
  editor.check.set({ chosen: issue.key });
  if (issue.kind === 'problem') showProblem(editor, issue.problem);
  else if (issue.kind === 'finding') goToFinding(editor, issue.listed);
  else {
    editor.views.screen?.setTab('assets');
    const [scene] = issue.scenes;
    if (scene !== undefined) goToNode(editor, scene);
  }
}

/** Selects the layer of a finding and moves the playhead to its first frame. */
export function goToFinding(editor: Editor, { key, finding }: ListedFinding): void {
  const { document, movie } = editor.document.state;
  editor.check.set({ chosen: key, pointed: null });
  if (finding.node !== null) editor.selection.set(selectionOfElement(document, originalId(finding.node)));
  editor.playback.seek(clampFrame(timelineOf(movie), finding.from));
}

/** Switches the check of a finding off for its element, or for the whole movie. */
export function uncheckHere({ document: store }: Editor, { code, node }: FilmFinding) {
  const { root } = store.state.document;
  const id = node === null ? root.id : originalId(node);
  const element = [...elementsOf(root)].find((each) => each.id === id) ?? root;
  const value = withUnchecked(attributeValue(element, 'unchecked') ?? '', code);
  const label = message('step/uncheck');
  const command = { type: 'attribute/set', node: element.id, name: 'unchecked', value } as const;
  return store.dispatch({ type: 'batch', label, commands: [command] });
}

type CheckApi = Pick<Api, 'client' | 'region' | 'events'>;

/** Checks pictures and sound in the service. Cancels a running check first. */
export async function checkFully(editor: Editor, platforms: readonly string[], api: CheckApi): Promise<void> {
  const { check } = editor;
  const { project, source, values } = editor.document.state;
  check.state.stop?.();
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    check.set({ stop: null });
  };
  check.set({ stop, share: null, fault: null });
  editor.signal.addEventListener('abort', stop, { once: true });
  const watch = crypto.randomUUID();
  const unwatch = api.events.subscribe((event) => {
    if (event.type !== 'check.progress' || event.data.id !== watch || stopping.signal.aborted) return;
    check.set({ share: event.data.share });
  });
  try {
    const report = await api.client.call('checkFilm', {
      parameters: { region: await api.region(), project },
      body: {
        ...{ template: source.text, variables: JSON.stringify(values), level: 'full' },
        ...{ platforms: platforms.join(','), watch },
      },
      signal: stopping.signal,
    });
    if (stopping.signal.aborted || !('findings' in report)) return;
    check.set({ stop: null, full: { findings: findingsOf(report.findings, source), state: { source, values } } });
  } catch (error) {
    if (!stopping.signal.aborted) check.set({ stop: null, fault: problemWords(error).detail });
  } finally {
    unwatch();
  }
}

/** A finding in the response of the service. */
interface AnsweredFinding {
  readonly code: string;
  readonly severity: FilmFinding['severity'];
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly at: string;
  readonly frames: readonly number[];
  readonly box: readonly number[] | null;
}

/**
 * Returns findings of the service with the ids of the open template. Omits findings whose codes this version of the
 * editor does not contain.
 */
function findingsOf(
  answered: readonly AnsweredFinding[],
  { document }: Pick<TemplateSource, 'document'>,
): readonly FilmFinding[] {
  const ids = new Set([...elementsOf(document.root)].map(({ id }) => id));
  const byPath = new Map<string, NodeId>([...elementPaths(document, ids)].map(([id, path]) => [path, id]));
  return answered.flatMap(({ code, severity, reason, values, at, frames, box }): readonly FilmFinding[] => {
    const says = messageOf({ reason, values });
    if (says === null || !isCheckCode(code)) return [];
    const [from = 0, to = from] = frames;
    const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
    const rect = box === null ? null : { left, top, width: right - left, height: bottom - top };
    return [{ code, severity, says, node: byPath.get(at) ?? null, from, to, box: rect }];
  });
}
