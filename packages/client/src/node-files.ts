/** The part of `node:fs/promises` that the client uses. Deno and Bun also have this part. */
interface NodeFiles {
  open(path: string | URL, flags: string): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

interface FileHandle {
  stat(): Promise<{ readonly size: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  writeFile(data: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the file system. Throws in a browser. */
export async function nodeFiles(): Promise<NodeFiles> {
  // Bundlers for browsers must not resolve this name.
  const name = 'node:fs/promises';
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as NodeFiles;
}

/** Writes the body of an answer to a file. The file appears when it is complete. */
export async function saveBody(answer: Response, path: string): Promise<void> {
  const { open, rename, rm } = await nodeFiles();
  const partial = `${path}.part`;
  const file = await open(partial, 'w');
  try {
    const reader = answer.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      await file.writeFile(part.value);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await file.close();
  await rename(partial, path);
}
