import { useMemo, useState } from 'react';
import type { ElementNode } from '../../../../shared/template/document/document.ts';
import type { LayerKind } from '../../../../shared/template/tables/elements.ts';
import { elementRegistry, isElementName } from '../../../../shared/template/tables/elements.ts';
import { boxAttributes, cutAttributes, seenAttributes } from '../../../../shared/template/tables/layer-attributes.ts';
import { layerKindOf } from '../../../../shared/template/tables/roles.ts';
import { heardAttributes } from '../../../../shared/template/tables/sound-attributes.ts';
import type { AttributeSpecs } from '../../../../shared/template/value-types/attribute-spec.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Form } from '../fields/form.tsx';
import { formRows } from '../fields/form-rows.ts';
import { SaidRow } from './said-row.tsx';
import { SourceRow } from './source-row.tsx';

type Rows = ReturnType<typeof formRows>;

/** Fields that most layers never need, in groups that are closed until somebody asks for them. */
const GROUPS = {
  place: Object.keys({ ...boxAttributes, ...cutAttributes, ...seenAttributes }).filter((name) => !isTime(name)),
  time: Object.keys(seenAttributes).filter(isTime),
  loudness: Object.keys(heardAttributes),
} as const;
type Group = keyof typeof GROUPS;
const groups = ['place', 'time', 'loudness'] as const satisfies readonly Group[];

function isTime(name: string): boolean {
  return name === 'offset' || name === 'duration' || name === 'overlap';
}

interface KindRows {
  /** What a layer of the kind is edited for. */
  readonly own: Rows;
  readonly groups: Readonly<Record<Group, Rows>>;
}

function rowsOf(attributes: AttributeSpecs, elsewhere: readonly string[]): KindRows {
  const rows = formRows(attributes, [...elsewhere, 'name', 'enabled']);
  const within = (group: Group): Rows => rows.filter(([name]) => GROUPS[group].includes(name));
  const grouped = new Set(groups.flatMap((group) => GROUPS[group]));
  return {
    own: rows.filter(([name]) => !grouped.has(name)),
    groups: { place: within('place'), time: within('time'), loudness: within('loudness') },
  };
}

/** The fields of each kind of layer, below its source. */
const rowsByKind: Readonly<Record<LayerKind, KindRows>> = {
  video: rowsOf(elementRegistry.video.attributes, ['src', 'url']),
  image: rowsOf(elementRegistry.image.attributes, ['src', 'url']),
  text: rowsOf(elementRegistry.text.attributes, ['content']),
  captions: rowsOf(elementRegistry.captions.attributes, ['src', 'url']),
  solid: rowsOf(elementRegistry.solid.attributes, []),
  shape: rowsOf(elementRegistry.shape.attributes, []),
  group: rowsOf(elementRegistry.group.attributes, []),
  layer: rowsOf(elementRegistry.layer.attributes, []),
};

/** Whether a layer is of a kind that shows a file. */
function namesSource({ name }: ElementNode): boolean {
  return isElementName(name) && 'src' in elementRegistry[name].attributes;
}

/** The fields of layers: their source or text, and what is shown and heard of it. */
export function LayerSection({ layers }: { readonly layers: readonly ElementNode[] }) {
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const nodes = useMemo(() => layers.map(({ id }) => id), [key]);
  // Layers of several kinds have no fields in common that a form could show.
  const [kind, ...others] = new Set(layers.map(layerKindOf));
  const rows = kind && others.length === 0 ? rowsByKind[kind] : null;
  const [isOpen, setOpen] = useState<Readonly<Record<Group, boolean>>>({ place: false, time: false, loudness: false });
  const words = useStrings().inspector.groups;
  return (
    <>
      {layers.every(namesSource) && <SourceRow nodes={nodes} />}
      {kind === 'text' && others.length === 0 && <SaidRow layers={layers} />}
      <Form nodes={nodes} rows={rows?.own ?? []} />
      {groups
        .filter((group) => rows !== null && rows.groups[group].length > 0)
        .map((group) => (
          <Disclosure
            key={group}
            label={words[group]}
            open={isOpen[group]}
            onOpenChange={(open) => setOpen({ ...isOpen, [group]: open })}
          >
            <Form nodes={nodes} rows={rows?.groups[group] ?? []} />
          </Disclosure>
        ))}
    </>
  );
}
