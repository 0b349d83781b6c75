import { argv } from 'node:process';
import { checkPackagedApp } from './packaged-app.ts';
import { PackagingError, runScript } from './script.ts';
import { smokeTest } from './smoke-test.ts';

// `npm run package:check -- FOLDER [--start]`: checks the files and the fuses of an unpacked app. With --start, also
// checks that it runs.
await runScript(async () => {
  const [folder] = argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (folder === undefined)
    throw new PackagingError('Name the folder of an unpacked app, such as release/linux-unpacked.');
  const app = { folder, platform: process.platform };
  const wrong = await checkPackagedApp(app);
  if (wrong.length > 0) throw new PackagingError(wrong.join('\n'));
  console.log('Fuses, files, and licenses are correct.');
  if (argv.includes('--start')) console.log(await smokeTest(app));
});
