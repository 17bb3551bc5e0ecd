import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT, routeFor, routesOf } from '../../../tools/lab/web/fixtures.ts';
import type { Form } from './form.ts';
import { emptyDraft, resolveForm } from './form.ts';
import { toIntent } from './readIntent.ts';
import type { NameAnswer } from './readRecipient.ts';
import { nameKey } from './readRecipient.ts';

const resolved: NameAnswer = {
  ...{
    kind: 'resolved',
    name: 'bob.eth',
    chainId: 1,
    chainName: 'Ethereum',
    block: 1n,
    sources: 2,
    isForDestination: true,
  },
  address: OTHER_ACCOUNT,
};

describe('toIntent', () => {
  const route = routeFor('USDC');
  const form: Form = resolveForm({ ...emptyDraft, amountText: '1.5' }, routesOf(route));

  it("uses the user's account as the recipient by default", () => {
    expect(toIntent(form, ACCOUNT)).toMatchObject({
      ok: true,
      intent: { recipient: ACCOUNT, amount: 1_500_000n },
    });
  });

  it.each([
    ['0,5', '0.5'],
    ['1.234,5', '1234.5'],
    [' 1 234 ', '1234'],
  ])('sends the amount %j as %s', (amountText, plain) => {
    const read = toIntent({ ...form, amountText, isAmountPlain: false }, ACCOUNT);
    expect(read).toMatchObject({ ok: true, intent: { amountText: plain } });
  });

  it('takes the meaning that the app wrote or the user chose', () => {
    const chosen = { ...form, amountText: '1.234', isAmountPlain: true };
    expect(toIntent(chosen, ACCOUNT)).toMatchObject({ ok: true, intent: { amount: 1_234_000n } });
  });

  it('reads an amount to receive in units that both chains have', () => {
    const wbtc = resolveForm({ ...emptyDraft, tokenName: 'WBTC', entry: 'receive' }, routesOf(routeFor('WBTC')));
    expect(toIntent({ ...wbtc, amountText: '0.5' }, ACCOUNT)).toMatchObject({
      ok: true,
      intent: { exactReceive: 5n * 10n ** 17n, amount: 50_000_000n, includesGasFee: true },
    });
    expect(toIntent({ ...wbtc, amountText: '0.123456789' }, ACCOUNT)).toMatchObject({
      amountProblem: 'tooManyDecimals',
    });
    const back = routeFor('WBTC', ['Southshore', 'Northshore']);
    expect(toIntent({ ...wbtc, route: back, amountText: '0.5' }, ACCOUNT)).toMatchObject({
      intent: { exactReceive: 50_000_000n, amount: 5n * 10n ** 17n },
    });
    expect(toIntent({ ...form, amountText: '1' }, ACCOUNT)).toMatchObject({
      intent: { exactReceive: null, amount: 1_000_000n, includesGasFee: true },
    });
  });

  it.each([` ${OTHER_ACCOUNT}\u200b`, `eth:${OTHER_ACCOUNT}`, `eip155:31338:${OTHER_ACCOUNT}`, OTHER_ACCOUNT.slice(2)])(
    'reads the recipient %j',
    (recipientText) => {
      expect(toIntent({ ...form, recipientText }, ACCOUNT)).toMatchObject({
        ok: true,
        intent: { recipient: OTHER_ACCOUNT },
      });
    },
  );

  it("uses the user's account for a recipient of spaces", () => {
    expect(toIntent({ ...form, recipientText: ' ' }, ACCOUNT)).toMatchObject({
      ok: true,
      intent: { recipient: ACCOUNT },
    });
  });

  it('lets gas arrive only for the recipient and the route that the person chose it for', () => {
    const max = { amount: 10n ** 16n, decimals: 18 };
    const offered = { ...route, pair: { ...route.pair, gasDrop: { tokenName: 'ETH', decimals: 18, max } } };
    const chosen = { ...form, route: offered, gasDrop: { recipient: ACCOUNT, amount: 7n } };
    expect(toIntent(chosen, ACCOUNT)).toMatchObject({ intent: { gasDrop: 7n } });
    expect(toIntent(chosen, OTHER_ACCOUNT)).toMatchObject({ intent: { gasDrop: 0n } });
    expect(toIntent({ ...chosen, recipientText: OTHER_ACCOUNT }, ACCOUNT)).toMatchObject({ intent: { gasDrop: 0n } });
    expect(toIntent({ ...chosen, route }, ACCOUNT)).toMatchObject({ intent: { gasDrop: 0n } });
    expect(toIntent({ ...chosen, gasDrop: null }, ACCOUNT)).toMatchObject({ intent: { gasDrop: 0n } });
  });

  it.each([
    ['1e3', 'notDecimal'],
    ['-1', 'notDecimal'],
    ['1,2,3', 'notDecimal'],
    ['1,234', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['1.0000001', 'tooManyDecimals'],
    ['0', 'zero'],
    ['0.000', 'zero'],
    ['', 'empty'],
  ])('rejects the amount %j', (amountText, amountProblem) => {
    expect(toIntent({ ...form, amountText, isAmountPlain: false }, ACCOUNT)).toMatchObject({
      ok: false,
      amountProblem,
    });
  });

  it.each([
    ['0x123', 'notAnAddress'],
    [OTHER_ACCOUNT.replace('B', 'b'), 'notAnAddress'],
    [`eth:${OTHER_ACCOUNT.replace('B', 'b')}`, 'notAnAddress'],
    [`eip155:1:${OTHER_ACCOUNT}`, 'otherChain'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'otherNetwork'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'otherNetwork'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'otherNetwork'],
    ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'otherNetwork'],
    [`0x${'0'.repeat(39)}4`, 'reservedAddress'],
    [`0x${'0'.repeat(36)}ffff`, 'reservedAddress'],
    ['0x0000000000000000000000000000000000000000', 'zeroAddress'],
    [config.chains[0]?.depositContract ?? '', 'bridgeAddress'],
    [config.chains[1]?.vault ?? '', 'bridgeAddress'],
    [config.chains[0]?.vault ?? '', 'bridgeAddress'],
    [config.chains[1]?.tokens[0]?.address ?? '', 'tokenAddress'],
    [config.chains[0]?.tokens[1]?.address ?? '', 'tokenAddress'],
  ])('rejects the recipient %s', (recipientText, recipientProblem) => {
    expect(toIntent({ ...form, recipientText }, ACCOUNT)).toMatchObject({ ok: false, recipientProblem });
  });

  it('rejects a known contract on the destination', () => {
    const known = {
      ...route,
      destination: { ...route.destination, knownContracts: [{ name: 'X', address: OTHER_ACCOUNT }] },
    };
    const result = toIntent({ ...form, route: known, recipientText: OTHER_ACCOUNT }, ACCOUNT);
    expect(result).toMatchObject({ ok: false, recipientProblem: 'knownContract' });
  });

  it('rejects a blocked recipient, typed or named', () => {
    const blocked = new Set([OTHER_ACCOUNT]);
    for (const recipientText of [OTHER_ACCOUNT.toLowerCase(), 'bob.eth']) {
      const key = nameKey({ ...form, recipientText });
      const learned = { blocked, name: { key, value: { ...resolved, address: OTHER_ACCOUNT } } };
      expect(toIntent({ ...form, recipientText, learned }, ACCOUNT)).toMatchObject({
        ...{ ok: false, recipientProblem: 'blockedAddress' },
      });
    }
  });
});

