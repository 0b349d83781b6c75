import { useCallback, useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useFieldEdit } from '#renderer/editor/field-edit.ts';
import { type AttributeField, type FieldContext, fieldText, useReading } from '#renderer/editor/fields.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { planningOf, sceneLabel } from '#shared/editing/planning/planning.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { FieldControl, Problem } from './fields/field-row.tsx';
import styles from './fields/inspector.module.css';
import { FieldVariableMenu } from './fields/variable-menu.tsx';
import { LayerThumb } from './layers/layer-thumb.tsx';
import { useField } from './model/use-field-context.ts';
import { SceneForm } from './scene-form.tsx';

/** The fields of a scene. The head contains its name and its switch. */
export function SceneSection({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
  const nodes = useMemo(() => [scene], [scene]);
  return (
    <>
      <SceneHead scene={scene} number={number} />
      <LengthNote scene={scene} />
      <SceneForm nodes={nodes} />
    </>
  );
}

/** A note that replaces the duration field of a scene that lasts as long as its content. It shows the duration. */
function LengthNote({ scene: id }: { readonly scene: NodeId }) {
  const { inspector } = useStrings();
  const scene = useEditorValue(({ document }) =>
    timelineOf(document.state.movie).scenes.find((each) => each.id === id),
  );
  if (!scene?.fits || !scene.enabled) return null;
  const { state } = scene.fits;
  if (state === 'open') return <Problem text={inspector.lengthOpen} tone="warning" />;
  if (state === 'none') return null;
  return <p className={`${styles.facts} tabular`}>{inspector.lengthOfContent(scene.duration)}</p>;
}

/** The editable name of a scene, and the switch that enables it. */
function SceneHead({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
  const nodes = useMemo(() => [scene], [scene]);
  const name = useField(nodes, 'name', elementRegistry.scene.attributes.name);
  return (
    <div className={styles.head}>
      <LayerThumb scene={scene} />
      {name !== null && <SceneName field={name} scene={scene} number={number} />}
      <EnabledSwitch nodes={nodes} spec={elementRegistry.scene.attributes.enabled} />
    </div>
  );
}

function SceneName({
  field,
  scene,
  number,
}: {
  readonly field: AttributeField;
  readonly scene: NodeId;
  readonly number: number;
}) {
  const { inspector } = useStrings();
  const edit = useFieldEdit(field);
  const readPlaceholder = useCallback(
    (context: FieldContext) => {
      const element = indexOf(context.document).elements.get(scene)?.element;
      if (element === undefined) return inspector.unnamed;
      const label = sceneLabel(planningOf(context), element);
      return label.code === 'target/scene-named' ? label.values.name : inspector.scene(number);
    },
    [scene, inspector, number],
  );
  const placeholder = useReading(readPlaceholder);
  const isPlain = field.value.kind === 'fixed';
  return (
    <>
      {isPlain ? (
        <TextField
          value={fieldText(field) ?? ''}
          placeholder={placeholder}
          label={inspector.sceneName}
          size="sm"
          boxClassName={styles.title}
          onCommit={edit.commit}
        />
      ) : (
        <div className={styles.titleControl}>
          <FieldControl field={field} edit={edit} />
        </div>
      )}
      <FieldVariableMenu field={field} edit={edit} />
    </>
  );
}
