import { setTimeout as sleep } from 'node:timers/promises';
import type { Hash } from 'viem';
import { parseEther, parseGwei, zeroAddress } from 'viem';
import { payCall } from '../../../../service/payments/model/payment.ts';
import { createRemoteSigner, createSocketRoute } from '../../../../service/signer/client/remoteSigner.ts';
import type { DepositReference } from '../../../../service/signer/client/signer.ts';
import { paidEvent } from '../../../../shared/abi/vaultAbi.ts';
import { transferId } from '../../../../shared/transferId.ts';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

const EVERY_MS = 300;
const AMOUNT = parseEther('1');
const NO_DEPOSIT: Hash = `0x${'77'.repeat(32)}`;

type Claim = { readonly attacker: Attacker; readonly reference: DepositReference; readonly id: Hash };

/** Asks the signer for a payment to the attacker, with the attacker's own deposit as evidence, and sends what it signs. */
async function steal({ bridge, sides, service }: AttackWorld, { attacker, reference, id }: Claim): Promise<void> {
  const [, { chain, deployment }] = sides;
  const signer = createRemoteSigner(
    createSocketRoute(service.options.signerFiles.socketPath),
    bridge.hotWallet.address,
  );
  const payment = { id, token: zeroAddress, to: attacker.address, amount: AMOUNT };
  const transaction = {
    chainId: chain.id,
    nonce: await chain.client.getTransactionCount({ address: bridge.hotWallet.address, blockTag: 'pending' }),
    call: payCall(deployment.vault, payment),
    gasLimit: 200_000n,
    fees: { maxFee: parseGwei('3'), tip: parseGwei('1') },
  };
  const { raw: serializedTransaction } = await signer.signTransaction(transaction, [reference]);
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
    const [{ chain, deployment }] = world.sides;
    const reference = { chainId: chain.id, transactionHash: await attacker.deposit(), ordinal: 0 };
    const own = transferId({ ...reference, contract: deployment.depositContract });
    return async () => {
      let isStopped = false;
      const work = async () => {
        while (!isStopped) {
          const ids = [own, ...(await listIds(world))];
          for (const id of ids) await steal(world, { attacker, reference, id }).catch(() => {});
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
