import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createFakeElectron } from './fake-electron.ts';
import { until } from './open-desktop.ts';

// Runs the built main process under plain Node with the fake `electron`. Prints the result as one line of JSON.
const [, , main = '', folder = ''] = process.argv;
const { electron, state, fetch } = createFakeElectron(folder);
Object.assign(globalThis, { fakeElectron: electron });
const source = Object.keys(electron)
  .map((name) => `export const ${name} = globalThis.fakeElectron.${name};`)
  .join('\n');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'fake:electron', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'fake:electron' ? { format: 'module', source, shortCircuit: true } : next(url, context),
});
await import(pathToFileURL(main).href);
await until(() => state.windows.length > 0 && state.children.length > 0);
const page = await fetch('app://editor/');
const projects = await fetch('app://editor/v1/list/project');
process.stdout.write(`${JSON.stringify({ page: page.status, projects: projects.status })}\n`);
electron.app.quit();
await until(() => state.ended === 'quit');
process.stdout.write(`${JSON.stringify({ child: state.children[0]?.process.exitCode })}\n`);
process.exit(0);
