import { useCallback, useMemo } from 'react';
import type { AttributeField, FieldContext } from '#renderer/common/edits/field-model.ts';
import { fieldText } from '#renderer/common/edits/field-model.ts';
import { useFieldEdit } from '#renderer/common/edits/use-field-edit.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { indexOf } from '#shared/editing/document-index.ts';
import { sceneLabel } from '#shared/editing/planning/labels.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { FieldControl } from './fields/field-row.tsx';
import styles from './fields/inspector.module.css';
import { FieldVariableMenu } from './fields/variable-menu.tsx';
import { LayerThumb } from './layers/layer-thumb.tsx';
import { useField } from './model/use-field-context.ts';

/** What the scene is called, as a text that can be changed, and whether it is in the film. */
export function SceneHead({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
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
