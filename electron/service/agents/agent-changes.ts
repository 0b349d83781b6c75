import type { EventLog, LoggedEvent } from '../storage/ports.ts';
import type { StoredKey } from './agent-settings.ts';
import { isPermitted } from './tool-context.ts';

/** The notifications that a connection or the subscriptions of a key receive. */
export interface ChangeListener {
  /** Returns the key, or the permissions of a program that has not made a call yet; null while access is denied. */
  readonly key: () => Pick<StoredKey, 'projects' | 'scopes'> | null;
  /** Called when the scopes of the key, and therefore its tools, have changed. */
  readonly toolsChanged: () => void;
  /** Called when a template or its project was added or deleted. */
  readonly resourcesChanged: () => void;
  /** Called when a template was saved, which changes its text and its problems. */
  readonly resourceUpdated: (uri: string) => void;
  /** Called when the key is revoked or the switch is off, after the listener was removed. */
  readonly ended?: () => void;
}

interface EventFields {
  readonly name?: string;
  readonly revision?: number;
  readonly uid?: string;
}

/** Returns the name of a project; null if it does not exist. */
type NameOf = (uid: string) => string | null;

/** The changes of resources and of tool lists, for all connections. */
export interface AgentChanges {
  /** Adds a listener until the result is disposed of. */
  readonly listen: (listener: ChangeListener) => Disposable;
  /** Reports that the tools were turned on or off, or that keys changed. */
  readonly settingsChanged: () => void;
  readonly stop: () => void;
}

/**
 * Follows the events of the workspace. A listener is notified only about projects that its key can use, because the time
 * of a change reveals work in a project.
 */
export function followChanges(events: Pick<EventLog, 'subscribe'>, nameOf: NameOf): AgentChanges {
  const listeners = new Map<ChangeListener, string>();
  const scopesOf = (listener: ChangeListener) => listener.key()?.scopes.join(' ') ?? '';
  /** Returns the listeners whose keys permit access to a project. */
  const lookers = (project: { readonly uid: string; readonly name: string }) =>
    [...listeners.keys()].filter((listener) => {
      const key = listener.key();
      return key?.scopes.includes('look') === true && isPermitted(key, project);
    });
  const onEvent = ({ type, project, data }: LoggedEvent): void => {
    const isListChange = type === 'template.deleted' || type === 'project.deleted' || type === 'project.created';
    if (!isListChange && type !== 'template.saved') return;
    const { name = '', revision, uid = project ?? '' } = data as EventFields;
    const isAdded = type === 'template.saved' && revision === 1;
    const template = `scenewright://project/${uid}/template/${encodeURIComponent(name)}`;
    for (const listener of lookers({ uid, name: nameOf(uid) ?? '' })) {
      if (isListChange || isAdded) listener.resourcesChanged();
      if (type === 'template.saved')
        for (const uri of [template, `${template}/problems`]) listener.resourceUpdated(uri);
    }
  };
  const subscription = events.subscribe(onEvent);
  return {
    listen: (listener) => {
      listeners.set(listener, scopesOf(listener));
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    settingsChanged: () => {
      for (const [listener, before] of listeners) {
        if (listener.key() === null && listener.ended !== undefined) {
          listeners.delete(listener);
          listener.ended();
          continue;
        }
        const scopes = scopesOf(listener);
        if (scopes === before) continue;
        listeners.set(listener, scopes);
        listener.toolsChanged();
      }
    },
    stop: () => {
      subscription[Symbol.dispose]();
      listeners.clear();
    },
  };
}
