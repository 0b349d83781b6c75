import {
  AudioLines,
  Clock,
  Play,
  Repeat,
  SkipBack,
  SkipForward,
  Square,
  SquareSquare,
  StepBack,
  StepForward,
  VolumeX,
} from 'lucide-react';
import type { PlaybackManager } from '#renderer/editor/playback-manager.ts';
import { type Action, type ActionContext, onView } from '../action.ts';

const transport = (run: (playback: PlaybackManager) => void) =>
  onView('preview', 'play', (_view, { playback }) => run(playback));

/** The actions for playback and navigation in the movie. The preview executes them. */
export const playbackActions: readonly Action[] = [
  {
    id: 'play/toggle',
    label: ({ actions }, context) => (isPlayback(context, 'playing') ? actions.pause : actions.play),
    shortLabel: ({ actions }) => actions.playPause,
    keys: ['Space'],
    icon: Play,
    ...transport((player) => player.toggle()),
    checked: (context) => isPlayback(context, 'playing'),
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
    scope: 'film',
    group: 'play',
    enabled: ({ editor }) => editor !== null && editor.views.preview !== null,
    run: ({ editor }) => editor?.views.preview?.goToTime(),
  },
  {
    id: 'play/mute',
    label: ({ actions }) => actions.mute,
    keys: ['M'],
    icon: VolumeX,
    ...transport((player) => player.toggleMuted()),
    checked: (context) => isPlayback(context, 'muted'),
  },
  {
    id: 'play/scrub-sound',
    label: ({ actions }) => actions.scrubSound,
    icon: AudioLines,
    ...transport((player) => player.toggleScrubSound()),
    checked: (context) => isPlayback(context, 'scrubSound'),
  },
  {
    id: 'play/loop',
    label: ({ actions }) => actions.loop,
    icon: Repeat,
    ...transport((player) => player.toggleLoop()),
    checked: (context) => isPlayback(context, 'loop'),
  },
  {
    id: 'preview/safe-areas',
    label: ({ actions }) => actions.safeAreas,
    keys: ['Shift+S'],
    icon: SquareSquare,
    scope: 'film',
    group: 'view',
    enabled: ({ editor }) => editor !== null && editor.views.preview !== null,
    checked: ({ editor }) => editor?.views.preview?.safeAreas() ?? false,
    run: ({ editor }) => editor?.views.preview?.nextSafeArea(),
  },
];

/** Returns whether a playback option is on. All options count as off while no preview is mounted. */
function isPlayback({ editor }: ActionContext, name: 'playing' | 'muted' | 'scrubSound' | 'loop'): boolean {
  return editor !== null && editor.views.preview !== null && editor.document.state[name];
}
