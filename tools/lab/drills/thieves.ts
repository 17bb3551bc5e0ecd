import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, isAddressEqual, maxUint256, parseAbi, parseEther, parseGwei, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { transferId } from '#shared/transferId.ts';
import { vaultGuardian, vaultOwner } from '../../../contracts/deploy.ts';
import { payCall } from '../../../service/payments/model/payment.ts';
import { createRemoteSigner, createSocketRoute } from '../../../service/signer/client/remoteSigner.ts';
import type { DepositReference } from '../../../service/signer/client/signer.ts';
import { connectChain, readDeposits, readPayments } from '../audit/readAuditedChain.ts';
import type { DatabaseUrls } from '../installation/databases.ts';
import type { Attacker } from '../installation/deposits.ts';
import { BURNER } from '../installation/deposits.ts';
import type { Installation } from '../installation/installation.ts';
import type { Side } from '../installation/testbed.ts';
import { listPaid } from '../installation/testbed.ts';
import { repeat } from '../processes/repeat.ts';
import type { TrafficDrill } from './drill.ts';
import { plunder } from './plunder.ts';

const DEPOSIT_EVERY_MS = 1000;

function createDatabaseThief(rights: keyof DatabaseUrls, title: string, mayStop?: string): TrafficDrill {
  return {
    kind: 'traffic',
    name: `database-thief-${rights}`,
    title,
    leavesTraces: true,
    ...(mayStop !== undefined && { mayStop }),
    prepare: async ({ testbed, database }) => {
      const attacker = await testbed.createAttacker();
      return async () => {
        let isStopped = false;
        const theft = plunder(database[rights], attacker.address, () => isStopped);
        const stopDeposits = repeat(DEPOSIT_EVERY_MS, () => attacker.deposit());
        return {
          stop: async () => {
            isStopped = true;
            await Promise.all([theft, stopDeposits()]);
          },
        };
      };
    },
  };
}

const STEAL_EVERY_MS = 300;
const STOLEN = parseEther('1');
const NO_DEPOSIT: Hash = `0x${'77'.repeat(32)}`;

type Claim = { readonly attacker: Attacker; readonly reference: DepositReference; readonly id: Hash };

