import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, maxUint256, parseAbi, parseEther, parseGwei, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultGuardian, vaultOwner } from '../../../../contracts/deploy.ts';
import type { Attack } from '../attack.ts';
import type { AttackedSide, AttackWorld } from '../world/attackWorld.ts';

const abi = parseAbi([
  'function schedule(bytes action)',
  'function approve(bytes action)',
  'function cancel(bytes action)',
  'function cancelAll()',
  'function execute(bytes action)',
  'function unpause()',
  'function withdraw(address token, address to, uint256 amount)',
  'function setCap(address token, uint112 perPayment, uint112 perWindow)',
  'function addPayer(address payer)',
  'function setGuardian(address guardian)',
  'function setOwner(address owner)',
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function readyAt(bytes action) view returns (uint256)',
]);

const GAS = 500_000n;
const LARGEST_CAP = 2n ** 112n - 1n;
// Half of the delay of the vaults. The guardian acts once in each half.
const HALF_DELAY_SECONDS = 43_200;

type Call = readonly [account: PrivateKeyAccount, data: Hex];

const createAccount = () => privateKeyToAccount(generatePrivateKey());

/** Sends the calls in this order. The vault refuses some of them. @returns once the last one is in a block */
async function send({ chain: { client }, deployment }: AttackedSide, calls: readonly Call[]): Promise<void> {
  for (const [index, [account, data]] of calls.entries()) {
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
    const fees = { gas: GAS, maxFeePerGas: parseGwei('2000'), maxPriorityFeePerGas: parseGwei('1') };
    const call = { account, chain: null, to: deployment.vault, data, nonce, ...fees } as const;
    const hash = await client.sendTransaction(call);
    if (index === calls.length - 1) await client.waitForTransactionReceipt({ hash });
  }
}

const read = ({ chain: { client }, deployment }: AttackedSide, functionName: 'owner' | 'guardian') =>
  client.readContract({ address: deployment.vault, abi, functionName });

function listActions({ deployment }: AttackedSide, thief: Address): readonly Hex[] {
  const tokens = [zeroAddress, ...deployment.tokens.map(({ address }) => address)];
  return [
    ...tokens.map((token) => encodeFunctionData({ abi, functionName: 'withdraw', args: [token, thief, maxUint256] })),
    encodeFunctionData({ abi, functionName: 'setCap', args: [zeroAddress, LARGEST_CAP, LARGEST_CAP] }),
    encodeFunctionData({ abi, functionName: 'addPayer', args: [thief] }),
    encodeFunctionData({ abi, functionName: 'setOwner', args: [thief] }),
  ];
}

/** The steps of the runbook, "To replace a stolen owner's key", against a thief who acts before and after each of them. */
async function playOn(side: AttackedSide): Promise<void> {
  const { chain, deployment } = side;
  const [thief, thiefsGuardian, newOwner] = [createAccount(), createAccount(), createAccount()];
  for (const { address } of [vaultOwner, vaultGuardian, thief, newOwner])
    await chain.client.setBalance({ address, value: parseEther('10000') });
  const onAction = (functionName: 'schedule' | 'approve' | 'cancel' | 'execute', action: Hex) =>
    encodeFunctionData({ abi, functionName, args: [action] });
  const takeGuardian = encodeFunctionData({ abi, functionName: 'setGuardian', args: [thiefsGuardian.address] });
  const takeOver = encodeFunctionData({ abi, functionName: 'setOwner', args: [newOwner.address] });
  const actions = listActions(side, thief.address);
  const steal = () =>
    send(side, [
      [vaultOwner, encodeFunctionData({ abi, functionName: 'unpause' })],
      ...[takeGuardian, ...actions].flatMap((action): readonly Call[] => [
        [vaultOwner, onAction('execute', action)],
        [thief, onAction('execute', action)],
        [vaultOwner, onAction('schedule', action)],
      ]),
      [vaultOwner, onAction('cancel', takeOver)],
    ]);

  await steal();
  for (const action of [takeGuardian, ...actions]) {
    const call = { address: deployment.vault, abi, functionName: 'readyAt', args: [action] } as const;
    if ((await chain.client.readContract(call)) === 0n) throw new Error('the thief has scheduled too little');
  }
  // Three halves of the delay: the thief's guardian takes four.
  for (let half = 0; half < 3; half += 1) {
    await chain.client.increaseTime({ seconds: HALF_DELAY_SECONDS });
    await send(side, [[vaultGuardian, encodeFunctionData({ abi, functionName: 'cancelAll' })]]);
    await steal();
  }
  await send(side, [[vaultGuardian, onAction('approve', takeOver)]]);
  await steal();
  await send(side, [[vaultOwner, onAction('schedule', takeOver)]]);
  await steal();
  await send(side, [[newOwner, onAction('execute', takeOver)]]);
  await chain.client.increaseTime({ seconds: 4 * HALF_DELAY_SECONDS });
  await steal();
  if ((await read(side, 'owner')) !== newOwner.address) throw new Error(`the vault on ${side.name} has the old owner`);
  if ((await read(side, 'guardian')) !== vaultGuardian.address) throw new Error(`${side.name} has a thief as guardian`);
}

/** The thief and the rightful owner both have the key. The guardian has its own. */
export const ownerThief: Attack = {
  name: 'owner-thief',
  title:
    'Owner thief: schedules withdrawals, caps, a payer, a guardian and an owner, until owner and guardian replace the key',
  prepare:
    async ({ sides }: AttackWorld) =>
    async () => {
      const played = Promise.all(sides.map(playOn));
      played.catch(() => {});
      return {
        stop: async () => {
          await played;
        },
      };
    },
};
