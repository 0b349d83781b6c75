import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SocketHello } from './socket-path.ts';

/** The time in milliseconds in which the other process closes its service. */
const LEAVE_MILLISECONDS = 8000;

/**
 * Asks the process that has the workspace to leave it, over the socket for assistants. Returns true when its socket has
 * closed, and false if it stays or nobody answers.
 */
export async function askToLeave(socket: string): Promise<boolean> {
  const connection = connect(socket);
  const limit = AbortSignal.timeout(LEAVE_MILLISECONDS);
  try {
    await once(connection, 'connect', { signal: limit });
    const hello: SocketHello = { scenewright: 1, leave: true };
    connection.write(`${JSON.stringify(hello)}\n`);
    const [answer] = await once(connection, 'data', { signal: limit });
    if (!String(answer).includes('"leaving":true')) return false;
    // The other process closes its socket first and the workspace last.
    while (!limit.aborted && (await isOpen(socket))) await pause(50);
    await pause(200);
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

async function isOpen(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
