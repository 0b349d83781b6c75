import { useCallback, useMemo } from 'react';
import { indexOf } from '../../../shared/editing/document-index.ts';
import { sceneLabel } from '../../../shared/editing/labels.ts';
import { planningOf } from '../../../shared/editing/planning.ts';
import type { NodeId } from '../../../shared/template/document.ts';
import { elementRegistry } from '../../../shared/template/elements.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import type { AttributeField, FieldContext } from './field-model.ts';
import { fieldText } from './field-model.ts';
import { FieldControl } from './field-row.tsx';
import styles from './inspector.module.css';
import { LayerThumb } from './layer-thumb.tsx';
import { useField, useReading } from './use-field-context.ts';
import { useFieldEdit } from './use-field-edit.ts';
import { FieldVariableMenu } from './variable-menu.tsx';

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
      // Without its quotes; numbered, where nothing names it.
      const label = sceneLabel(planningOf(context), element);
      return label.startsWith('“') ? label.slice(1, -1) : inspector.scene(number);
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
