import { Download, ExternalLink, FolderOpen, Link, type LucideIcon, Play, RefreshCw, RotateCw, X } from 'lucide-react';
import { isEnabled } from '#renderer/actions/action.ts';
import { useActions } from '#renderer/actions/use-actions.tsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { nameOf, saveFilm } from '#renderer/project/save-film.ts';
import {
  useDesktop,
  useNavigation,
  useRenderSession,
  useRenderSessionStore,
} from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { ProblemError } from '#shared/contract/client.ts';
import { useQueueCalls } from './use-queue.ts';
import { useRemove } from './use-remove.ts';

/** The commands of a render. */
export interface JobCommands {
  readonly cancel: () => void;
  readonly isCancelling: boolean;
  readonly retry: () => void;
  readonly isRetrying: boolean;
  /** Moves the render to the front of the queue; null if the render is not waiting or is already first. */
  readonly next: (() => void) | null;
  /** Opens the template in which the user can relink the sources; null if no source caused the failure. */
  readonly relink: (() => void) | null;
  /** Removes the render from the list. */
  readonly remove: () => void;
  /** The commands that have a button in the row. */
  readonly first: readonly JobCommand[];
  /** The menu with all commands. */
  readonly menu: readonly MenuEntry[];
}

interface JobCommand {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}

export function useJobCommands(render: RenderEntry, isOutdated = false): JobCommands {
  const { render: strings } = useStrings();
  const desktop = useDesktop();
  const session = useRenderSessionStore();
  const toasts = useToast();
  const saved = useRenderSession((state) => state.saved[render.id]);
  const { cancel, retry, next, again: repeatRender } = useQueueCalls();
  const relink = useRelink();
  const remove = useRemove();
  const { id, project, format, url, destination, state } = render;
  const name = nameOf(render, strings);
  const showError = (error: unknown) => {
    const { title, detail } = problemWords(error);
    toasts.show({ message: title, detail, tone: 'danger' });
  };
  const relinkOf = (failure: Failure | null) =>
    render.template !== null && isSourceIssue(failure) ? () => relink(project, render.template ?? '') : null;
  const again = () =>
    retry.mutate(render, {
      onError: (error) => {
        const go = relinkOf(error instanceof ProblemError ? error.problem : null);
        const { title, detail } = problemWords(error);
        const action = go === null ? undefined : { label: strings.relink, run: go };
        toasts.show({ message: title, detail, tone: 'danger', action });
      },
    });

  const isHere = state === 'succeeded' && url !== null && destination === null;
  const play: JobCommand = {
    id: 'play',
    icon: Play,
    label: strings.play,
    run: () => session.setState({ playing: { project, render: id, name, format } }),
  };
  const save: JobCommand = {
    id: 'save',
    icon: Download,
    label: desktop === null ? strings.download : strings.save,
    run: () => void saveFilm(render, { desktop, session, toasts, words: strings }),
  };
  const open = (opening: Promise<boolean> | undefined) =>
    opening?.then((wasFound) => {
      if (!wasFound) toasts.show({ message: strings.fileGone, tone: 'warning' });
    }, showError);
  const showFile: JobCommand | null =
    (saved && {
      id: 'show',
      icon: FolderOpen,
      label: strings.showInFolder,
      run: () => void open(desktop?.showInFolder(saved.token)),
    }) ||
    null;
  const copy: JobCommand | null =
    url === null
      ? null
      : {
          id: 'copy',
          icon: Link,
          label: strings.copyUrl,
          run: () =>
            void navigator.clipboard
              .writeText(url)
              .then(() => toasts.show({ message: strings.urlCopied, seconds: 2 }), showError),
        };
  const openOutside: JobCommand | null =
    (saved && {
      id: 'open',
      icon: ExternalLink,
      label: strings.open,
      run: () => void open(desktop?.openFile(saved.token)),
    }) ||
    null;
  const renderAgain: JobCommand = { id: 'again', icon: RotateCw, label: strings.again, run: again };

  const renderAnew: JobCommand = {
    id: 'anew',
    icon: RefreshCw,
    label: strings.renderAgain,
    run: () => repeatRender.mutate(render, { onError: showError }),
  };

  const film = isHere ? [play, showFile ?? save] : destination !== null && copy !== null ? [copy] : [];
  const first = firstOf(state, { film, renderAgain, renderAnew, isOutdated });
  const all = [
    ...(isHere ? [play, openOutside, save, showFile, copy] : [copy]),
    ...(state === 'cancelled' ? [renderAgain] : []),
    ...(state === 'succeeded' ? [renderAnew] : []),
  ].filter((command) => command !== null);
  return {
    cancel: () => cancel.mutate(render, { onError: showError }),
    isCancelling: cancel.isPending,
    retry: again,
    isRetrying: retry.isPending,
    next: state === 'queued' && !render.next ? () => next.mutate(render, { onError: showError }) : null,
    relink: state === 'failed' ? relinkOf(render.error) : null,
    remove: () => remove([render]),
    first,
    menu: [
      ...all.map((each): MenuEntry => ({ kind: 'command', ...each })),
      ...(all.length > 0 ? [{ kind: 'separator', id: 'line' } as const] : []),
      { kind: 'command', id: 'remove', icon: X, label: strings.remove, keys: 'Delete', run: () => remove([render]) },
    ],
  };
}

/** Returns the commands that have a button in the row. */
function firstOf(
  state: RenderEntry['state'],
  {
    film,
    renderAgain,
    renderAnew,
    isOutdated,
  }: {
    readonly film: readonly JobCommand[];
    readonly renderAgain: JobCommand;
    readonly renderAnew: JobCommand;
    readonly isOutdated: boolean;
  },
): readonly JobCommand[] {
  if (state === 'cancelled') return [renderAgain];
  return isOutdated ? [renderAnew, ...film] : film;
}

/** The id of the action that asks for a replacement of the first missing asset. */
const RELINK = 'assets/relink';

/**
 * Returns a function that opens a template for relinking its sources. If the template is already open, the function
 * asks for the first missing file immediately. Otherwise, the user must press again, because a file dialog can open
 * only during a user gesture.
 */
function useRelink(): (project: string, template: string) => void {
  const { render: strings } = useStrings();
  const { route, go } = useNavigation();
  const actions = useActions();
  const toasts = useToast();
  return (project, template) => {
    const isOpen = route.screen === 'project' && route.project === project && route.template === template;
    if (isOpen && isEnabled(actions.find(RELINK), actions.context())) {
      actions.run(RELINK);
      return;
    }
    if (!isOpen) go({ screen: 'project', project, template });
    toasts.show({
      id: 'relink',
      message: strings.relinkTitle(template),
      detail: strings.relinkHint,
      tone: 'warning',
      action: { label: strings.relink, run: () => void actions.run(RELINK) },
    });
  };
}

/** The issues of a render that failed or was refused. */
export type Failure = Pick<NonNullable<RenderEntry['error']>, 'issues'>;

/** Returns whether missing or unusable sources caused a failure, so that replacing them can help. */
export function isSourceIssue(failure: Failure | null): boolean {
  return (failure?.issues ?? []).some(({ code, severity }) => severity === 'error' && isOfSource(code));
}

/**
 * Returns whether the user can fix an error by replacing a file. `font/family` is excluded, because an undeclared
 * family names no file to replace.
 */
function isOfSource(code: string): boolean {
  return code.startsWith('source/') || code === 'font/not-found' || code === 'font/unreadable';
}
