import type { Hash } from 'viem';
import { encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalData } from '../../../tools/lab/chains/depositCall.ts';
import type { DeskChains } from '../../../tools/lab/chains/deskChains.ts';
import { startDeskChains } from '../../../tools/lab/chains/deskChains.ts';
import { createDeskReader } from '../../../tools/lab/web/deskReader.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';

/** An account without code. */
const EASTSHORE = '0x00000000000000000000000000000000000ea5e0';

let chains: DeskChains;
/** How far the page's clock is ahead. */
let later = 0;
let look: ReturnType<typeof createDeskReader>;

beforeAll(async () => {
  chains = await startDeskChains(47_001);
  look = createDeskReader(chains.config, () => Date.now() + later);
});
afterAll(() => chains.stop());

/** An account with native currency but no USDC. */
const stranger = () => chains.chain.createAccount();
/** Runs work while transactions are not mined, and mines them at the end. */
async function withoutMining<T>(work: () => Promise<T>): Promise<T> {
  const { client } = chains.chain;
  await client.setAutomine(false);
  try {
    return await work();
  } finally {
    await client.setAutomine(true);
    await client.mine({ blocks: 1 });
  }
}
const paid = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const faster = { maxFeePerGas: 40_000_000_000n, maxPriorityFeePerGas: 4_000_000_000n };

describe('a hash without a deposit', () => {
  it('of a reverted transaction has the decoded reason, and leaves the money with the sender', async () => {
    const hash = await chains.send(await stranger(), { ...chains.depositCall(), gas: 300_000n });
    const found = await look(hash);
    expect(found.verdicts).toMatchObject([{ kind: 'reverted', chainName: 'Northshore' }]);
    expect(found.verdicts[0]).toHaveProperty('reason', expect.stringMatching(/^ERC20InsufficientAllowance\(/));
    expect(found).toMatchObject({ confidence: { kind: 'verified', chainNames: ['Northshore'] }, money: 'sender' });
  });

  it('of a transaction that used up its gas says so', async () => {
    const hash = await chains.send(chains.user, { ...chains.depositCall(), gas: 42_000n });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'outOfGas', gasLimit: 42_000n }], money: 'sender' });
  });

  it('of an approval holds no deposit', async () => {
    const data = approvalData(EASTSHORE, 1n);
    const hash = await chains.send(chains.user, { to: chains.northshore.token('USDC'), data });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'noDeposit' }], money: 'sender' });
  });

  it('of a payment to another contract names it and the amount', async () => {
    const to = chains.northshore.token('WBTC');
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5_000_000n] });
    const hash = await chains.send(chains.user, { to: chains.northshore.token('USDC'), data });
    const found = await look(hash);
    expect(found.verdicts).toMatchObject([{ kind: 'wrongContract', moved: [{ to, amount: 5_000_000n }] }]);
    expect(found.money).toBe('elsewhere');
  });

  it('of a plain payment to an account does not mention a contract', async () => {
    const { address: to } = await stranger();
    const hash = await chains.send(chains.user, { to, value: parseEther('1') });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'sentToAccount', account: to }], money: 'elsewhere' });
  });

  it('of tokens sent directly to the vault says that no deposit was made', async () => {
    const { vault } = chains.northshore.deployment;
    const hash = await chains.send(chains.user, { to: vault, value: parseEther('1') });
    expect(await look(hash)).toMatchObject({
      verdicts: [{ kind: 'sentToVault', moved: [{ amount: parseEther('1') }] }],
      money: 'bridge',
    });
  });

  it('of a call to the contract of another chain names that chain', async () => {
    const [northshore, southshore] = chains.config.chains;
    if (!northshore || !southshore) throw new Error('there are two chains');
    const elsewhere = { ...southshore, name: 'Eastshore', id: 31_339, depositContract: EASTSHORE } as const;
    const lookThere = createDeskReader({ ...chains.config, chains: [northshore, elsewhere] });
    const hash = await chains.send(chains.user, { ...chains.depositCall({ token: 'ETH' }), to: EASTSHORE });
    expect(await lookThere(hash)).toMatchObject({
      verdicts: [{ kind: 'wrongChain', chainName: 'Northshore', meantFor: 'Eastshore' }],
      money: 'elsewhere',
    });
  });

  it('that no chain has is not found once every chain has answered', async () => {
    expect(await look(hashOf('1'))).toMatchObject({
      verdicts: [{ kind: 'notFound', chainNames: ['Northshore', 'Southshore'] }],
      confidence: { kind: 'asked' },
      money: 'unknown',
    });
    expect((await look(hashOf('1'), { receipts: 'silent' })).confidence).toMatchObject({
      ...{ kind: 'partial', isServiceSilent: true },
    });
  });

  it('gets no verdict after the person has left', async () => {
    await expect(look(hashOf('1'), { receipts: 'silent', signal: AbortSignal.abort() })).rejects.toThrow('abort');
  });

  it('stays open while an RPC endpoint is silent', async () => {
    chains.southshore.setFault(() => ({ error: { code: -32_000, message: 'no backend' } }));
    expect(await look(hashOf('1'))).toMatchObject({
      verdicts: [{ kind: 'rpcSilent', chainNames: ['Southshore'] }],
      confidence: { kind: 'partial', chainNames: ['Southshore'] },
    });
    chains.southshore.setFault(null);
  });

  it('that failed on chain but is known to the service makes the sources disagree', async () => {
    const hash = await chains.send(await stranger(), { ...chains.depositCall(), gas: 300_000n });
    const report = { step: 'sent', reason: null, message: '' } as const;
    const found = await look(hash, { receipts: [{ kind: 'inProgress', report, confirmations: null }] });
    expect(found).toMatchObject({ verdicts: [{ kind: 'sourcesDisagree' }], money: 'unknown' });
  });
});

