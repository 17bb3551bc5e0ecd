import { isDeepStrictEqual } from 'node:util';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { Clock } from '../boot/clock.ts';
import type { Catalog, Route } from '../boot/model/catalog.ts';
import { isOpen, maxGasDropOf } from '../boot/model/catalog.ts';
import { readLooks } from '../chain/chains.ts';
import type { Database, Queryable } from '../db/database.ts';
import { readPauses } from '../guards/pauses.ts';
import { readHaltedSenders } from '../payments/senders.ts';
import { createReadConfirmedAt, readCurrentSchedules } from '../quotes/feeSchedules.ts';
import { readLiquidity } from '../quotes/liquidity.ts';
import type { Closures } from '../quotes/model/buildPlan.ts';
import { largestPayment, MAX_LIQUIDITY_AGE_SECONDS } from '../quotes/model/liquidity.ts';
import { findLostChains } from '../quotes/model/pairs.ts';
import { findRoutePriceProblem } from '../quotes/model/price.ts';
import type { FeeSchedule } from '../quotes/model/quote.ts';
import { lastCurrent } from '../quotes/model/quote.ts';

/** More transfers wouldn't improve a route's median, and every route must be read. */
const RECENT_TRANSFERS = 50;

/** A route by the names and ids its transfers have. */
export type RouteKey = {
  readonly id: string;
  readonly tokenName: string;
  readonly originName: string;
  readonly destinationId: number;
};

type Row = { readonly id: string; readonly seconds: number };

// The index `transfers_delivered` has each route's newest deliveries, so the query reads no others.
const QUERY = `
  select r.id, percentile_cont(0.5) within group (
      order by extract(epoch from coalesce(t.settled_at, t.updated_at) - d.block_time)
    )::float8 as seconds
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r(id, token_name, origin_name, destination_id)
  cross join lateral (
    select id, settled_at, updated_at from transfers
    where state = 'delivered' and token_name = r.token_name and origin_chain_name = r.origin_name
      and paying_chain_id = r.destination_id::bigint
    order by created_at desc limit $5
  ) t
  join deposits d on d.id = t.id
  group by r.id`;

/** The median seconds from deposit to delivery of each route's recent transfers, by route id. */
export async function readUsualSeconds(
  database: Queryable,
  routes: readonly RouteKey[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<Row>(QUERY, [
    routes.map(({ id }) => id),
    routes.map(({ tokenName }) => tokenName),
    routes.map(({ originName }) => originName),
    routes.map(({ destinationId }) => `${destinationId}`),
    RECENT_TRANSFERS,
  ]);
  // Two chains' clocks can differ by more than a transfer takes.
  return new Map(rows.map(({ id, seconds }) => [id, Math.max(0, Math.round(seconds))]));
}

/** The routes' usual durations, by route id. */
type UsualTimes = () => Promise<ReadonlyMap<string, number>>;

const USUAL_TIMES_LIFETIME_MS = 60_000;
/** An installation can have twenty thousand routes. Taking turns keeps the query short. */
const ROUTES_AT_ONCE = 1_000;

const keyOf = ({ id, token, origin, destination }: Route): RouteKey => ({
  ...{ id, tokenName: token.name, originName: origin.name, destinationId: destination.id },
});

/**
 * Reads the usual durations of a thousand routes a minute, in turns. They are only informative: after a failed read the
 * last ones stay.
 */
function createUsualTimes(database: Database, routes: readonly Route[], clock: Clock): UsualTimes {
  const known = new Map<string, number>();
  let readAt = Number.NEGATIVE_INFINITY;
  let next = 0;

  async function readSome(): Promise<void> {
    const some = routes.slice(next, next + ROUTES_AT_ONCE);
    const read = await readUsualSeconds(database, some.map(keyOf)).catch(() => null);
    if (!read) return;
    next = next + ROUTES_AT_ONCE < routes.length ? next + ROUTES_AT_ONCE : 0;
    for (const [id, seconds] of read) known.set(id, seconds);
  }

  return async () => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) < USUAL_TIMES_LIFETIME_MS) return known;
    readAt = now;
    await readSome();
    return known;
  };
}

