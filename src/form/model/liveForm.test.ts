import fc from 'fast-check';
import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '#shared/amount.ts';
import { ACCOUNT, OTHER_ACCOUNT, offerOf, pairOf } from '../../../tools/lab/web/fixtures.ts';
import type { Routes } from '../../api/offer.ts';
import { currentAnswer } from '../../api/queries.ts';
import type { Answer } from '../../lib/answers.ts';
import { readPrice } from '../../lib/fiatPrice.ts';
import { amountTextFor, hasMoved } from './fiat.ts';
import type { Form, FormAction } from './form.ts';
import { emptyDraft, resolveForm } from './form.ts';
import type { Surroundings } from './liveForm.ts';
import { showForm, takeAction } from './liveForm.ts';
import { namesOf } from './pickRoute.ts';
import { toIntent } from './readIntent.ts';
import type { NameAnswer } from './readRecipient.ts';
import { nameKey } from './readRecipient.ts';

const CHAINS = [
  ['Northshore', 'Southshore'],
  ['Southshore', 'Northshore'],
] as const;
const TOKENS = ['USDC', 'WBTC', 'ETH'];
const PRICES = ['1', '1.001', '1.004', '1.02', '3', '3000', null];
const GAS = { tokenName: 'ETH', decimals: 18, max: { amount: 10n ** 16n, decimals: 18 } };
const ACCOUNTS = [ACCOUNT, OTHER_ACCOUNT, undefined];

/** The pairs of a service whose tokens all have this price. */
function routesAt(value: string | null): Routes {
  const price = value === null ? null : { currency: 'USD', value, atMs: 0 };
  const pairs = CHAINS.flatMap((chains) => TOKENS.map((token) => pairOf(token, chains)));
  const { routes } = offerOf(pairs.map((pair) => ({ ...pair, gasDrop: GAS, origin: { ...pair.origin, price } })));
  if (!routes) throw new Error('the fixtures pin no route');
  return routes;
}
const offers = new Map(PRICES.map((value) => [value, routesAt(value)]));

/** What an honest source answers. It differs for each question. */
const addressOf = (key: string): Address => `0x${Buffer.from(key.padEnd(20, '.').slice(-20)).toString('hex')}`;
const balanceKeyOf = (form: Form, account: Address | undefined) =>
  `${form.route.origin.id} ${form.route.originToken.address} ${account}`;
const balanceOf = (key: string) => BigInt(key.length) * 1_000_000n + BigInt(key.charCodeAt(key.length - 1));

/** What an honest name service answers. */
function resolve(key: string): NameAnswer {
  return {
    kind: 'resolved',
    name: 'bob.eth',
    address: addressOf(key),
    chainId: 1,
    chainName: 'Ethereum',
    block: 1n,
    sources: 2,
    isForDestination: true,
  };
}

/** The route, and the recipient as typed. */
const placeOf = ({ route, recipientText }: Form) => `${JSON.stringify(namesOf(route))} ${recipientText}`;

/** A page: a person acts, routes and prices change, and answers come in any order, at any later time, or never. */
class Page {
  account: Address | undefined = ACCOUNT;
  price: string | null = '1';
  stored = resolveForm(emptyDraft, this.around.routes);
  /** What the person's last action determined. */
  meant: { readonly text: string } | { readonly fiatText: string; readonly kept: string | null } = { text: '' };
  /** For which route and recipient the person wants gas to arrive; null unless both have stayed since. */
  gasFor: string | null = null;
  readonly names: Answer<NameAnswer>[] = [];
  readonly balances: Answer<bigint>[] = [];
  learnedName: Answer<NameAnswer> | null = null;
  balance: Answer<bigint> | undefined;

  get around(): Surroundings {
    const routes = offers.get(this.price);
    if (!routes) throw new Error('no such price');
    return { routes, priceOf: (price) => readPrice(price, 0) };
  }

  get form(): Form {
    const learned = { name: this.learnedName, blocked: null };
    return { ...showForm(this.stored, this.around), learned };
  }

  act(action: FormAction): void {
    const before = this.form;
    this.stored = takeAction(this.stored, action, this.around);
    this.ask();
    if (action.type === 'sent' || this.gasFor !== placeOf(this.form)) this.gasFor = null;
    switch (action.type) {
      case 'amountTyped':
      case 'amountChosen':
        this.meant = { text: action.text };
        return;
      case 'fiatTyped':
        this.meant = { fiatText: action.text, kept: null };
        return;
      case 'sent':
        this.meant = 'text' in this.meant ? { text: '' } : { fiatText: '', kept: null };
        return;
      default:
        // src/form/model/formProperties.test.ts covers which routes keep the amount.
        if ('text' in this.meant && before.route.pair.tokenName !== this.form.route.pair.tokenName)
          this.meant = { text: this.form.amountText === '' ? '' : this.meant.text };
    }
  }

  wantGas(): void {
    const wanted = toIntent({ ...this.form, amountText: '1', isAmountPlain: true }, this.account ?? ACCOUNT);
    if (!wanted.ok) return;
    this.act({ type: 'gasDropChosen', gasDrop: { recipient: wanted.intent.recipient, amount: 5n } });
    this.gasFor = placeOf(this.form);
  }

