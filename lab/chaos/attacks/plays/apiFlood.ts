import { request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { limitCalls } from '../../../endpoints/faults.ts';
import type { LabInstallation } from '../../../installation/installationFile.ts';
import type { Attack } from '../attack.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

const CONNECTIONS = 2000;
const BUILD_EVERY_MS = 5;
const CALLS_PER_SECOND = 50;
// Another address of this machine than that of the honest users.
const ATTACKER = '127.0.0.2';

/** Honest users need few connections and requests. The installation's limits for tests would let an attacker pass. */
function limitClients(file: LabInstallation): void {
  file.api.requestsPerSecond = 20;
  Object.assign(file.lab, { maxConnectionsPerClient: 100, burst: 100 });
}

/** Connects again whenever the server closes a connection. */
function holdConnections({ service }: AttackWorld): () => void {
  const { hostname, port } = new URL(service.url);
  const sockets = new Set<Socket>();
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    sockets.add(socket);
  };
  const timer = setInterval(() => {
    for (let opened = 0; sockets.size < CONNECTIONS && opened < 200; opened += 1) open();
  }, 100);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

/** Asks for builds of new senders, whose allowances no cache has. */
function floodBuilds({ service, sides }: AttackWorld): () => void {
  const [origin, destination] = sides;
  const timer = setInterval(() => {
    const account = privateKeyToAddress(generatePrivateKey());
    const body = JSON.stringify({
      ...{ from_address: account, from_chain_name: origin.name, to_address: account, to_chain_name: destination.name },
      ...{ token_name: 'USDC', ui_value: '75' },
    });
    const options = { method: 'POST', localAddress: ATTACKER, headers: { 'content-type': 'application/json' } };
    const sent = request(`${service.url}/get_build_tx`, options, (response) => response.resume());
    sent.on('error', () => {});
    sent.end(body);
  }, BUILD_EVERY_MS);
  return () => clearInterval(timer);
}

export const apiFloods: readonly Attack[] = [
  {
    name: 'idle-connections',
    title: 'Idle connections: 2,000 from one address to the API',
    configure: limitClients,
    prepare: async (world) => async () => {
      const end = holdConnections(world);
      return { stop: async () => end() };
    },
    leadMs: 2000,
  },
  {
    name: 'build-flood',
    title: 'Build flood: 200 builds a second of new senders, behind providers that allow 50 calls a second',
    configure: limitClients,
    prepare: async (world) => {
      for (const { endpoints } of world.sides) {
        for (const endpoint of endpoints) endpoint.answer(limitCalls(CALLS_PER_SECOND));
      }
      return async () => {
        const end = floodBuilds(world);
        return { stop: async () => end() };
      };
    },
    leadMs: 2000,
  },
];