describe('toIntent of a name', () => {
  const route = routeFor('USDC');
  const back = routeFor('USDC', ['Southshore', 'Northshore']);
  const form = resolveForm({ ...emptyDraft, amountText: '1.5', recipientText: 'bob.eth' }, routesOf(route));
  const read = (value: NameAnswer | null, key = nameKey(form)) =>
    toIntent({ ...form, learned: { name: value && { key, value }, blocked: null } }, ACCOUNT);

  it('uses the address that the name service gives', () => {
    expect(read(resolved)).toMatchObject({ ok: true, intent: { recipient: OTHER_ACCOUNT } });
  });

  it('has no recipient for an answer to another text or another chain', () => {
    for (const other of [nameKey({ ...form, recipientText: 'alice.eth' }), nameKey({ ...form, route: back })]) {
      expect(read(resolved, other)).toMatchObject({ ok: false, recipientProblem: 'namePending' });
    }
  });

  it('checks that address like a typed one', () => {
    const vault = route.destination.vault;
    expect(read({ ...resolved, address: vault })).toMatchObject({ ok: false, recipientProblem: 'bridgeAddress' });
  });

  it.each([
    [null, 'namePending'],
    ['invalid', 'nameInvalid'],
    ['none', 'nameUnknown'],
    ['offchain', 'nameOffchain'],
    ['differs', 'nameDiffers'],
    ['unanswered', 'nameUnanswered'],
    ['noService', 'noNameService'],
  ] as const)('has no recipient for the answer %s', (kind, recipientProblem) => {
    expect(read(kind && { kind })).toMatchObject({ ok: false, recipientProblem });
  });
});
