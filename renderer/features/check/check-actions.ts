import { ListChecks, ListStart } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { showProblem } from '#renderer/actions/show-problem.ts';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { goToNode } from '#renderer/editor/go-to-use.ts';
import type { ListedFinding, MovieIssue } from '#renderer/editor/movie-issues.ts';
import { selectionOfElement } from '#shared/editing/model/selection.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import { withUnchecked } from '#shared/film-check/check-film.ts';
import { isCheckCode } from '#shared/film-check/check-table.ts';
import type { FilmFinding, ReportedFix } from '#shared/film-check/report.ts';
import type { FilmFix } from '#shared/film-check/try-fixes.ts';
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
  const { issues, chosenKey } = editor.check.state;
  const issue = issues[(issues.findIndex(({ key }) => key === chosenKey) + 1) % Math.max(1, issues.length)];
  if (issue === undefined) return;
  editor.views.screen?.setTab('check');
  goToIssue(editor, issue);
}

/**
 * Shows an issue. For a problem, shows its text. For a missing file, shows the library and the first scene that uses
 * the file. For a finding, shows its layer and its time.
 */
export function goToIssue(editor: Editor, issue: MovieIssue): void {
  editor.check.set({ chosenKey: issue.key });
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
  editor.check.set({ chosenKey: key, pointedKey: null });
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
  const request = async (fixes: string) => {
    const report = await api.client.call('checkFilm', {
      parameters: { region: await api.region(), project },
      body: {
        ...{ template: source.text, variables: JSON.stringify(values), level: 'full', fixes },
        ...{ platforms: platforms.join(','), watch },
      },
      signal: stopping.signal,
    });
    return stopping.signal.aborted || !('findings' in report) ? null : readAnswered(report.findings, source);
  };
  try {
    const answered = await request('');
    if (answered === null) return;
    const state = { source, values };
    const full = { findings: answered.map(({ finding }) => finding), fixes: new Map(), state };
    const fixable = FULL_FIXES.filter((code) => answered.some(({ finding }) => finding.code === code));
    check.set({ stop: fixable.length === 0 ? null : stop, share: null, full });
    if (fixable.length === 0) return;
    // The service has cached the facts, so that this request only tries the fixes.
    const fixed = await request(fixable.join(','));
    if (fixed === null || check.state.full !== full) return;
    const fixes = new Map(fixed.flatMap(({ finding, fix }) => (fix === null ? [] : [[finding, fix] as const])));
    check.set({ stop: null, full: { findings: fixed.map(({ finding }) => finding), fixes, state } });
  } catch (error) {
    if (!stopping.signal.aborted) check.set({ stop: null, fault: problemWords(error).detail });
  } finally {
    unwatch();
  }
}

/** The findings of pictures and sound that have fixes. */
const FULL_FIXES = ['text/low-contrast', 'sound/peak', 'sound/loudness'];

/** A finding in the response of the service. */
interface AnsweredFinding {
  readonly code: string;
  readonly severity: FilmFinding['severity'];
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly at: string;
  readonly frames: readonly number[];
  readonly box: readonly number[] | null;
  readonly fix?: ReportedFix | undefined;
}

/**
 * Returns findings of the service with the ids of the open template, and with their fixes. Omits findings whose codes
 * this version of the editor does not contain.
 */
function readAnswered(all: readonly AnsweredFinding[], { document }: Pick<TemplateSource, 'document'>) {
  const ids = new Set([...elementsOf(document.root)].map(({ id }) => id));
  const byPath = new Map<string, NodeId>([...elementPaths(document, ids)].map(([id, path]) => [path, id]));
  return all.flatMap(({ code, severity, at, frames, box, fix, ...said }) => {
    const says = messageOf(said);
    if (says === null || !isCheckCode(code)) return [];
    const [from = 0, to = from] = frames;
    const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
    const rect = box === null ? null : { left, top, width: right - left, height: bottom - top };
    const finding: FilmFinding = { code, severity, says, node: byPath.get(at) ?? null, from, to, box: rect };
    return [{ finding, fix: fix === undefined ? null : fixOf(fix, byPath) }];
  });
}

/** Returns a fix of the service as one step; null if this version of the editor does not know its name. */
function fixOf(fix: ReportedFix, byPath: ReadonlyMap<string, NodeId>): FilmFix | null {
  const label = messageOf(fix);
  if (label === null) return null;
  const commands = fix.commands.flatMap(({ at, attributes }) =>
    at.flatMap((path) => {
      const node = byPath.get(path);
      if (node === undefined) return [];
      return Object.entries(attributes).map(([name, value]) => ({ type: 'attribute/set' as const, node, name, value }));
    }),
  );
  return { command: { type: 'batch', label, commands }, label };
}
