import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import { layerKindOf } from '#shared/template/tables/roles.ts';
import { EffectsSection } from '../effects/effects-section.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { type Part, partsOf, type Row, rowsOfKinds, rowsOfSources, textRows } from '../model/layer-parts.ts';
import { MotionSection } from '../motion/motion-section.tsx';
import { AlignRow } from './align-row.tsx';
import { CueList } from './cue-list.tsx';
import { PartTabs } from './part-tabs.tsx';
import { SaidRow } from './said-row.tsx';
import { SourceRow } from './source-row.tsx';

/** Whether rare fields of texts are shown; on this machine. */
const MORE = 'inspector/more-of-texts';

export interface LayerSectionProps {
  readonly layers: readonly ElementNode[];
  /** The effect that is selected. */
  readonly effect: NodeId | null;
  /** Whether the layers are what is shown, not the scenes that they stand in: then their times and conditions come first. */
  readonly areShown: boolean;
}

/** The fields of layers by parts: what each shows, its place, its motion, its sound, its effects. */
export function LayerSection({ layers, effect, areShown }: LayerSectionProps) {
  const { inspector } = useStrings();
  const form = useRef<HTMLDivElement>(null);
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const nodes = useMemo(() => layers.map(({ id }) => id), [key]);
  const kinds = useMemo(() => layers.flatMap((each) => layerKindOf(each) ?? []), [layers]);
  const kindKey = [...new Set(kinds)].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same kinds have the same rows
  const rows = useMemo(() => rowsOfKinds(kinds), [kindKey]);
  const [isTimeOpen, setTimeOpen] = useState(false);
  const parts = partsOf(kinds);
  const [kind, ...others] = new Set(kinds);
  const only = others.length === 0 ? (kind ?? null) : null;
  // Cut short or begun late is what few layers are.
  const times = [...rows.time.filter(([name]) => name !== 'overlap' || isWritten(layers, name)), ...rows.shown];
  const shown = only === 'text' ? textRows(rows, (name) => isWritten(layers, name)) : { ...rows, more: [] };
  const ownSource = layers.every(namesSource) && <SourceRow nodes={nodes} />;
  const part = (name: Part, content: ReactNode, hasHead = true) =>
    parts.includes(name) && (
      <div key={name} data-part={name}>
        {hasHead && (
          <div className={`${styles.section} ${styles.line}`}>
            <h2>{name === 'own' ? inspector.ownParts[only ?? 'layer'] : inspector.parts[name]}</h2>
            {name === 'layout' && <AlignRow />}
          </div>
        )}
        {content}
      </div>
    );
  return (
    <div ref={form}>
      {areShown ? (
        <Form nodes={nodes} rows={times} paired />
      ) : (
        <Disclosure label={inspector.groups.time} open={isTimeOpen} onOpenChange={setTimeOpen}>
          <Form nodes={nodes} rows={times} paired />
        </Disclosure>
      )}
      <PartTabs parts={parts} kind={only} form={form} />
      {only === null && ownSource}
      {part(
        'own',
        <>
          {ownSource}
          {only === 'text' && <SaidRow layers={layers} />}
          {only === 'captions' && nodes[0] !== undefined && nodes.length === 1 && <CueList layer={nodes[0]} />}
          <Form nodes={nodes} rows={rowsOfSources(shown.own, layers)} paired />
          {shown.more.length > 0 && <MoreRows nodes={nodes} rows={shown.more} />}
        </>,
        false,
      )}
      {part(
        'layout',
        <>
          {parts[0] === 'layout' && <AlignRow />}
          <Form nodes={nodes} rows={placed(shown.layout, layers)} paired />
        </>,
        parts[0] !== 'layout',
      )}
      {part('motion', <MotionSection layers={layers} kinds={kinds} />, false)}
      {part('sound', <Form nodes={nodes} rows={rows.sound} />)}
      {part('effects', <EffectsSection layers={layers} selected={effect} />, false)}
    </div>
  );
}

/** What few want: folded until somebody asks for it, and as it was left the next time. */
function MoreRows({ nodes, rows }: { readonly nodes: readonly NodeId[]; readonly rows: readonly Row[] }) {
  const { inspector } = useStrings();
  const [isOpen, setOpen] = useState(() => readStored(MORE) === true);
  return (
    <Disclosure
      label={inspector.moreOfText}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        writeStored(MORE, next);
      }}
    >
      <Form nodes={nodes} rows={rows} paired />
    </Disclosure>
  );
}

/** Which part stays is asked where something is cut off. */
function placed(rows: readonly Row[], layers: readonly ElementNode[]): readonly Row[] {
  const areCut = layers.some(({ attributes }) =>
    attributes.some(({ name, value }) => name === 'fit' && value === 'cover'),
  );
  return rows.filter(([name]) => name !== 'focus' || areCut || isWritten(layers, name));
}

function isWritten(layers: readonly ElementNode[], name: string): boolean {
  return layers.some(({ attributes }) => attributes.some((each) => each.name === name));
}

/** Whether a layer is of a kind that shows a file. */
function namesSource({ name }: ElementNode): boolean {
  return isElementName(name) && 'src' in elementRegistry[name].attributes;
}
