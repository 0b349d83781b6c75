import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { openWorkspace } from '../open-workspace.ts';

/**
 * Creates a project with a template of the maximum size and the maximum number of revisions in a workspace. Returns its
 * uid.
 */
export async function makeLargeProject(folder: string): Promise<string> {
  const workspace = await openWorkspace({ folder, clock: Date.now });
  const { projects, database } = workspace;
  const project = projects.create('Large').uid;
  const open = '<movie width="64" height="64" framerate="25"><scene duration="1"/><!--';
  const bytes = Buffer.from(`${open}${'x'.repeat(5e6)}--></movie>`);
  const { templateRevisions } = serviceLimits;
  database.run(
    `INSERT INTO template (id, project, name, name_key, revision, etag, created_at, updated_at)
     VALUES (1, ?, 'film', 'film', ?, '"a"', 1, 1)`,
    ...[project, templateRevisions],
  );
  for (let revision = 1; revision <= templateRevisions; revision++)
    database.run(
      'INSERT INTO template_revision (template, revision, bytes, etag, saved_at) VALUES (1, ?, ?, ?, 1)',
      ...[revision, bytes, '"a"'],
    );
  await workspace.close();
  return project;
}
