import { Eye } from 'lucide-react';
import { useCallback } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { type Nested, nestedIn, type SceneContainer, sceneContainersOf } from '#renderer/editor/nested-scenes.ts';
import { toggleCase } from '#renderer/editor/view-state.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import { Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import own from './condition.module.css';

/** Returns the nested scenes of a choice or sequence; null for a scene with layers. */
export function useNested(scene: NodeId | null): Nested | null {
  return useReading(
    useCallback((context: FieldContext) => (scene === null ? null : nestedIn(context, scene)), [scene]),
    isEqual,
  );
}

const NONE: readonly SceneContainer[] = [];

/** Returns the choices and sequences around a scene, outermost first, including the scene itself. */
export function useSceneContainers(scene: NodeId | null): readonly SceneContainer[] {
  return useReading(
    useCallback((context: FieldContext) => (scene === null ? NONE : sceneContainersOf(context, scene)), [scene]),
    isEqual,
  );
}

interface CasesSectionProps {
  readonly nested: Nested;
  /** The selected nested scene; null if none is selected. */
  readonly selected?: NodeId | null;
}

/** The scenes of a choice with their cases, or the scenes of a sequence. A click selects a scene. */
export function CasesSection({ nested, selected = null }: CasesSectionProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const { kind, scenes, withoutCase } = nested;
  const previewedCase = useEditorValue(({ view }) => view.state.previewedCase);
  const heading = kind === 'choice' ? inspector.cases : inspector.scenesInside;
  return (
    <section aria-label={heading}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{heading}</h2>
        <span className={`${styles.count} tabular`}>{scenes.length}</span>
      </div>
      <ul className={styles.layers}>
        {scenes.map(({ id, name, cases, isChosen, playedWith }, at) => (
          <li key={id} className={styles.layer}>
            <button
              type="button"
              className={own.case}
              aria-current={isChosen || undefined}
              aria-pressed={selected === null ? undefined : id === selected}
              onClick={() => editor.selection.select([id])}
            >
              <span className={own.caseName}>
                <span className={styles.cut}>{name ?? inspector.scene(at + 1)}</span>
                {isChosen && <span className={own.now}>{inspector.playsNow}</span>}
              </span>
              {kind === 'choice' && <code className={own.caseValues}>{cases ?? inspector.anyOther}</code>}
            </button>
            {playedWith !== null && (
              <IconButton
                icon={Eye}
                label={inspector.previewCase(name ?? inspector.scene(at + 1))}
                size="sm"
                iconSize={14}
                pressed={isEqual(previewedCase, playedWith)}
                onClick={() => toggleCase(editor.view, playedWith)}
              />
            )}
          </li>
        ))}
      </ul>
      {kind === 'choice' && withoutCase !== null && (
        <div className={styles.padded}>
          <Problem text={inspector.withoutCase(withoutCase)} tone="warning" />
        </div>
      )}
    </section>
  );
}
