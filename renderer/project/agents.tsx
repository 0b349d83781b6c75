import { useQuery } from '@tanstack/react-query';
import { Bot, LayoutTemplate, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { findingsOf } from '#renderer/editor/read-template.ts';
import { readTemplateText } from '#renderer/editor/saving/template-service.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { JsonOf } from '#shared/contract/client.ts';
import { message } from '#shared/messages/message.ts';
import { mergeTemplates } from '#shared/template-xml/edit/merge-templates.ts';
import styles from './agents.module.css';
import type { Revision } from './revisions.ts';

export type AgentState = JsonOf<'readAgents'>;
export type AgentCall = JsonOf<'listAgentCalls'>['calls'][number];

/** The number of listed calls. */
const MAX_CALLS = 200;
/**
 * The interval in milliseconds at which the state is read again while an assistant works, to detect that the assistant
 * has stopped.
 */
const REFRESH = 15_000;

export interface AgentCallsDialogProps {
  /** The open template, whose edits the dialog can undo; null on other screens. */
  readonly editor: Editor | null;
  readonly onClose: () => void;
  /** Opens the comparison with a revision. Called if edits after it cannot be undone automatically. */
  readonly onCompare: (revision: number) => void;
}

/** The dialog that lists the calls of assistants, newest first. */
export function AgentCallsDialog({ editor, onClose, onCompare }: AgentCallsDialogProps) {
  const { agents: strings, kit } = useStrings();
  const { client } = useApi();
  const query = useQuery({
    queryKey: [...queryKeys.agentCalls, MAX_CALLS],
    queryFn: ({ signal }) => client.call('listAgentCalls', { query: { limit: MAX_CALLS } as never, signal }),
    refetchOnMount: 'always',
  });
  const undo = useUndoSince(editor, onCompare);
  const calls = query.data?.calls;
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.allCalls}
      size="lg"
      footer={<Button onClick={onClose}>{kit.close}</Button>}
    >
      {calls === undefined ? (
        <LoadFallback query={query} title={strings.callsFailed}>
          <Skeleton height={120} />
        </LoadFallback>
      ) : calls.length === 0 ? (
        <EmptyState icon={Bot} title={strings.noCalls} hint={strings.noCallsHint} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list must be scrollable by keyboard
        <ul className={styles.calls} aria-label={strings.allCalls} tabIndex={0}>
          {calls.map((call) => (
            <CallRow
              key={call.id}
              call={call}
              editor={editor}
              onLeave={onClose}
              onUndo={(since) => {
                onClose();
                void undo(since);
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface CallRowProps {
  readonly call: AgentCall;
  readonly editor: Editor | null;
  /** Called before another template opens. */
  readonly onLeave: () => void;
  /** Called with the revision before the edit. */
  readonly onUndo: (before: number) => void;
}

function CallRow({ call, editor, onLeave, onUndo }: CallRowProps) {
  const { agents: strings } = useStrings();
  const { go } = useNavigation();
  const project = useProjects().data?.find(({ uid, name }) => uid === call.project || name === call.project)?.uid;
  const { template, label, tool, before, outcome } = call;
  const open = editor?.document.state;
  const isOpen = open !== undefined && open.project === project && open.template === template;
  const isEdit = before !== null && call.revision !== before;
  return (
    <li className={styles.call}>
      <span className={`${styles.time} tabular`}>
        {new Date(call.at).toLocaleString(strings.locale, { dateStyle: 'short', timeStyle: 'medium' })}
      </span>
      <span className={styles.what}>
        {label !== null && <strong>{label}</strong>}
        <span className={styles.hint}>
          {call.author} · <code className="mono">{tool}</code> · {strings.milliseconds(call.milliseconds)}
        </span>
      </span>
      <Badge tone={outcome === 'done' ? 'plain' : 'warning'}>{strings.outcome(outcome)}</Badge>
      <span className={styles.buttons}>
        {template !== null && project !== undefined && !isOpen && (
          <Button
            size="sm"
            variant="quiet"
            icon={LayoutTemplate}
            aria-label={strings.openTemplate(template)}
            onClick={() => {
              onLeave();
              go({ screen: 'project', project, template });
            }}
          >
            {template}
          </Button>
        )}
        {isOpen && isEdit && (
          <Button
            size="sm"
            variant="quiet"
            icon={Undo2}
            tooltip={strings.undoSinceHint}
            aria-label={strings.undoSinceOf(label ?? tool)}
            onClick={() => onUndo(before)}
          >
            {strings.undoSince}
          </Button>
        )}
      </span>
    </li>
  );
}

/**
 * Returns the function that undoes, in one step, the edits that assistants made after a revision of the open template.
 * If a later edit changed the same place, the function opens the comparison of revisions.
 */
function useUndoSince(editor: Editor | null, onCompare: (revision: number) => void): (before: number) => Promise<void> {
  const { agents: strings } = useStrings();
  const api = useApi();
  const toasts = useToast();
  return async (before) => {
    if (editor === null) return;
    try {
      const text = await textBeforeAgents(api, editor, before);
      if (text === null) {
        toasts.show({ message: strings.notUndone, detail: strings.notUndoneHint, tone: 'warning' });
        onCompare(before);
        return;
      }
      const label = message('step/undo-agents-since', { revision: before });
      const done = editor.document.dispatch({ type: 'text/replace', text, label });
      if (done.ok)
        toasts.show({
          message: strings.undone,
          action: { label: strings.undo, run: () => void editor.document.undo() },
        });
      else toasts.show({ message: say(done.error), tone: 'danger' });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toasts.show({ message: title, detail, tone: 'danger' });
    }
  };
}

/**
 * Saves the open template. Returns its text without the edits that assistants made after a revision; null if these
 * edits cannot be removed.
 */
async function textBeforeAgents(api: Api, editor: Editor, before: number): Promise<string | null> {
  await editor.saving.save();
  const { project, template: name, text } = editor.document.state;
  const parameters = { region: await api.region(), project, name };
  const { revisions } = await api.client.call('listRevisions', { parameters });
  const textOf = async (revision: number) => (await readTemplateText(api, { project, name, revision })).text;
  return await withoutAgents(text, { revisions, before, textOf });
}

/**
 * Returns a text without the changes that assistants made after a revision. Removes these changes one by one, newest
 * first; changes of users stay. Null if a later change is in the same place, or if `before` is not listed.
 */
export async function withoutAgents(
  text: string,
  {
    revisions,
    before,
    textOf,
  }: {
    /** The stored revisions, newest first. */
    readonly revisions: readonly Pick<Revision, 'revision' | 'author'>[];
    readonly before: number;
    readonly textOf: (revision: number) => Promise<string>;
  },
): Promise<string | null> {
  const first = revisions.findIndex(({ revision }) => revision === before);
  if (first < 0) return null;
  let current = text;
  for (let index = 0; index < first; index += 1) {
    const [after, earlier] = revisions.slice(index, index + 2);
    if (after?.author?.kind !== 'agent' || earlier === undefined) continue;
    const [base, theirs] = await Promise.all([textOf(after.revision), textOf(earlier.revision)]);
    const merged = mergeTemplates({ base, mine: current, theirs }, findingsOf);
    if (merged === null) return null;
    current = merged;
  }
  return current;
}

/** Queries the settings of assistants, their keys, and the working assistant. */
export function useAgents() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }) => client.call('readAgents', { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.working == null ? false : REFRESH),
  });
}

/**
 * Returns a function that calls the service to change the settings. The function shows failures and reads the state
 * again.
 */
export function useChangeAgents(): <Answer>(call: () => Promise<Answer>) => Promise<Answer | null> {
  const { queries } = useApi();
  const toasts = useToast();
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      const { title, detail } = problemWords(error);
      toasts.show({ message: title, detail, tone: 'danger' });
      return null;
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeys.agents });
    }
  };
}

