import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FrameShape } from '#shared/editing/model/frame-shapes.ts';

/** Everything that an action opens, with the argument of each. A component shows it while it is mounted. */
export interface DialogArguments {
  /** The palette of insertables. */
  readonly insert: null;
  /** The steps since the template was opened. */
  readonly history: null;
  readonly revisions: null;
  /** The introduction to the editor. */
  readonly tour: null;
  /** The form of a new render; null for the last format. */
  readonly render: { readonly format: string | null };
  readonly renderLink: null;
  /** The list of renders. */
  readonly queue: null;
  readonly publish: { readonly project: string };
  /** The name of a new design of a template; null for the open template. */
  readonly saveDesign: { readonly template: string | null };
  readonly newProject: null;
  readonly newTemplate: null;
  /** The new name of a template of the project. */
  readonly renameTemplate: { readonly template: string };
  readonly renameVariable: null;
  readonly dataSets: null;
  /** Copies the open template, in another shape if one is given. */
  readonly duplicateTemplate: { readonly shape: FrameShape | null };
  /** Focuses the search of the screen. */
  readonly search: null;
  /** Chooses files for the assets of the project. */
  readonly importAssets: null;
  /** Chooses a file for the first missing asset. */
  readonly relinkAsset: null;
  readonly trash: null;
  /** Chooses projects as files and imports them. */
  readonly importProject: null;
  readonly exportProject: { readonly project: string };
  /** Chooses templates of this machine. */
  readonly openTemplate: null;
  readonly queueCommand: QueueCommand;
  readonly batchCommand: BatchCommand;
}

/** A command on the list of renders. */
export type QueueCommand = 'retry-failed' | 'clear-finished' | 'cancel-all' | 'play-last' | 'render-outdated';

/** A command on the batch on screen. */
export type BatchCommand = 'render' | 'render-outdated' | 'export-zip';

export type DialogName = keyof DialogArguments;

type OpenDialogs = { readonly [Name in DialogName]?: { readonly argument: DialogArguments[Name] } };

/** The open dialogs and other items of {@link DialogArguments} in this window. */
const dialogs = createStore<OpenDialogs>(() => ({}));

/** Opens a dialog, a file chooser, or another thing of the table. */
export function openDialog<Name extends DialogName>(name: Name, argument: DialogArguments[Name]): void {
  dialogs.setState({ [name]: { argument } } as OpenDialogs);
}

export function closeDialog(name: DialogName): void {
  const { [name]: open, ...others } = dialogs.getState();
  if (open !== undefined) dialogs.setState(others, true);
}

export function isDialogOpen(name: DialogName): boolean {
  return dialogs.getState()[name] !== undefined;
}

/** Returns the argument of an open dialog; undefined while it is closed. */
export function dialogArgument<Name extends DialogName>(name: Name): DialogArguments[Name] | undefined {
  const open: OpenDialogs = dialogs.getState();
  return open[name]?.argument;
}

/** Calls the listener after something was opened or closed. Returns a function that removes the listener. */
export function onDialogs(listener: () => void): () => void {
  return dialogs.subscribe(listener);
}

/** Returns whether a dialog is open, for components beside it. */
export function useIsOpen(name: DialogName): boolean {
  return useStore(dialogs, (open) => open[name] !== undefined);
}

/** Returns the argument of an open dialog; undefined while it is closed. The dialog closes with the component. */
export function useDialog<Name extends DialogName>(name: Name): DialogArguments[Name] | undefined {
  useEffect(() => () => closeDialog(name), [name]);
  return useStore(dialogs, (open: OpenDialogs) => open[name])?.argument;
}

/**
 * Calls `run` whenever an action opens `name`. The call is synchronous, because file choosers require the user gesture.
 * An action that ran before the component was mounted is handled when it mounts.
 */
export function useOpened<Name extends DialogName>(name: Name, run: (argument: DialogArguments[Name]) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const handle = (now: OpenDialogs) => {
      const opened: { readonly argument: DialogArguments[Name] } | undefined = now[name];
      if (opened === undefined) return;
      closeDialog(name);
      latest.current(opened.argument);
    };
    handle(dialogs.getState());
    return dialogs.subscribe(handle);
  }, [name]);
}
