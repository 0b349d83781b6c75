import { useEffect, useMemo, useRef } from 'react';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { Player } from '#renderer/playback/play/player.ts';
import { playheadMoves } from '#renderer/playback/play/playhead-moves.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

const SCRUB_SOUND = 'preview/scrub-sound';

/**
 * Registers the transport for the actions of keys, buttons, and the menu. The playhead can be moved before a player
 * exists, and on machines that cannot have a player. Playback that is requested earlier starts when there is a player.
 */
export function useTransport(player: Player | undefined): void {
  const editor = useEditor();
  const { set: setPlayback } = editor.playback;
  const playing = useEditorValue(({ document }) => document.state.playing);
  const muted = useEditorValue(({ document }) => document.state.muted);
  const loop = useEditorValue(({ document }) => document.state.loop);
  const scrubSound = useEditorValue(({ document }) => document.state.scrubSound);
  useEffect(() => setPlayback({ scrubSound: readStored(SCRUB_SOUND) !== false }), [setPlayback]);
  const awaited = useRef<((ready: Player) => void) | null>(null);
  useEffect(() => {
    if (player === undefined) return;
    awaited.current?.(player);
    awaited.current = null;
  }, [player]);
  const offered = useMemo(
    () =>
      player ?? {
        ...playheadMoves(() => editor.document.state, editor.playback.seek),
        toggle: () => {
          awaited.current = awaited.current === null ? (ready) => ready.play() : null;
        },
        shuttle: (direction: -1 | 0 | 1) => {
          awaited.current = direction === 0 ? null : (ready) => ready.shuttle(direction);
        },
      },
    [player, editor],
  );
  const port = useMemo(
    () => ({
      playing: () => playing,
      toggle: offered.toggle,
      shuttle: offered.shuttle,
      step: offered.step,
      toStart: offered.toStart,
      toEnd: offered.toEnd,
      toCut: offered.toCut,
      muted: () => muted,
      toggleMuted: () => setPlayback({ muted: !muted }),
      scrubSound: () => scrubSound,
      toggleScrubSound: () => {
        writeStored(SCRUB_SOUND, !scrubSound);
        setPlayback({ scrubSound: !scrubSound });
      },
      looping: () => loop,
      toggleLoop: () => setPlayback({ loop: !loop }),
    }),
    [offered, playing, muted, loop, scrubSound, setPlayback],
  );
  useEditorView('transport', port);
}