export type Schedules = Closures & {
  /** The schedule in force, however old. */
  of(route: Route): FeeSchedule | undefined;
  /** When the newest read last confirmed the schedule in force; null if there is none. */
  confirmedAt(route: Route): Date | null;
  /** What the route can pay out now, in the destination token's base units; null if unknown. */
  freeOn(route: Route): bigint | null;
  /** The largest gas drop that the configuration, the vault's caps and its funds allow now, in wei; 0 if none. */
  maxGasDropOn(route: Route): bigint;
  /** The median time from deposit to delivery of recent transfers; null if unknown. */
  usualSecondsOn(route: Route): number | null;
  /** Why the price of the route's token, or of gas, is unknown, as a sentence; null if it is known. */
  priceProblemOn(route: Route): string | null;
};

/** Caches the database's fee schedules, free funds, pauses and unreachable chains for at most one second. */
export type ScheduleCache = {
  /** Returns the same object until something other than `confirmedAt` changes. A promise if it must be read first. */
  current(): Schedules | Promise<Schedules>;
};

// Far below CLOCK_SLACK_SECONDS, during which a process may still quote the previous schedule.
const LIFETIME_MS = 1000;
// From this age on, the next request starts a new read but doesn't wait for it. Otherwise all concurrent requests would
// wait.
const REFRESH_MS = 750;

/** Everything that the schedules depend on. */
type Facts = Closures & {
  /** By the id of the route. */
  readonly schedules: ReadonlyMap<string, FeeSchedule>;
  /** By chain and token. */
  readonly free: ReadonlyMap<string, bigint>;
  readonly usual: ReadonlyMap<string, number>;
  /** The live prices, and by route id why a route is not quoted. A change makes a new answer. */
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
    maxGasDropOn: ({ id, destination, destinationToken }) => {
      // The schedules of an earlier version have no price.
      if ((schedules.get(id)?.nativePrice ?? null) === null) return 0n;
      const most = maxGasDropOf(destination, destinationToken.address);
      const payable = free.get(fundsKey(destination.id, NATIVE_TOKEN_ADDRESS)) ?? 0n;
      return most < payable ? most : payable;
    },
    usualSecondsOn: ({ id }) => usual.get(id) ?? null,
    priceProblemOn: ({ id }) => priceProblems.get(id) ?? null,
    lostChains,
    pauses,
  };
}

/** When each chain last reported its gas price: from a confirmation, or from a schedule that has none. */
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
  // The times change with every epoch, but the answer with the pairs doesn't depend on them.
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
    // A halted chain pays nothing, not even refunds, until an operator acts.
    for (const { id, hotWallet } of catalog.chains) {
      if (halted.some(({ chainId, address }) => chainId === id && address === hotWallet)) lostChains.add(id);
    }
    const known = liquidity.filter(({ ageSeconds }) => ageSeconds <= MAX_LIQUIDITY_AGE_SECONDS);
    const free = new Map(known.map((funds) => [fundsKey(funds.chainId, funds.token), largestPayment(funds)]));
    const prices = new Map(catalog.tokens.flatMap(({ name, price, live }) => (live ? [[name, price]] : [])));
    const priceProblems = new Map(
      pricedRoutes.flatMap((route) => {
        const problem = findRoutePriceProblem(catalog, route, clock.now());
        // The age in this text would make a new answer every second.
        return problem === null ? [] : [[route.id, problem.replace(/: its last round is \d+ s old/, '')]];
      }),
    );
    return { schedules, free, usual: new Map(usual), lostChains, pauses, prices, priceProblems };
  };

  const read = async (): Promise<Schedules> => {
    const facts = await readFacts();
    // The same object tells its users that nothing changed: preparing the answer for 20,000 pairs takes half a second.
    if (!latest || !isDeepStrictEqual(latest.facts, facts))
      latest = { facts, schedules: toSchedules(facts, (routeId) => feesAt(routeId)) };
    return latest.schedules;
  };

  const isWithin = (timestamp: number, now: number, ageMs: number) => now >= timestamp && now - timestamp < ageMs;

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
    current: () => {
      const now = clock.now().getTime();
      if (!last || !isWithin(last.readAt, now, LIFETIME_MS)) return refresh(now);
      // Requests after the lifetime repeat a failed read and report the failure.
      if (!isWithin(last.readAt, now, REFRESH_MS)) refresh(now).catch(() => {});
      return last.schedules;
    },
  };
}
