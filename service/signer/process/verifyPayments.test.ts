import type { Address } from 'viem';
import { pad } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { createSignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { cancelCall } from '../../payments/model/payment.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import type { ChainPolicy, Policy } from './policy.ts';

const NEW_VAULT: Address = `0x${'8'.repeat(40)}`;

let signers: SignerWorld;
let origin: ChainPolicy;
let destination: ChainPolicy;

beforeEach(async () => {
  signers = await createSignerWorld();
  ({ origin, destination } = signers);
});
afterEach(() => signers.stop());

const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) });
const unverified = (reason: RegExp) => ({ kind: 'unverified', reason: expect.stringMatching(reason) });

describe('after a move to a new vault, a payout that was signed for the old one', () => {
  /** The policy after the destination's funds moved. */
  const moved = (retiredVaults: readonly Address[]): Policy => {
    const chains = [origin, { ...destination, vault: NEW_VAULT, retiredVaults }];
    return { ...signers.policy, chains };
  };
  const again = (nonce: number, retiredVaults: readonly Address[] = [destination.vault]) =>
    signers.sign({ on: destination, nonce, vault: NEW_VAULT }, moved(retiredVaults));

  beforeEach(async () => {
    expect(await signers.sign({ on: destination, nonce: 3 })).toMatchObject({ kind: 'signed' });
  });

  test('is not signed a second time while the first can still be mined', async () => {
    expect(await again(4)).toMatchObject(unverified(/signed at nonce 3 on Southshore, can still take effect/));
  });

  test('is signed at the same nonce, because only one of the two can be mined', async () => {
    expect(await again(3)).toMatchObject({ kind: 'signed' });
    expect(await again(4)).toMatchObject(unverified(/nonce 3/));
  });

  test('is signed once another transaction has used the nonce, and refused if the old vault has paid it', async () => {
    signers.at(destination).nonceBlocks.push(5n, 6n, 7n, 8n);
    expect(await again(4)).toMatchObject({ kind: 'signed' });
    signers.at(destination).pay(destination.vault, signers.id, 8n);
    expect(await again(5)).toMatchObject(refused(/has already paid|retired vault/));
  });

  test('is refused if the policy has forgotten the old vault', async () => {
    signers.at(destination).nonceBlocks.push(5n, 6n, 7n, 8n);
    expect(await again(4, [])).toMatchObject(
      refused(/signed for the vault 0x\w+, which the policy of Southshore lacks/),
    );
  });
});

describe('a refund', () => {
  test('is refused if the destination was removed from the policy after its calls were forgotten', async () => {
    const { sign, at, policy, world, id } = signers;
    await sign({ on: destination, nonce: 0 });
    at(destination).nonceBlocks.push(5n);
    at(destination).pay(destination.vault, id, 5n);
    await world.paymentLog.forgetBelow({ chainId: destination.id, address: signers.policy.hotWallet, nonce: 1 });
    expect(await sign({ on: origin, nonce: 0 }, { ...policy, chains: [origin] })).toMatchObject(
      refused(/the policy lacks chain 31338 now/),
    );
  });

  test('is signed if the policy never had the destination', async () => {
    const { sign, policy } = signers;
    expect(await sign({ on: origin, nonce: 0 }, { ...policy, chains: [origin] })).toMatchObject({ kind: 'signed' });
  });

  test('is not signed if its payout was signed, mined and forgotten while the signer read the chains', async () => {
    const { world, id } = signers;
    let isDone = false;
    world.beforeAnswer = (method) => {
      if (method !== 'eth_call' || isDone) return;
      isDone = true;
      const wallet = { chainId: destination.id, address: signers.policy.hotWallet };
      const call = { ...wallet, nonce: 0, vault: destination.vault, callHash: pad('0x1'), ids: [id] };
      void world.paymentLog.record(call, { settled: [], generation: world.paymentLog.generation() });
      void world.paymentLog.forgetBelow({ ...wallet, nonce: 1 });
    };
    expect(await signers.sign({ on: origin, nonce: 0 })).toMatchObject(unverified(/at the same time/));
  });
});

test('a payment or a cancel is signed only at one of the next nonces', async () => {
  const { sign, at, policy } = signers;
  expect(await sign({ on: destination, nonce: 65 })).toMatchObject(unverified(/nonce 65 is far beyond/));
  expect(await sign({ on: destination, nonce: 64 })).toMatchObject({ kind: 'signed' });
  at(destination).nonceBlocks.push(5n);
  expect(await sign({ on: destination, nonce: 65 })).toMatchObject({ kind: 'signed' });
  const call = cancelCall(policy.hotWallet);
  expect(await sign({ on: destination, nonce: 66, call })).toMatchObject(unverified(/nonce 66 is far beyond/));
  expect(await sign({ on: destination, nonce: 65, call })).toMatchObject({ kind: 'signed' });
});

test('a payment is signed once its deposit is in a finalized block, if the policy requires that', async () => {
  const { sign, at, policy } = signers;
  const chains = [{ ...origin, confirmations: 'finalized' } as const, destination];
  at(origin).finalized = 9n;
  const order = { on: destination, nonce: 0 };
  expect(await sign(order, { ...policy, chains })).toMatchObject(
    unverified(/in a block that is not finalized yet on North/),
  );
  at(origin).finalized = 10n;
  expect(await sign(order, { ...policy, chains })).toMatchObject({ kind: 'signed' });
});

describe('where the providers have dropped the state of the final block', () => {
  const withoutState = (): Policy => {
    const chains = signers.policy.chains.map((chain) => ({ ...chain, payoutConfirmations: 'finalized' }) as const);
    for (const chain of chains) Object.assign(signers.at(chain), { finalized: 36n, oldestState: 90n });
    return { ...signers.policy, chains };
  };

  test('a payout and a refund are signed if the signer has signed nothing else for the deposit', async () => {
    expect(await signers.sign({ on: destination, nonce: 0 }, withoutState())).toMatchObject({ kind: 'signed' });
    signers.world.paymentLog = createPaymentLog(MEMORY_ONLY);
    expect(await signers.sign({ on: origin, nonce: 0 }, withoutState())).toMatchObject({ kind: 'signed' });
  });

  test('a refund of a deposit that was paid is refused', async () => {
    signers.at(destination).pay(destination.vault, signers.id, 95n);
    expect(await signers.sign({ on: origin, nonce: 0 }, withoutState())).toMatchObject(refused(/has already paid/));
  });

  test('a refund whose payout was signed waits until the final nonce can be read', async () => {
    const policy = withoutState();
    expect(await signers.sign({ on: destination, nonce: 0 }, policy)).toMatchObject({ kind: 'signed' });
    signers.at(destination).nonceBlocks.push(5n);
    expect(await signers.sign({ on: origin, nonce: 0 }, policy)).toMatchObject(unverified(/of Southshore/));
    signers.at(destination).oldestState = 0n;
    expect(await signers.sign({ on: origin, nonce: 0 }, policy)).toMatchObject({ kind: 'signed' });
  });
});
