import { useMemo, useState } from 'react';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { BrokenFile } from './broken-file.tsx';
import { GoodFile } from './good-file.tsx';
import type { OnItsWay } from './on-its-way.ts';
import { nameOfFile } from './open-template-file.ts';
import { readOpened } from './read-opened.ts';
import { UploadingMedia } from './uploading-media.tsx';

export interface OpenWithProps {
  readonly file: File;
  readonly bytes: Uint8Array;
  /** What was opened with it. */
  readonly beside: readonly OfferedFile[];
  readonly onClose: () => void;
}

/**
 * Opens a template from this machine: asks for project and media, uploads, and goes there; or says what is wrong with
 * it.
 */
export function OpenWithDialog({ file, bytes, beside, onClose }: OpenWithProps) {
  const { openWith: words } = useStrings();
  const read = useMemo(() => readOpened(bytes), [bytes]);
  const [uploading, setUploading] = useState<OnItsWay | null>(null);
  const common = { title: words.title(file.name), name: nameOfFile(file.name), onClose };
  if (uploading !== null) return <UploadingMedia {...common} {...uploading} />;
  if (read.kind === 'broken') return <BrokenFile {...common} problems={read.problems} text={read.text} />;
  return <GoodFile {...common} bytes={bytes} sources={read.sources} beside={beside} onUploading={setUploading} />;
}
