import { Clock, Play, Repeat, Scan, SkipBack, SkipForward, Square, StepBack, StepForward, VolumeX } from 'lucide-react';
import type { Action } from '../action.ts';
import type { ActionContext } from '../action-context.ts';
import type { Transport } from '../ports.ts';

/** Playing and going through the film; done by the preview. */
export const playbackActions: readonly Action[] = [
  {
    id: 'play/toggle',
    label: ({ actions }, { ports }) => (ports.transport?.playing() === true ? actions.pause : actions.play),
    shortLabel: ({ actions }) => actions.playPause,
    keys: ['Space'],
    icon: Play,
    ...transport((player) => player.toggle()),
    checked: ({ ports }) => ports.transport?.playing() ?? false,
  },
  {
    id: 'play/reverse',
    label: ({ actions }) => actions.reverse,
    keys: ['J'],
    icon: SkipBack,
    ...transport((player) => player.shuttle(-1)),
  },
  {
    id: 'play/stop',
    label: ({ actions }) => actions.stop,
    keys: ['K'],
    icon: Square,
    ...transport((player) => player.shuttle(0)),
  },
  {
    id: 'play/forward',
    label: ({ actions }) => actions.forward,
    keys: ['L'],
    icon: SkipForward,
    ...transport((player) => player.shuttle(1)),
  },
  {
    id: 'play/frame-back',
    label: ({ actions }) => actions.frameBack,
    keys: [',', 'ArrowLeft'],
    icon: StepBack,
    repeats: true,
    ...transport((player) => player.step(-1)),
  },
  {
    id: 'play/frame-forward',
    label: ({ actions }) => actions.frameForward,
    keys: ['.', 'ArrowRight'],
    icon: StepForward,
    repeats: true,
    ...transport((player) => player.step(1)),
  },
  {
    id: 'play/ten-back',
    label: ({ actions }) => actions.tenBack,
    keys: ['Shift+ArrowLeft', '<'],
    icon: StepBack,
    repeats: true,
    ...transport((player) => player.step(-10)),
  },
  {
    id: 'play/ten-forward',
    label: ({ actions }) => actions.tenForward,
    keys: ['Shift+ArrowRight', '>'],
    icon: StepForward,
    repeats: true,
    ...transport((player) => player.step(10)),
  },
  {
    id: 'play/start',
    label: ({ actions }) => actions.toStart,
    keys: ['Home'],
    icon: SkipBack,
    ...transport((player) => player.toStart()),
  },
  {
    id: 'play/end',
    label: ({ actions }) => actions.toEnd,
    keys: ['End'],
    icon: SkipForward,
    ...transport((player) => player.toEnd()),
  },
  {
    id: 'play/previous-cut',
    label: ({ actions }) => actions.previousCut,
    keys: ['ArrowUp'],
    icon: SkipBack,
    repeats: true,
    ...transport((player) => player.toCut(-1)),
  },
  {
    id: 'play/next-cut',
    label: ({ actions }) => actions.nextCut,
    keys: ['ArrowDown'],
    icon: SkipForward,
    repeats: true,
    ...transport((player) => player.toCut(1)),
  },
  {
    id: 'play/go-to-time',
    label: ({ actions }) => actions.goToTime,
    keys: ['G'],
    icon: Clock,
    scope: 'editor',
    group: 'play',
    enabled: ({ ports }) => ports.preview !== undefined,
    run: ({ ports }) => ports.preview?.goToTime(),
  },
  {
    id: 'play/mute',
    label: ({ actions }) => actions.mute,
    keys: ['M'],
    icon: VolumeX,
    ...transport((player) => player.toggleMuted()),
    checked: ({ ports }) => ports.transport?.muted() ?? false,
  },
  {
    id: 'play/loop',
    label: ({ actions }) => actions.loop,
    icon: Repeat,
    ...transport((player) => player.toggleLoop()),
    checked: ({ ports }) => ports.transport?.looping() ?? false,
  },
  {
    id: 'preview/safe-areas',
    label: ({ actions }) => actions.safeAreas,
    icon: Scan,
    scope: 'editor',
    group: 'view',
    enabled: ({ ports }) => ports.preview !== undefined,
    checked: ({ ports }) => ports.preview?.safeAreas() ?? false,
    run: ({ ports }) => ports.preview?.toggleSafeAreas(),
  },
];

function transport(run: (player: Transport) => void) {
  return {
    scope: 'editor',
    group: 'play',
    enabled: ({ ports }: ActionContext) => ports.transport !== undefined,
    run: ({ ports }: ActionContext) => {
      if (ports.transport !== undefined) run(ports.transport);
    },
  } as const;
}
