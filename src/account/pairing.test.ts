import { UserRejectedRequestError } from 'viem';
import { describe, expect, it, vi } from 'vitest';
import { createPairing } from './pairing.ts';

function setUp() {
  let accept: () => void = () => {};
  let expire: (error: Error) => void = () => {};
  const offer = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        accept = resolve;
        expire = reject;
      }),
  );
  const undo = vi.fn(async () => {});
  return { pairing: createPairing(), offer, undo, accept: () => accept(), expire: (error: Error) => expire(error) };
}

describe('a pairing', () => {
  it('ends when a wallet accepts', async () => {
    const { pairing, offer, undo, accept } = setUp();
    const attempt = pairing.attempt(offer, undo);
    pairing.show('wc:one');
    expect(pairing.uri.getState().uri).toBe('wc:one');
    accept();
    await attempt;
    expect(pairing.uri.getState().uri).toBeNull();
    expect(undo).not.toHaveBeenCalled();
  });

  it('rejects like a rejection in the wallet when the person leaves', async () => {
    const { pairing, offer, undo } = setUp();
    const attempt = pairing.attempt(offer, undo);
    pairing.leave();
    await expect(attempt).rejects.toBeInstanceOf(UserRejectedRequestError);
  });

  it('keeps the offer for a person who comes back', async () => {
    const { pairing, offer, undo, accept } = setUp();
    const first = pairing.attempt(offer, undo);
    pairing.leave();
    await expect(first).rejects.toThrow();
    const second = pairing.attempt(offer, undo);
    accept();
    await second;
    expect(offer).toHaveBeenCalledTimes(1);
    expect(undo).not.toHaveBeenCalled();
  });

  it('ends a session that a wallet accepts after the person left', async () => {
    const { pairing, offer, undo, accept } = setUp();
    const attempt = pairing.attempt(offer, undo);
    pairing.leave();
    await expect(attempt).rejects.toThrow();
    accept();
    await vi.waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
  });

  it('makes a new offer after one expired', async () => {
    const { pairing, offer, undo, expire, accept } = setUp();
    const first = pairing.attempt(offer, undo);
    expire(new Error('Proposal expired'));
    await expect(first).rejects.toThrow('Proposal expired');
    const second = pairing.attempt(offer, undo);
    accept();
    await second;
    expect(offer).toHaveBeenCalledTimes(2);
  });
});
