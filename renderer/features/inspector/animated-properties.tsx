import { ChevronRight } from 'lucide-react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type KeyField, keysOfNode } from '#renderer/editor/keyframes.ts';
import { keyDisplayValue } from '#renderer/editor/shown-unit.ts';
import { KeyButton } from '#renderer/project/keyframe-button.tsx';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { keyAt, neighborsOf, textAt } from '#shared/editing/keyframes/animated.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import styles from './fields/inspector.module.css';
import own from './keys.module.css';

/**
 * The animated properties of a single element: the value at the playhead, the keyframe button, and a button that goes
 * to the next keyframe.
 */
export function AnimatedProperties({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { keys: strings } = useStrings();
  const [node] = nodes;
  const keys = useEditorValue(({ document }) => (node === undefined ? null : keysOfNode(document.state, node)));
  const playhead = useEditorValue(({ document }) =>
    keys === null || keys.properties.length === 0 ? 0 : document.state.playhead,
  );
  const editor = useEditor();
  if (keys === null || node === undefined || keys.properties.length === 0 || nodes.length > 1) return null;
  const { clock, properties } = keys;
  const frame = Math.min(Math.max(0, playhead - clock.begin), Math.max(0, clock.length - 1));
  return (
    <section aria-label={strings.animatedHere}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{strings.animatedHere}</h2>
        <span className={`${styles.count} tabular`}>{properties.length}</span>
      </div>
      {properties.map((property) => {
        const { label } = specWords(property.attributeSpec);
        const text = textAt(property, frame, clock.whole);
        const { previous, next } = neighborsOf(property.keys, frame);
        // After the last keyframe, wrap around to the first, so that one button reaches all keyframes.
        const to = next ?? Math.round(property.keys[0]?.frame ?? frame);
        const field: KeyField = {
          node,
          property: property.name,
          frame,
          length: clock.length,
          begin: clock.begin,
          text,
          key: keyAt(property, frame)?.ref ?? null,
          previous: previous === null ? null : previous + clock.begin,
          next: next === null ? null : next + clock.begin,
          count: property.keys.length,
        };
        return (
          <div key={property.name} className={own.row}>
            <span className={own.name}>{label}</span>
            <span className={`${own.value} tabular`}>{text === null ? null : keyDisplayValue(property, text)}</span>
            <KeyButton field={field} label={label} value={text ?? ''} plain />
            <IconButton
              icon={ChevronRight}
              label={strings.goToKey(label)}
              size="sm"
              iconSize={14}
              onClick={() => editor.playback.seek(to + clock.begin)}
            />
          </div>
        );
      })}
    </section>
  );
}
