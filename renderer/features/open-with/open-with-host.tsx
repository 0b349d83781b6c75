import { useEffect, useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { type OpenedBatch, openedFile } from '#renderer/shell/window/opened-files.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { limits } from '#shared/template/document/limits.ts';
import { OpenWithDialog } from './open-with-dialog.tsx';

/** An opened template that waits for its dialog. */
interface Waiting {
  readonly key: number;
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly companionFiles: readonly OfferedFile[];
}

let lastKey = 0;

/** Handles templates from this machine on all screens, one after another. */
export function OpenWithHost() {
  const { opened } = useAppWindow();
  const { openWith: strings } = useStrings();
  const toast = useToast();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [first] = waiting;
  useEffect(() => {
    const receive = async (batch: OpenedBatch) => {
      try {
        const read = await readBatch(batch);
        setWaiting((before) => [...before, ...read]);
      } catch (error) {
        toast.show({ tone: 'danger', message: strings.unreadable, detail: problemText(error) });
      }
    };
    return opened.addHandler('template', (batch) => void receive(batch));
  }, [opened, toast, strings]);
  const choose = async () => {
    const files = await pickFiles({ multiple: true });
    if (files.length > 0 && !opened.open(files.map(openedFile)))
      toast.show({ tone: 'warning', message: strings.nothingToOpen, detail: strings.nothingToOpenHint });
  };
  useOpened('openTemplate', () => void choose());
  if (first === undefined) return null;
  return (
    <OpenWithDialog
      key={first.key}
      file={first.file}
      bytes={first.bytes}
      companionFiles={first.companionFiles}
      onClose={() => setWaiting((before) => before.filter((each) => each !== first))}
    />
  );
}

/** Reads a file up to one byte more than the size limit. This is enough to detect a file that is too large. */
async function templateBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, limits.bytes + 1).arrayBuffer());
}

async function readBatch({ files, others }: OpenedBatch): Promise<readonly Waiting[]> {
  const companionFiles = await Promise.all(others.map((other) => other.offer()));
  return await Promise.all(
    files.map(async (each) => {
      const { file } = await each.offer();
      lastKey += 1;
      return { key: lastKey, file, bytes: await templateBytes(file), companionFiles };
    }),
  );
}
