import { setTimeout as sleep } from 'node:timers/promises';
import type { Hash } from 'viem';
import { parseEther, parseGwei, zeroAddress } from 'viem';
import { createRemoteSigner } from '../../../../service/chain/remoteSigner.ts';
import { payCall } from '../../../../service/domain/payment.ts';
import { paidEvent } from '../../../../shared/abi/vaultAbi.ts';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

const EVERY_MS = 300;
const AMOUNT = parseEther('1');
const NO_DEPOSIT: Hash = `0x${'77'.repeat(32)}`;

/** Asks the signer for a payment to the attacker and sends what it signs. */
async function steal({ bridge, sides, service }: AttackWorld, attacker: Attacker, id: Hash): Promise<void> {
  const [, { chain, deployment }] = sides;
  const signer = createRemoteSigner(service.options.signerFiles.socketPath, bridge.hotWallet.address);
  const payment = { id, token: zeroAddress, to: attacker.address, amount: AMOUNT };
  const serializedTransaction = await signer.signTransaction({
    chainId: chain.id,
    nonce: await chain.client.getTransactionCount({ address: bridge.hotWallet.address, blockTag: 'pending' }),
    call: payCall(deployment.vault, payment),
    gasLimit: 200_000n,
    fees: { maxFee: parseGwei('3'), tip: parseGwei('1') },
  });
  await chain.client.sendRawTransaction({ serializedTransaction });
}

/** The ids of deposits that were paid already, and one that no deposit has. */
async function listIds({ sides }: AttackWorld): Promise<readonly Hash[]> {
  const [, { chain, deployment }] = sides;
  const logs = await chain.client.getLogs({ address: deployment.vault, event: paidEvent, fromBlock: 0n, strict: true });
  return [NO_DEPOSIT, ...logs.slice(-2).map(({ args }) => args.id)];
}

/** The thief stole the worker: the socket of the signer, but not its key. */
export const workerThief: Attack = {
  name: 'worker-thief',
  title: "Worker thief: asks the signer to pay deposits that don't exist, and paid ones again",
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    return async () => {
      let isStopped = false;
      const work = async () => {
        while (!isStopped) {
          for (const id of await listIds(world)) await steal(world, attacker, id).catch(() => {});
          await sleep(EVERY_MS);
        }
      };
      const ended = work();
      ended.catch(() => {});
      return {
        stop: async () => {
          isStopped = true;
          await ended;
        },
      };
    };
  },
};
