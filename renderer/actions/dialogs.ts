import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LiveTableDraft } from '#renderer/api/queries/use-live-tables.ts';
import type { FrameShape } from '#shared/editing/model/frame-shapes.ts';
import type { EffectType } from '#shared/template/effects/effects.ts';

/**
 * The dialogs, panels, and file choosers that actions open, with their arguments. The component that shows an item
 * closes it when it unmounts.
 */
export interface DialogArguments {
  /** The palette of insertables. */
  readonly insert: null;
  /** The undo history. */
  readonly history: null;
  /** Opens the choice of a file for a new effect of the selected layers. */
  readonly effectFile: { readonly effect: EffectType };
  /** The revision to compare; null for the usual one. */
  readonly revisions: number | null;
  /** The calls of assistants. */
  readonly agentCalls: null;
  /** The tour of the editor. */
  readonly tour: null;
  /** The form of a new render. A null format selects the last used format. */
  readonly render: { readonly format: string | null };
  /** Renders the film of the fill-in form. */
  readonly renderNow: null;
  /** The target of a new link: the film, or a form for its values. */
  readonly renderLink: 'film' | 'form';
  /** The render queue. */
  readonly queue: null;
  readonly publish: { readonly project: string };
  /** The dialog that saves a template as a design. A null template selects the open one. */
  readonly saveDesign: { readonly template: string | null };
  readonly newProject: null;
  readonly newTemplate: null;
  /** The dialog that renames a template. */
  readonly renameTemplate: { readonly template: string };
  readonly renameVariable: null;
  readonly dataSets: null;
  /** Duplicates the open template, in another frame shape if one is given. */
  readonly duplicateTemplate: { readonly shape: FrameShape | null };
  /** Focuses the search field of the screen. */
  readonly search: null;
  /** Opens a file chooser for assets to import. */
  readonly importAssets: null;
  /** Opens a file chooser for the first missing asset. */
  readonly relinkAsset: null;
  readonly trash: null;
  /** Opens a file chooser for bundles to import. */
  readonly importProject: null;
  readonly exportProject: { readonly project: string };
  /** Opens a file chooser for templates. */
  readonly openTemplate: null;
  /** The form of a new live table, filled with these settings. The screen of live tables shows the form. */
  readonly newLiveTable: { readonly settings: LiveTableDraft };
  readonly queueCommand: QueueCommand;
  readonly batchCommand: BatchCommand;
}

export type QueueCommand = 'retry-failed' | 'clear-finished' | 'cancel-all' | 'play-last' | 'render-outdated';

/** A command on the batch on screen. */
export type BatchCommand = 'render' | 'render-outdated' | 'export-zip';

export type DialogName = keyof DialogArguments;

type OpenDialogs = { readonly [Name in DialogName]?: { readonly argument: DialogArguments[Name] } };

/** The open items of {@link DialogArguments} in this window. */
const dialogs = createStore<OpenDialogs>(() => ({}));

/** Opens an item of {@link DialogArguments}. */
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

/** Calls the listener after an item was opened or closed. Returns a function that removes the listener. */
export function onDialogs(listener: () => void): () => void {
  return dialogs.subscribe(listener);
}

/** Returns whether an item is open, for components that do not show the item. */
export function useIsOpen(name: DialogName): boolean {
  return useStore(dialogs, (open) => open[name] !== undefined);
}

/** Returns the argument of an open item; undefined while it is closed. Unmounting the component closes it. */
export function useDialog<Name extends DialogName>(name: Name): DialogArguments[Name] | undefined {
  useEffect(() => () => closeDialog(name), [name]);
  return useStore(dialogs, (open: OpenDialogs) => open[name])?.argument;
}

/**
 * Calls `run` whenever an action opens `name`. The call is synchronous, because file choosers require a user gesture.
 * If the item was opened before the component was mounted, `run` is called at mount.
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
