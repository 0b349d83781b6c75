import { EventEmitter } from 'node:events';

/** Gives a child process of plain Node the `process.parentPort` of Electron. Loaded with `--import`. */
const port = new EventEmitter();
const waiting: unknown[] = [];
// Messages wait for the first listener.
port.on('newListener', (event) => {
  if (event === 'message') queueMicrotask(() => waiting.splice(0).map((data) => port.emit('message', { data })));
});
process.on('message', (data) => {
  if (port.listenerCount('message') === 0) waiting.push(data);
  else port.emit('message', { data });
});
process.on('disconnect', () => port.emit('close', { data: null }));
Object.assign(process, {
  parentPort: Object.assign(port, { postMessage: (message: object) => process.send?.(message) }),
});