describe('a transaction that was not mined', () => {
  /** Sends a deposit that stays pending, and looks it up. */
  async function startPending(): Promise<{ readonly hash: Hash; readonly nonce: number }> {
    const { chain, user } = chains;
    const nonce = await chain.client.getTransactionCount({ address: user.address });
    const call = { ...chains.depositCall(), ...paid, nonce, gas: 300_000n };
    const hash = await chain.client.sendTransaction({ account: user, chain: null, ...call });
    expect(await look(hash)).toMatchObject({
      verdicts: [{ kind: 'pending', chainName: 'Northshore' }],
      money: 'sender',
    });
    return { hash, nonce };
  }

  it('and was replaced leads to the transaction with the same nonce, and to its deposit', async () => {
    const { chain, user } = chains;
    const { hash, by } = await withoutMining(async () => {
      const { hash: slow, nonce } = await startPending();
      const call = { ...chains.depositCall({ amount: 7_000_000n }), ...faster, nonce, gas: 300_000n };
      return { hash: slow, by: await chain.client.sendTransaction({ account: user, chain: null, ...call }) };
    });
    expect(await look(hash)).toMatchObject({
      verdicts: [{ kind: 'inProgress' }],
      via: 'replaced',
      evidence: { trace: { by } },
      deposits: [{ evidence: { deposit: { amount: 7_000_000n } } }],
      money: 'bridge',
    });
  });

  it('and was cancelled leaves the money with the sender', async () => {
    const { chain, user } = chains;
    const { hash, by } = await withoutMining(async () => {
      const { hash: slow, nonce } = await startPending();
      const call = { to: user.address, value: 0n, ...faster, nonce, gas: 21_000n };
      return { hash: slow, by: await chain.client.sendTransaction({ account: user, chain: null, ...call }) };
    });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'cancelled', by }], money: 'sender' });
  });

  it('and was dropped says so some minutes after it was last seen', async () => {
    const hash = await withoutMining(async () => {
      const started = await startPending();
      await chains.chain.client.dropTransaction({ hash: started.hash });
      return started.hash;
    });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'notFound' }], money: 'unknown' });
    later = 5 * 60_000;
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'dropped' }], money: 'sender' });
  });

  it('any more after a reorg removed its block says so', async () => {
    const hash = await chains.deposit();
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'inProgress' }] });
    await chains.chain.reorganise(1);
    const found = await look(hash);
    expect(found).toMatchObject({ verdicts: [{ kind: 'reorgedAway', chainName: 'Northshore' }], money: 'unknown' });
  });

  it('is not called replaced without an earlier lookup', async () => {
    const fresh = createDeskReader(chains.config);
    const { chain, user } = chains;
    const hash = await withoutMining(async () => {
      const { hash: slow, nonce } = await startPending();
      const call = { to: user.address, value: parseUnits('0', 18), ...faster, nonce, gas: 21_000n };
      await chain.client.sendTransaction({ account: user, chain: null, ...call });
      return slow;
    });
    expect((await fresh(hash)).verdicts[0].kind).toBe('notFound');
  });
});
