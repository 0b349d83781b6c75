import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { type KeyState, type KeyStore, keyStoreOf } from '#renderer/state/key-store.ts';
import type { KeyRef } from '#shared/editing/keys/animated.ts';
import type { CopiedKey, KeyCommand } from '#shared/editing/keys/key-commands.ts';
import type { FieldAt } from '../edits/field-command.ts';
import type { AttributeField } from '../edits/field-model.ts';
import { useInspectorDispatch } from '../edits/use-field-edit.ts';
import { type KeyField, readFieldAt, readKeyField, sameKeyField } from './key-field.ts';
import { keysOfNode } from './read-properties.ts';

export function useKeyStore(): KeyStore {
  return keyStoreOf(useEditorStore());
}

/** What a selector takes of the keys' own state. */
export function useKeyState<Value>(selector: (state: KeyState) => Value): Value {
  return useStore(useKeyStore(), selector);
}

/** What a field has of keys at the playhead; null where it cannot be animated, or several elements are edited at once. */
export function useKeyField({ nodes, name }: Pick<AttributeField, 'nodes' | 'name'>): KeyField | null {
  const [node, ...others] = nodes;
  const kept = useRef<KeyField | null>(null);
  return useEditor((state) => {
    const read = node === undefined || others.length > 0 ? null : readKeyField(state, node, name);
    if (!sameKeyField(kept.current, read)) kept.current = read;
    return kept.current;
  });
}

/** The elements of a field at the playhead; null where their attributes alone give its value. */
export function useFieldAt(field: AttributeField): readonly FieldAt[] | null {
  const kept = useRef<readonly FieldAt[] | null>(null);
  return useEditor((state) => {
    const read = readFieldAt(state, field);
    if (JSON.stringify(kept.current) !== JSON.stringify(read)) kept.current = read;
    return kept.current;
  });
}

/** What can be done with the keys of one property. */
export interface KeyDeeds {
  /** The first key, or one at the playhead, or none there any more. */
  readonly toggle: (value: string) => void;
  readonly goTo: (frame: number) => void;
  readonly removeAll: () => void;
  readonly copy: () => void;
  readonly paste: () => void;
  readonly reverse: () => void;
}

export function useKeyDeeds(field: KeyField | null): KeyDeeds | null {
  const editor = useEditorStore();
  const dispatch = useInspectorDispatch();
  return useMemo(() => (field === null ? null : deedsOf(editor, dispatch, field)), [editor, dispatch, field]);
}

type Dispatch = (command: KeyCommand) => unknown;

function deedsOf(editor: EditorStore, dispatch: Dispatch, field: KeyField): KeyDeeds {
  const { node, property, length } = field;
  const store = keyStoreOf(editor);
  const keys = () => keysOfNode(editor.getState(), node)?.properties.find(({ name }) => name === property)?.keys ?? [];
  // Where the playhead is when it is done: what is shown of a value that rests does not follow it.
  const now = () => readKeyField(editor.getState(), node, property) ?? field;
  return {
    toggle: (value) => {
      const { key, frame, text } = now();
      if (key !== null) dispatch({ type: 'key/remove', keys: [key], length });
      else dispatch({ type: 'key/set', node, property, frame, length, value: text ?? value });
    },
    goTo: (to) => editor.actions.seek(to),
    removeAll: () => dispatch({ type: 'key/clear', node, property, length, value: now().text }),
    copy: () => store.setState({ copied: copiedKeys(keys()) }),
    paste: () => {
      const { copied } = store.getState();
      if (copied.length === 0) return;
      dispatch({ type: 'key/paste', node, property, frame: now().frame, length, keys: copied });
    },
    reverse: () => dispatch({ type: 'key/reverse', keys: keys().map(({ ref }) => ref), length }),
  };
}

interface Copyable {
  readonly ref: KeyRef;
  readonly frame: number;
  readonly written: string;
  readonly ownEasing: string | null;
}

/** Keys as they are taken along: from the first of them. */
function copiedKeys(keys: readonly Copyable[]): readonly CopiedKey[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  return keys.map(({ frame, written, ownEasing }) => ({
    after: Math.round(frame - first),
    value: written,
    easing: ownEasing,
  }));
}
