import { Clapperboard, Pause, Play, Square } from 'lucide-react';
import { useEncoders } from '#renderer/api/queries/use-storage.ts';
import { useRenderSession } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { filmCount, filmsOf, startBlocker } from './model/batch-start.ts';
import type { BatchCommands } from './model/use-batch-commands.ts';
import type { BatchModel } from './model/use-batch-model.ts';

export interface BatchButtonsProps {
  readonly model: BatchModel;
  readonly commands: BatchCommands;
}

/** The buttons for the next step: they start a render, or pause and stop a running batch. */
export function BatchButtons({ model, commands }: BatchButtonsProps) {
  const strings = useStrings();
  const { batch } = strings;
  const keys = useRenderSession((state) => state.keys);
  const encoders = useEncoders().data?.encoders ?? [];
  const { open, next, run } = model;
  const isOpen = open.length > 0;
  const isPaused = open.every(({ state }) => state === 'paused');
  const blocker = isOpen ? null : startBlocker(model, strings, { keys, encoders });
  return (
    <>
      {/* Use one button element for start, pause, and resume, so that it keeps the focus. */}
      {isOpen ? (
        <Button key="first" icon={isPaused ? Play : Pause} tooltip={undefined} onClick={() => commands.hold(!isPaused)}>
          {isPaused ? batch.resume : batch.pause}
        </Button>
      ) : (
        <Button
          key="first"
          variant="primary"
          icon={Clapperboard}
          busy={commands.isStarting}
          disabled={blocker !== null}
          tooltip={blocker ?? undefined}
          onClick={commands.start}
        >
          {filmCount(filmsOf(next.length, run), batch)}
        </Button>
      )}
      {isOpen && (
        <Button variant="danger" icon={Square} onClick={commands.stop}>
          {batch.stop}
        </Button>
      )}
    </>
  );
}
