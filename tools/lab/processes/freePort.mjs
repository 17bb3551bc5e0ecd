// Plain JavaScript without dependencies: `npm start` imports it before anything is installed.
import { createServer } from 'node:net';

const HOST = '127.0.0.1';
// Systems assign ephemeral ports above this range, so a port found here stays free until its program listens.
const [LOWEST, COUNT] = [20_000, 10_000];
const TRIES = 50;
// Two processes could find the same port before either listens. So each process searches the range from a different start:
// multiples of the golden ratio lie far apart, even for neighbouring process ids. A process with many tests uses hundreds of
// ports.
const GOLDEN_RATIO = 0.618_033_988_749_895;
let next = Math.floor(((process.pid * GOLDEN_RATIO) % 1) * COUNT);

/** @returns {Promise<number>} */
export async function findFreePort() {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/**
 * @param {number} count
 * @returns {Promise<number[]>} different ports
 */
export async function findFreePorts(count) {
  // Ports stay bound until all are found. Otherwise one port could be found twice.
  const servers = await Promise.all(Array.from({ length: count }, () => bindAny()));
  const ports = servers.map(({ port }) => port);
  await Promise.all(servers.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Server>} a server that listens on the port
 */
export function bind(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, HOST, () => resolve(server));
  });
}

/** @returns {Promise<{ server: import('node:net').Server, port: number }>} */
async function bindAny(tries = TRIES) {
  const port = LOWEST + (next % COUNT);
  next += 1;
  try {
    return { server: await bind(port), port };
  } catch (error) {
    if (tries === 0) throw error;
    return bindAny(tries - 1);
  }
}
