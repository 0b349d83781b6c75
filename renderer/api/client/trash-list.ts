import type { Client, JsonOf } from '#shared/contract/client.ts';

/** The trash of a project, or its first page. */
export type Trash = JsonOf<'listTrash'>;
export type TrashEntry = Trash['assets'][number];

const PAGE = 1000;

/** Returns the latest deleted asset of each name in the trash. */
export async function latestInTrash(
  client: Client<Response>,
  project: string,
  names: readonly string[],
): Promise<readonly TrashEntry[]> {
  const requested = new Set(names);
  const entries: TrashEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: Trash = await client.call('listTrash', { parameters: { project }, query });
    // The entries are newest first, so use only the first entry of each name.
    for (const entry of page.assets) if (requested.delete(entry.name)) entries.push(entry);
    cursor = page.cursor;
  } while (cursor !== null && requested.size > 0);
  return entries;
}

/** Returns the names of all assets in the trash. */
export async function namesInTrash(client: Client<Response>, project: string): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: Trash = await client.call('listTrash', { parameters: { project }, query });
    names.push(...page.assets.map(({ name }) => name));
    cursor = page.cursor;
  } while (cursor !== null);
  return names;
}

/** Returns the trash without one entry. */
export function withoutTrashed(trash: Trash, id: string): Trash {
  const gone = trash.assets.find((entry) => entry.id === id);
  if (gone === undefined) return trash;
  const assets = trash.assets.filter((entry) => entry !== gone);
  return { ...trash, assets, count: trash.count - 1, bytes: trash.bytes - gone.size };
}
