import { join } from 'node:path';
import { copyTo } from '../files/copy-file.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { TemporaryNames } from '../storage/blobs/temporary-names.ts';
import type { UploadSession } from './upload-sessions.ts';

/** The files of an upload: one file with a slot per chunk, and separate files for chunks whose slot was taken. */
export interface UploadFiles {
  folderOf(id: string): string;
  /** The path of the file that becomes the asset. */
  dataOf(id: string): string;
  /** Creates the folder and the file if they are missing, and syncs them. Runs once per session. */
  prepare(id: string, session: UploadSession): Promise<void>;
  /** Replaces the file with a copy if a blob shares the file, which an interrupted finish may cause. */
  copyIfShared(id: string): Promise<void>;
}

export function createUploadFiles(files: FileSystem, temporaryNames: TemporaryNames, workspace: string): UploadFiles {
  const root = join(workspace, 'uploads');
  const folderOf = (id: string): string => join(root, id);
  const dataOf = (id: string): string => join(root, id, 'data');
  const copyIfShared = async (id: string): Promise<void> => {
    const facts = await files.fileFacts(dataOf(id));
    if (facts === null || facts.links === 1) return;
    using temporary = temporaryNames.take();
    await copyTo(files, dataOf(id), temporary.path);
    await files.rename(temporary.path, dataOf(id));
    await files.syncFolder(folderOf(id));
  };
  const createFile = async (id: string): Promise<void> => {
    if ((await files.fileFacts(dataOf(id))) !== null) return copyIfShared(id);
    await files.makeFolder(folderOf(id));
    const file = await files.open(dataOf(id), 'wx+');
    await file.close();
    await files.syncFolder(folderOf(id));
    await files.syncFolder(root);
  };
  return {
    folderOf,
    dataOf,
    copyIfShared,
    prepare: (id, session) => {
      session.prepared ??= createFile(id).catch((error: unknown) => {
        session.prepared = null;
        throw error;
      });
      return session.prepared;
    },
  };
}
