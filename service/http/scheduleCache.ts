import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import { readLooks } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { createReadConfirmedAt } from '../db/feeConfirmations.ts';
import { readCurrentSchedules } from '../db/feeSchedules.ts';
import { readLiquidity } from '../db/liquidity.ts';
import { readPauses } from '../db/pauses.ts';
import { readHaltedSenders } from '../db/senders.ts';
import type { Closures } from '../domain/buildPlan.ts';
import type { Catalog, Route } from '../domain/catalog.ts';
import { isOpen } from '../domain/catalog.ts';
import { largestPayment, MAX_LIQUIDITY_AGE_SECONDS } from '../domain/liquidity.ts';
import { findRoutePriceProblem } from '../domain/livePrices.ts';
import { findLostChains } from '../domain/lostChains.ts';
import type { FeeSchedule } from '../domain/quote.ts';
import { lastCurrent } from '../domain/quoteWindow.ts';
import { createUsualTimes } from './usualTimes.ts';

export type Schedules = Closures & {
  /** The schedule in force, however old. */
  of(route: Route): FeeSchedule | undefined;
  /** When the schedule in force was last known to be current, by the newest reading; null without one. */
  confirmedAt(route: Route): Date | null;
  /** What can be paid out on a route now, in the destination token's base units; null where that is not known. */
  freeOn(route: Route): bigint | null;
  /** The median time from deposit to delivery of recent transfers; null where it is not known. */
  usualSecondsOn(route: Route): number | null;
  /** Why the price of the route's token, or of the gas, is not known, as a sentence; null when it is. */
  priceProblemOn(route: Route): string | null;
};

/** Keeps for at most one second the database's current fee schedules, free funds, pauses and unreachable chains. */
export type ScheduleCache = {
  /** Returns the same object until something has changed, apart from `confirmedAt`. */
  current(): Promise<Schedules>;
};

// Far below CLOCK_SLACK_SECONDS, for which a process may still quote the schedule before the newest.
const LIFETIME_MS = 1000;
// From this age on, the next request reads them again and does not wait for it. Otherwise all requests of that moment would wait.
const REFRESH_MS = 750;

/** Everything that the schedules depend on. */
type Facts = Closures & {
  /** By the id of the route. */
  readonly schedules: ReadonlyMap<string, FeeSchedule>;
  /** By chain and token. */
  readonly free: ReadonlyMap<string, bigint>;
  readonly usual: ReadonlyMap<string, number>;
  /** The live prices, and by the id of the route why it is not quoted. A change makes a new answer. */
  readonly prices: ReadonlyMap<string, bigint>;
  readonly priceProblems: ReadonlyMap<string, string>;
};

const fundsKey = (chainId: number, token: string) => `${chainId} ${token}`;

type ReadTime = (routeId: string) => Date | null;

function toSchedules(facts: Facts, feesAt: ReadTime): Schedules {
  const { schedules, free, usual, lostChains, pauses, priceProblems } = facts;
  return {
    of: ({ id }) => schedules.get(id),
    confirmedAt: ({ id }) => feesAt(id),
    freeOn: ({ destination, destinationToken }) => free.get(fundsKey(destination.id, destinationToken.address)) ?? null,
    usualSecondsOn: ({ id }) => usual.get(id) ?? null,
    priceProblemOn: ({ id }) => priceProblems.get(id) ?? null,
    lostChains,
    pauses,
  };
}

/** When each chain last gave its gas price: as confirmed, or as a schedule shows that no confirmation belongs to. */
function lastAnswers(
  routes: readonly Route[],
  feesAt: ReadTime,
  confirmed: ReadonlyMap<number, Date>,
): ReadonlyMap<number, Date> {
  const answers = new Map(confirmed);
  for (const { id, destination } of routes) {
    const [at, known] = [feesAt(id), answers.get(destination.id)];
    if (at && (!known || known < at)) answers.set(destination.id, at);
  }
  return answers;
}

