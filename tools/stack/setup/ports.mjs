import { connect } from 'node:net';
import { bind, findFreePorts } from '../../lab/processes/freePort.mjs';
import { SetupError } from './setupError.mjs';

const HOST = '127.0.0.1';

/** The local stack's ports, each with its default and the environment variable that changes it. */
export const PORTS = /** @type {const} */ ({
  web: { title: 'the web app', variable: 'CAUSEWAY_WEB_PORT', fallback: 4173 },
  service: { title: 'the transfer service', variable: 'CAUSEWAY_SERVICE_PORT', fallback: 8787 },
  Northshore: { title: 'the chain Northshore', variable: 'CAUSEWAY_NORTHSHORE_PORT', fallback: 8545 },
  Southshore: { title: 'the chain Southshore', variable: 'CAUSEWAY_SOUTHSHORE_PORT', fallback: 8546 },
});

/**
 * @typedef {keyof typeof PORTS} PortName
 * @typedef {Record<PortName, number>} Ports
 */

/**
 * @param {Record<string, string | undefined>} env
 * @returns {Ports}
 */
export function readPorts(env) {
  const ports = mapPorts(({ variable, fallback }) => parsePort(variable, env[variable] ?? String(fallback)));
  for (const [index, [name, port]] of Object.entries(ports).entries()) {
    const other = Object.keys(ports)
      .slice(0, index)
      .find((earlier) => ports[earlier] === port);
    if (other) {
      throw new SetupError(
        `${PORTS[other].variable} and ${PORTS[name].variable} are both ${port}. Set one of them to another port.`,
      );
    }
  }
  return ports;
}

/**
 * @param {Ports} ports
 * @throws {SetupError} names every port in use and the variable that changes it
 */
export async function requireFreePorts(ports) {
  const problems = await Promise.all(
    Object.entries(PORTS).map(async ([name, { title, variable }]) => {
      const problem = await findPortProblem(ports[name]);
      return problem === null ? null : `Port ${ports[name]} for ${title} ${problem}. Set ${variable} to another port.`;
    }),
  );
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new SetupError(found.join('\n'));
}

/** @returns {Promise<Ports>} free ports, for a stack that runs beside others */
export async function pickFreePorts() {
  const names = Object.keys(PORTS);
  const ports = await findFreePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, ports[index]]));
}

function mapPorts(read) {
  return Object.fromEntries(Object.entries(PORTS).map(([name, port]) => [name, read(port)]));
}

function parsePort(variable, text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) {
    throw new SetupError(`${variable} is "${text}". Set it to a whole number from 1 to 65535.`);
  }
  return port;
}

async function findPortProblem(port) {
  // Some systems allow a second bind to this address while another server is bound to all addresses.
  if (await isAnswering(port)) return 'is in use by another program';
  try {
    const server = await bind(port);
    await new Promise((resolve) => server.close(resolve));
    return null;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return 'is in use by another program';
    if (error.code === 'EACCES') return 'is not allowed for this account';
    return `cannot be used (${error.code})`;
  }
}

function isAnswering(port) {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const answer = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.setTimeout(1000, () => answer(false));
  });
}