/** Asks the signer for a payment to the attacker, with the attacker's own deposit as evidence, and sends what it signs. */
async function steal({ testbed, signerFiles }: Installation, { attacker, reference, id }: Claim): Promise<void> {
  const { bridge, destination } = testbed;
  const { chain, deployment } = destination;
  const signer = createRemoteSigner(createSocketRoute(signerFiles.socketPath), bridge.hotWallet.address);
  const payment = { id, token: zeroAddress, to: attacker.address, amount: STOLEN, gasDrop: 0n };
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

/** The ids of deposits that have been paid, and one that no deposit has. */
async function listIds({ testbed }: Installation): Promise<readonly Hash[]> {
  const paid = await listPaid(testbed.destination);
  return [NO_DEPOSIT, ...paid.slice(-2).map(({ id }) => id)];
}

/** The thief has the worker: the signer's socket, but not its key. */
const workerThief: TrafficDrill = {
  kind: 'traffic',
  name: 'worker-thief',
  title: "Worker thief: asks the signer to pay deposits that don't exist, and paid ones again",
  prepare: async (installation) => {
    const { testbed } = installation;
    const attacker = await testbed.createAttacker();
    const { chain, deployment } = testbed.origin;
    const reference = { chainId: chain.id, transactionHash: await attacker.deposit(), ordinal: 0 };
    const own = transferId({ ...reference, contract: deployment.depositContract });
    const stealAll = async () => {
      const ids = [own, ...(await listIds(installation))];
      for (const id of ids) await steal(installation, { attacker, reference, id }).catch(() => {});
    };
    return async () => ({ stop: repeat(STEAL_EVERY_MS, stealAll) });
  },
};

const ownerAbi = parseAbi([
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

const OWNER_GAS = 500_000n;
const LARGEST_CAP = 2n ** 112n - 1n;
// Half of the vaults' delay. The guardian acts once per half.
const HALF_DELAY_SECONDS = 43_200;

type OwnerCall = readonly [account: PrivateKeyAccount, data: Hex];

const createAccount = () => privateKeyToAccount(generatePrivateKey());

/** Sends the calls in order. The vault refuses some of them. @returns once the last one is in a block */
async function send({ chain: { client }, deployment }: Side, calls: readonly OwnerCall[]): Promise<void> {
  for (const [index, [account, data]] of calls.entries()) {
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
    const fees = { gas: OWNER_GAS, maxFeePerGas: parseGwei('2000'), maxPriorityFeePerGas: parseGwei('1') };
    const call = { account, chain: null, to: deployment.vault, data, nonce, ...fees } as const;
    const hash = await client.sendTransaction(call);
    if (index === calls.length - 1) await client.waitForTransactionReceipt({ hash });
  }
}

const read = ({ chain: { client }, deployment }: Side, functionName: 'owner' | 'guardian') =>
  client.readContract({ address: deployment.vault, abi: ownerAbi, functionName });

function listActions({ deployment }: Side, thief: Address): readonly Hex[] {
  const tokens = [zeroAddress, ...deployment.tokens.map(({ address }) => address)];
  return [
    ...tokens.map((token) =>
      encodeFunctionData({ abi: ownerAbi, functionName: 'withdraw', args: [token, thief, maxUint256] }),
    ),
    encodeFunctionData({ abi: ownerAbi, functionName: 'setCap', args: [zeroAddress, LARGEST_CAP, LARGEST_CAP] }),
    encodeFunctionData({ abi: ownerAbi, functionName: 'addPayer', args: [thief] }),
    encodeFunctionData({ abi: ownerAbi, functionName: 'setOwner', args: [thief] }),
  ];
}

/** The runbook's steps, "To replace a stolen owner's key", against a thief who acts before and after each. */
async function playOn(side: Side): Promise<void> {
  const { chain, deployment } = side;
  const [thief, thiefsGuardian, newOwner] = [createAccount(), createAccount(), createAccount()];
  for (const { address } of [vaultOwner, vaultGuardian, thief, newOwner])
    await chain.client.setBalance({ address, value: parseEther('10000') });
  const onAction = (functionName: 'schedule' | 'approve' | 'cancel' | 'execute', action: Hex) =>
    encodeFunctionData({ abi: ownerAbi, functionName, args: [action] });
  const takeGuardian = encodeFunctionData({
    abi: ownerAbi,
    functionName: 'setGuardian',
    args: [thiefsGuardian.address],
  });
  const takeOver = encodeFunctionData({ abi: ownerAbi, functionName: 'setOwner', args: [newOwner.address] });
  const actions = listActions(side, thief.address);
  const steal = () =>
    send(side, [
      [vaultOwner, encodeFunctionData({ abi: ownerAbi, functionName: 'unpause' })],
      ...[takeGuardian, ...actions].flatMap((action): readonly OwnerCall[] => [
        [vaultOwner, onAction('execute', action)],
        [thief, onAction('execute', action)],
        [vaultOwner, onAction('schedule', action)],
      ]),
      [vaultOwner, onAction('cancel', takeOver)],
    ]);

  await steal();
  for (const action of [takeGuardian, ...actions]) {
    const call = { address: deployment.vault, abi: ownerAbi, functionName: 'readyAt', args: [action] } as const;
    if ((await chain.client.readContract(call)) === 0n) throw new Error('the thief scheduled too little');
  }
  // Three halves of the delay; the thief's guardian would need four.
  for (let half = 0; half < 3; half += 1) {
    await chain.client.increaseTime({ seconds: HALF_DELAY_SECONDS });
    await send(side, [[vaultGuardian, encodeFunctionData({ abi: ownerAbi, functionName: 'cancelAll' })]]);
    await steal();
  }
  await send(side, [[vaultGuardian, onAction('approve', takeOver)]]);
  await steal();
  await send(side, [[vaultOwner, onAction('schedule', takeOver)]]);
  await steal();
  await send(side, [[newOwner, onAction('execute', takeOver)]]);
  await chain.client.increaseTime({ seconds: 4 * HALF_DELAY_SECONDS });
  await steal();
  if ((await read(side, 'owner')) !== newOwner.address)
    throw new Error(`the vault on ${side.name} still has the old owner`);
  if ((await read(side, 'guardian')) !== vaultGuardian.address)
    throw new Error(`the vault on ${side.name} has the thief as its guardian`);
}

/** Both the thief and the rightful owner have the owner's key. The guardian has its own. */
const ownerThief: TrafficDrill = {
  kind: 'traffic',
  name: 'owner-thief',
  title:
    'Owner thief: schedules withdrawals, caps, a payer, a guardian and an owner, until owner and guardian replace the key',
  // Days pass on the chains during the drill.
  leavesTraces: true,
  prepare:
    async ({ testbed }) =>
    async () => {
      const played = Promise.all(testbed.sides.map(playOn));
      played.catch(() => {});
      return {
        stop: async () => {
          await played;
        },
      };
    },
};

const BURNT_DEPOSITS = 5;
// More than a simple payment or a small batch needs. A transaction above this burns gas for a recipient.
const HONEST_GAS = 1_000_000n;

const sumOf = (entries: readonly { readonly amount: bigint }[]) =>
  entries.reduce((total, { amount }) => total + amount, 0n);

/** What the bridge kept of a depositor's native deposits on the first chain. */
async function readKept({ audited: [audited] }: Installation['testbed'], depositor: Address): Promise<bigint> {
  const chain = connectChain(audited);
  const [deposits, payments] = await Promise.all([readDeposits(chain), readPayments(chain)]);
  const made = deposits.filter((deposit) => isAddressEqual(deposit.depositor, depositor));
  const refunds = payments.filter(({ id }) => made.some((deposit) => deposit.id === id));
  return sumOf(made) - sumOf(refunds);
}

/** Adds up the gas of the hot wallet's failed and oversized transactions on a chain, from a block on. */
async function readBurnt({ chain: { client }, deployment }: Side, from: bigint): Promise<bigint> {
  let burnt = 0n;
  for (let number = from; number <= (await client.getBlockNumber()); number += 1n) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { hash, to } of transactions) {
      if (to?.toLowerCase() !== deployment.vault.toLowerCase()) continue;
      const { status, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
      if (status === 'reverted' || gasUsed > HONEST_GAS) burnt += gasUsed * effectiveGasPrice;
    }
  }
  return burnt;
}

/** The depositor's account gets code only after the deposit, which EIP-7702 allows. */
const gasBurner: TrafficDrill = {
  kind: 'traffic',
  name: 'gas-burner',
  title: 'Gas burner: refunds to a contract that behaves in simulation and burns gas in a block',
  prepare: async ({ testbed }) => {
    const attacker = await testbed.createAttacker();
    const { chain } = testbed.origin;
    return async () => {
      const from = await chain.client.getBlockNumber();
      const hashes = await attacker.depositAtOnce(BURNT_DEPOSITS, { target: 'nowhere' });
      for (const hash of hashes) await chain.client.waitForTransactionReceipt({ hash, timeout: 60_000 });
      await chain.client.setCode({ address: attacker.account, bytecode: BURNER });
      return {
        stop: async () => {
          const [burnt, kept] = [await readBurnt(testbed.origin, from), await readKept(testbed, attacker.account)];
          if (burnt > kept) throw new Error(`the burner cost ${burnt} wei of gas, but the bridge kept only ${kept}`);
        },
      };
    };
  },
  afterMs: 20_000,
};

export const THIEVES: readonly TrafficDrill[] = [
  createDatabaseThief(
    'api',
    'Database thief with the rights of the API: rewrites terms, recipients, deposits and fees',
  ),
  createDatabaseThief('worker', 'Database thief with the rights of the worker: the same'),
  createDatabaseThief(
    'admin',
    'Database thief with all rights, without triggers: the same',
    'who owns the tables can also drop them; transfers whose fees on record are too low wait for a person',
  ),
  workerThief,
  ownerThief,
  gasBurner,
];