export function createScheduleCache(database: Database, catalog: Catalog, clock: Clock): ScheduleCache {
  const openRoutes = catalog.routes.filter(isOpen);
  const routeIds = openRoutes.map(({ id }) => id);
  const pricedRoutes = catalog.tokens.some(({ live }) => live) ? openRoutes : [];
  let last: { readonly readAt: number; readonly schedules: Schedules } | null = null;
  let latest: { readonly facts: Facts; readonly schedules: Schedules } | null = null;
  let running: { readonly startedAt: number; readonly schedules: Promise<Schedules> } | null = null;

  const readConfirmedAt = createReadConfirmedAt();
  // The times change with every epoch. The answer with the pairs does not depend on them.
  let feesAt: ReadTime = () => null;
  const usualTimes = createUsualTimes(database, openRoutes, clock);
  const since = clock.now();

  const readFacts = async (): Promise<Facts> => {
    const now = clock.now();
    const [stored, confirmed, looks, pauses, liquidity, halted, usual] = await Promise.all([
      readCurrentSchedules(database, routeIds, now),
      readConfirmedAt(database, now),
      readLooks(database),
      readPauses(database),
      readLiquidity(database),
      readHaltedSenders(database),
      usualTimes(),
    ]);
    const schedules = new Map(stored.map((schedule) => [schedule.routeId, schedule]));
    feesAt = (routeId) => {
      const schedule = schedules.get(routeId);
      return schedule ? lastCurrent(schedule, confirmed.routes.get(routeId) ?? null) : null;
    };
    const answered = lastAnswers(openRoutes, feesAt, confirmed.chains);
    const lostChains = new Set(findLostChains(catalog, { feesAt: answered, looks, since }, clock.now()));
    // A halted chain pays neither payouts nor refunds until an operator acts.
    for (const { id, hotWallet } of catalog.chains) {
      if (halted.some(({ chainId, address }) => chainId === id && address === hotWallet)) lostChains.add(id);
    }
    const known = liquidity.filter(({ ageSeconds }) => ageSeconds <= MAX_LIQUIDITY_AGE_SECONDS);
    const free = new Map(known.map((funds) => [fundsKey(funds.chainId, funds.token), largestPayment(funds)]));
    const prices = new Map(catalog.tokens.flatMap(({ name, price, live }) => (live ? [[name, price]] : [])));
    const priceProblems = new Map(
      pricedRoutes.flatMap((route) => {
        const problem = findRoutePriceProblem(catalog, route, clock.now());
        // The age in the text would make a new answer each second.
        return problem === null ? [] : [[route.id, problem.replace(/: its last round is \d+ s old/, '')]];
      }),
    );
    return { schedules, free, usual: new Map(usual), lostChains, pauses, prices, priceProblems };
  };

  const read = async (): Promise<Schedules> => {
    const facts = await readFacts();
    // The same object tells its users that nothing has changed: preparing the answer with 20,000 pairs takes half a second.
    if (!latest || !isDeepStrictEqual(latest.facts, facts))
      latest = { facts, schedules: toSchedules(facts, (routeId) => feesAt(routeId)) };
    return latest.schedules;
  };

  const isWithin = (moment: number, now: number, ageMs: number) => now >= moment && now - moment < ageMs;

  const refresh = (now: number): Promise<Schedules> => {
    if (running && isWithin(running.startedAt, now, LIFETIME_MS)) return running.schedules;
    const started = {
      startedAt: now,
      schedules: read().then(
        (schedules) => {
          if (running === started) [running, last] = [null, { readAt: now, schedules }];
          return schedules;
        },
        (error: unknown) => {
          if (running === started) running = null;
          throw error;
        },
      ),
    };
    running = started;
    return started.schedules;
  };

  return {
    current: async () => {
      const now = clock.now().getTime();
      if (!last || !isWithin(last.readAt, now, LIFETIME_MS)) return refresh(now);
      // A failed reading is repeated by the requests after the lifetime, and they report the failure.
      if (!isWithin(last.readAt, now, REFRESH_MS)) refresh(now).catch(() => {});
      return last.schedules;
    },
  };
}