  showFiat(): void {
    const { originToken, pair } = this.form.route;
    const price = this.around.priceOf(pair.origin.price);
    const intent = toIntent({ ...this.form, recipientText: '' }, ACCOUNT);
    if (!price || !intent.ok || this.form.entry === 'receive') return;
    const amountText = formatAmount({ amount: intent.intent.amount, decimals: originToken.decimals });
    this.act({ type: 'fiatShown', text: '12.35', amountText, price });
    this.meant = { fiatText: '12.35', kept: amountText };
  }

  /** The form requests what it needs after each change. */
  ask(): void {
    const name = nameKey(this.form);
    this.names.push({ key: name, value: resolve(name) });
    const balance = balanceKeyOf(this.form, this.account);
    this.balances.push({ key: balance, value: balanceOf(balance) });
  }

  connect(account: Address | undefined): void {
    this.account = account;
    this.ask();
  }

  reprice(price: string | null): void {
    this.price = price;
  }

  answerName(at: number): void {
    this.learnedName = this.names.at(-1 - (at % Math.max(1, this.names.length))) ?? null;
  }

  answerBalance(at: number): void {
    this.balance = this.balances.at(-1 - (at % Math.max(1, this.balances.length)));
  }
}

const at = fc.nat(20);
const route = fc.record({ chains: fc.constantFrom(...CHAINS), tokenName: fc.constantFrom(...TOKENS) });
const amountText = fc.constantFrom('', '5', '100', '0.25');
type Move = readonly [what: string, run: (page: Page) => void];
const act = (action: FormAction): Move => [JSON.stringify(action), (page) => page.act(action)];
const often = (arbitrary: fc.Arbitrary<Move>) => ({ weight: 3, arbitrary });

const move: fc.Arbitrary<Move> = fc.oneof(
  fc
    .record({ text: amountText, entry: fc.constantFrom('send' as const, 'receive' as const) })
    .map((typed) => act({ type: 'amountTyped', ...typed })),
  often(fc.constantFrom('', '100', '25', '1,234', 'x').map((text) => act({ type: 'fiatTyped', text }))),
  fc.constant<Move>(['show value', (page) => page.showFiat()]),
  often(fc.constant<Move>(['want gas', (page) => page.wantGas()])),
  often(
    fc
      .constantFrom('send' as const, 'receive' as const)
      .map((entry) => act({ type: 'amountChosen', entry, text: '1.5' })),
  ),
  fc.constantFrom('', 'bob.eth', 'alice.eth', OTHER_ACCOUNT).map((text) => act({ type: 'recipientTyped', text })),
  route.map(({ chains: [originName, destinationName], tokenName }) =>
    act({ type: 'routeChosen', originName, destinationName, tokenName }),
  ),
  fc.constant(act({ type: 'directionFlipped' })),
  fc.constant(act({ type: 'sent' })),
  fc.constantFrom(...ACCOUNTS).map<Move>((account) => [`account ${account}`, (page) => page.connect(account)]),
  often(fc.constantFrom(...PRICES).map<Move>((price) => [`price ${price}`, (page) => page.reprice(price)])),
  at.map<Move>((place) => ['a name is answered', (page) => page.answerName(place)]),
  at.map<Move>((place) => ['a balance is answered', (page) => page.answerBalance(place)]),
);

/** What must always hold for what the page shows and builds, after each step. */
function inspect(page: Page): void {
  const { form, meant, around } = page;
  const price = around.priceOf(form.route.pair.origin.price);
  if ('text' in meant) {
    expect(form.fiatText).toBeNull();
    expect(form.amountText).toBe(meant.text);
  } else {
    expect(form.fiatText).toBe(meant.fiatText);
    // The amount is what the value means at the current price, except for small price changes.
    expect(hasMoved(form.fiatPrice, price)).toBe(false);
    const converted = amountTextFor(meant.fiatText, form.fiatPrice, form.route.originToken.decimals);
    expect([converted, meant.kept]).toContain(form.amountText);
  }
  const account = page.account ?? ACCOUNT;
  const wanted = toIntent(form, account);
  if (wanted.ok) {
    // The screen shows the form's text, and the app builds the form's intent.
    expect(wanted.intent.amountText).toBe(form.amountText);
    const typed = form.recipientText;
    const expected = typed === '' ? account : typed.endsWith('.eth') ? addressOf(nameKey(form)) : typed;
    expect(wanted.intent.recipient.toLowerCase()).toBe(expected.toLowerCase());
    if (page.gasFor === null) expect(wanted.intent.gasDrop).toBe(0n);
  }
  const key = balanceKeyOf(form, page.account);
  const known = currentAnswer({ data: page.balance, isError: false, isPaused: false }, key);
  expect([null, balanceOf(key)]).toContain(known);
}

describe('a form whose answers come late', () => {
  it('shows and builds what the last action determined, in the current state', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 25 }), (moves) => {
        const page = new Page();
        for (const [, run] of moves) {
          run(page);
          inspect(page);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never uses the balance of a read that has failed since, or of an offline page', () => {
    const data = { key: 'a', value: 7n };
    expect(currentAnswer({ data, isError: false, isPaused: false }, 'a')).toBe(7n);
    expect(currentAnswer({ data, isError: true, isPaused: false }, 'a')).toBeNull();
    expect(currentAnswer({ data, isError: false, isPaused: true }, 'a')).toBeNull();
    expect(currentAnswer({ data, isError: false, isPaused: false }, 'b')).toBeNull();
  });
});
