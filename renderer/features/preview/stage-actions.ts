import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  Focus,
  type LucideIcon,
} from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import type { ActionContext } from '#renderer/actions/model/action-context.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type Alignment, leastOf } from '#shared/editing/stage/align.ts';

type Named = keyof Catalogue['stage']['inLine'];

const ALIGNMENTS: readonly (readonly [id: string, words: Named, icon: LucideIcon, alignment: Alignment])[] = [
  ['left', 'left', AlignStartVertical, { kind: 'align', axis: 'x', place: 'start' }],
  ['centre', 'centre', AlignCenterVertical, { kind: 'align', axis: 'x', place: 'middle' }],
  ['right', 'right', AlignEndVertical, { kind: 'align', axis: 'x', place: 'end' }],
  ['top', 'top', AlignStartHorizontal, { kind: 'align', axis: 'y', place: 'start' }],
  ['middle', 'middle', AlignCenterHorizontal, { kind: 'align', axis: 'y', place: 'middle' }],
  ['bottom', 'bottom', AlignEndHorizontal, { kind: 'align', axis: 'y', place: 'end' }],
  ['across', 'across', AlignHorizontalSpaceAround, { kind: 'distribute', axis: 'x' }],
  ['down', 'down', AlignVerticalSpaceAround, { kind: 'distribute', axis: 'y' }],
];

const alignments: readonly Action[] = ALIGNMENTS.map(([id, name, icon, alignment]) => ({
  scope: 'editor',
  group: 'edit',
  id: `layer/align-${id}`,
  label: ({ stage }) => stage.inLine[name],
  icon,
  enabled: ({ ports }: ActionContext) => (ports.stage?.count() ?? 0) >= leastOf(alignment),
  whyNot: ({ stage }) => (leastOf(alignment) > 1 ? stage.needsThree : stage.needsOne),
  run: ({ ports }: ActionContext) => ports.stage?.align(alignment),
}));

/** What is done in the picture with the layers that are selected: put in line, shown alone. */
export const stageActions: readonly Action[] = [
  {
    scope: 'editor',
    group: 'view',
    id: 'layer/show-alone',
    label: ({ stage }) => stage.showAlone,
    keys: ['H'],
    icon: Focus,
    enabled: ({ ports }) => ports.stage !== undefined && (ports.stage.isAlone() || ports.stage.count() > 0),
    whyNot: ({ stage }) => stage.needsOne,
    checked: ({ ports }) => ports.stage?.isAlone() ?? false,
    run: ({ ports }) => ports.stage?.toggleAlone(),
  },
  ...alignments,
];