/**
 * The storage key for the assistant keys whose notice was shown in this browser, and the maximum number of stored keys.
 */
const NOTICED = 'noticed-agents';
const MAX_NOTICED = 200;

/** Shows a notice at the first edit of each assistant key in the project. */
export function useAgentNotice(project: string, onDetails: () => void): void {
  const { agents: strings } = useStrings();
  const { events } = useApi();
  const toasts = useToast();
  const name = useProjects().data?.find(({ uid }) => uid === project)?.name;
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event.type !== 'agents.call') return;
        const { key, author, revision, before } = event.data;
        const isHere = event.data.project === project || (name !== undefined && event.data.project === name);
        if (!isHere || revision === null || revision === before || !isNew(key)) return;
        toasts.show({
          id: `agent ${key}`,
          message: strings.notice(author),
          detail: strings.noticeHint,
          tone: 'info',
          action: { label: strings.details, run: onDetails },
        });
      }),
    [events, toasts, strings, project, name, onDetails],
  );
}

/** Stores a key. Returns whether the key was new. */
function isNew(key: string): boolean {
  const stored = readStored(NOTICED);
  const noticed: readonly unknown[] = Array.isArray(stored) ? stored : [];
  if (noticed.includes(key)) return false;
  writeStored(NOTICED, [...noticed, key].slice(-MAX_NOTICED));
  return true;
}
