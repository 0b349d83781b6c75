import { writeClientFiles } from './clients/client-files.ts';
import { root, runScript } from './script.ts';

// `npm run clients`: writes the generated files of `packages/client` and `packages/python`.
await runScript(async () => {
  await writeClientFiles(root);
});
