import {
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  CircleX,
} from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import type { ActionContext } from '#renderer/actions/model/action-context.ts';
import { onPort } from '#renderer/actions/model/on-port.ts';
import { orLayers } from '#renderer/actions/model/or-layers.ts';
import type { TimelinePort } from '#renderer/actions/model/ports.ts';
import { timelineOf } from '#shared/editing/timeline.ts';

/** The in and the out point: what is looped and rendered. */
export const rangeActions: readonly Action[] = [
  {
    id: 'range/set-in',
    label: ({ timeline }) => timeline.setRangeIn,
    keys: ['I'],
    icon: AlignHorizontalJustifyStart,
    ...orLayers(
      { run: (port) => port.trimToPlayhead('start') },
      ofFilm((port) => port.setRange('in')),
    ),
  },
  {
    id: 'range/set-out',
    label: ({ timeline }) => timeline.setRangeOut,
    keys: ['O'],
    icon: AlignHorizontalJustifyEnd,
    ...orLayers(
      { run: (port) => port.trimToPlayhead('end') },
      ofFilm((port) => port.setRange('out')),
    ),
  },
  {
    id: 'range/clear',
    label: ({ timeline }) => timeline.clearRange,
    keys: ['Alt+X'],
    icon: CircleX,
    ...ofRange((port) => port.setRange(null)),
  },
  {
    id: 'range/go-in',
    label: ({ timeline }) => timeline.goToRangeIn,
    keys: ['Alt+Shift+I'],
    icon: ArrowLeftFromLine,
    ...ofRange((port) => port.goToRange('in')),
  },
  {
    id: 'range/go-out',
    label: ({ timeline }) => timeline.goToRangeOut,
    keys: ['Alt+Shift+O'],
    icon: ArrowRightFromLine,
    ...ofRange((port) => port.goToRange('out')),
  },
];

function ofFilm(run: (port: TimelinePort) => void) {
  return {
    ...onPort('timeline', 'timeline', run),
    enabled: ({ ports, editor }: ActionContext) =>
      ports.timeline !== undefined && timelineOf(editor?.getState().movie ?? null).total > 0,
    whyNot: ({ actions }: ActionContext['strings']) => actions.needsScene,
  };
}

function ofRange(run: (port: TimelinePort) => void) {
  return {
    ...onPort('timeline', 'timeline', run),
    enabled: ({ ports }: ActionContext) => (ports.timeline?.range() ?? null) !== null,
    whyNot: ({ timeline }: ActionContext['strings']) => timeline.needsRange,
  };
}
