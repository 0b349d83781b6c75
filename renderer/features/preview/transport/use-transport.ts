import { useMemo } from 'react';
import { useActionPort } from '../../../actions/runtime/use-actions.tsx';
import type { Player } from '../../../film/play/player.ts';
import { useEditor, useEditorActions } from '../../../state/editor-context.tsx';

/** Offers the player to actions: keys, buttons, the menu. */
export function useTransport(player: Player | undefined): void {
  const { setPlayback } = useEditorActions();
  const playing = useEditor((state) => state.playing);
  const muted = useEditor((state) => state.muted);
  const loop = useEditor((state) => state.loop);
  const port = useMemo(
    () =>
      player === undefined
        ? null
        : {
            playing: () => playing,
            toggle: player.toggle,
            shuttle: player.shuttle,
            step: player.step,
            toStart: player.toStart,
            toEnd: player.toEnd,
            toCut: player.toCut,
            muted: () => muted,
            toggleMuted: () => setPlayback({ muted: !muted }),
            looping: () => loop,
            toggleLoop: () => setPlayback({ loop: !loop }),
          },
    [player, playing, muted, loop, setPlayback],
  );
  useActionPort('transport', port);
}
